import type { Row } from "../../src/frame/polars/rows.ts";
import type { PictureCase } from "./everyPicture.ts";

/** Markup that would run if it were not written as text. */
export const MARKUP =
  `<script>alert(1);window.ran=true</script><img src=x onerror="window.ran=true">`;

/** The rows of a picture with markup in every text, but where the text says what kind of row it is. */
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
