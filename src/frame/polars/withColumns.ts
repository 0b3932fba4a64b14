import pl from "nodejs-polars";
import type { CodedText } from "../columns/codedText.ts";
import type { Column, Columns } from "../columns/columns.ts";
import type { Frame } from "./frame.ts";
import { askedRangeOf, setAskedRange } from "./askedRange.ts";
import { displayOf, setWindows, unitsOf, windowsOf } from "./displays.ts";
import { attachDisplay } from "./withDisplay.ts";
import { columnNames, seriesOf } from "./seriesOf.ts";
import { toFrame } from "./toFrame.ts";

/**
 * Adds columns to a frame after its own; columns with existing names replace those.
 *
 * @param columns Columns; text with few distinct values can be coded, which is faster.
 * @param units Units of these columns; the other columns keep theirs.
 */
export function withColumns(
  frame: Frame,
  columns: { readonly [name: string]: Column | CodedText },
  units: Readonly<Record<string, string>> = {},
): Frame {
  const plain: Record<string, Column> = {}, names = columnNames(frame);
  for (const [name, column] of Object.entries(columns)) {
    if ("type" in column) plain[name] = column;
  }
  const others = toFrame(plain satisfies Columns);
  const added = (name: string): pl.Series => {
    const column = columns[name]!;
    return "type" in column ? seriesOf(others, name) : decode(column).alias(name);
  };
  const there = new Set(names);
  const changed = pl.DataFrame([
    ...names.map((name) => Object.hasOwn(columns, name) ? added(name) : seriesOf(frame, name)),
    ...Object.keys(columns).filter((name) => !there.has(name)).map(added),
  ]);
  setAskedRange(changed, askedRangeOf(frame));
  setWindows(changed, windowsOf(frame));
  return attachDisplay(changed, {
    ...displayOf(frame),
    units: { ...unitsOf(frame), ...units },
  });
}

/** Decodes coded text with a look-up in Polars. A join takes more than twice as long. */
function decode({ codes, names }: CodedText): pl.Series {
  const known = pl.lit(pl.Series("text", [...names], pl.Utf8)).explode();
  return pl.DataFrame([pl.Series("code", codes)])
    .select(known.gather(pl.col("code")).alias("text")).getColumn("text");
}
