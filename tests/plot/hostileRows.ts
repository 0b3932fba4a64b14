import type { Row } from "../../src/frame/polars/rows.ts";
import type { PictureCase } from "./everyPicture.ts";

/** Markup that would run if it were not escaped. */
export const MARKUP =
  `<script>alert(1);window.ran=true</script><img src=x onerror="window.ran=true">`;

/**
 * Returns the rows of a chart with markup in every text, except texts that define the kind of row.
 */
export function hostileRows({ rows, schema }: PictureCase, markup = MARKUP): Row[] {
  const isKind = "city" in schema;
  const names = Object.keys(schema).filter((name) =>
    schema[name] === "text" && !(isKind && name === "kind")
  );
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(names.map((name) => [name, `${markup} ${row[name]}`])),
  }));
}
