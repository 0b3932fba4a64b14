import pl from "nodejs-polars";
import { columnNames, frameHeight } from "./seriesOf.ts";
import { selectColumns } from "./rearrange.ts";
import { weighFrame } from "./weighFrame.ts";
import type { Frame } from "./frame.ts";

/**
 * Sorts rows by person, then by time, then by all other columns, so the order never depends on how
 * rows were stored. Nulls are first, NaN last, and text is sorted by its bytes.
 *
 * @param keys First columns to sort by, in order.
 */
export function sortRows(frame: Frame, keys: readonly string[]): Frame {
  const names = columnNames(frame);
  const ordered = [...new Set([...keys, ...names])];
  const places = new Map(ordered.map((name, i) => [name, `c${i}`]));
  const renamed = names.map((name) => places.get(name)!);
  // A column with the name of a method of a frame hides the method.
  const plain = selectColumns(frame, names, renamed);
  const all = ordered.map((_, i) => `c${i}`);
  const byKeys = plain.sort({ by: all.slice(0, keys.length), maintainOrder: true });
  const sorted = hasTies(byKeys, keys.length)
    ? byKeys.sort({ by: all, maintainOrder: true })
    : byKeys;
  return weighFrame(selectColumns(sorted, renamed, names));
}

/** Sorts rows by some columns; equal rows keep their order. */
export function sortStable(frame: Frame, keys: readonly string[]): Frame {
  const names = columnNames(frame);
  const plain = selectColumns(frame, names, names.map((_, i) => `c${i}`));
  const sorted = plain.sort({
    by: keys.map((key) => `c${names.indexOf(key)}`),
    maintainOrder: true,
  });
  return weighFrame(selectColumns(sorted, names.map((_, i) => `c${i}`), names));
}

/** Returns whether two adjacent rows are equal in the first columns. */
function hasTies(frame: Frame, keys: number): boolean {
  if (frameHeight(frame) < 2) return false;
  const same = Array.from({ length: keys }, (_, i) => {
    const column = pl.col(`c${i}`), before = column.shift(1);
    return column.eq(before).fillNull(false).or(column.isNull().and(before.isNull()));
  }).reduce((all, one) => all.and(one));
  const ties = frame.select(same.slice(1, frameHeight(frame) - 1).any().alias("ties"));
  return ties.getColumn("ties").toArray()[0] === true;
}
