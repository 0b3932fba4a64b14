import pl from "nodejs-polars";
import { columnNames, frameHeight, seriesOf } from "../frame/polars/seriesOf.ts";
import type { Frame } from "../frame/polars/frame.ts";

/**
 * Rows sorted by person, then by time; equal ones by all their other columns, so that the order of
 * rows never depends on how they were filed. Nulls come first, NaN last, text by its bytes.
 *
 * @param keys The columns to sort by first, in order.
 */
export function sortRows(frame: Frame, keys: readonly string[]): Frame {
  const names = columnNames(frame);
  const ordered = [...keys, ...names.filter((name) => !keys.includes(name))];
  const plain = renamed(frame, names, (name) => `c${ordered.indexOf(name)}`);
  const all = ordered.map((_, i) => `c${i}`);
  const byKeys = plain.sort({ by: all.slice(0, keys.length), maintainOrder: true });
  const sorted = hasTies(byKeys, keys.length)
    ? byKeys.sort({ by: all, maintainOrder: true })
    : byKeys;
  return renamed(sorted, names.map((name) => `c${ordered.indexOf(name)}`), (_, i) => names[i]!);
}

/** Rows sorted by some columns, equal ones in their given order. */
export function sortStable(frame: Frame, keys: readonly string[]): Frame {
  const names = columnNames(frame);
  const plain = renamed(frame, names, (_, i) => `c${i}`);
  const sorted = plain.sort({
    by: keys.map((key) => `c${names.indexOf(key)}`),
    maintainOrder: true,
  });
  return renamed(sorted, names.map((_, i) => `c${i}`), (_, i) => names[i]!);
}

/** Other names for columns: a column named like a frame's method hides the method. */
function renamed(
  frame: Frame,
  names: readonly string[],
  to: (name: string, i: number) => string,
): Frame {
  return pl.DataFrame(names.map((name, i) => seriesOf(frame, name).alias(to(name, i))));
}

/** Whether two neighbours are equal in the first columns. */
function hasTies(frame: Frame, keys: number): boolean {
  if (frameHeight(frame) < 2) return false;
  const same = Array.from({ length: keys }, (_, i) => {
    const column = pl.col(`c${i}`), before = column.shift(1);
    return column.eq(before).fillNull(false).or(column.isNull().and(before.isNull()));
  }).reduce((all, one) => all.and(one));
  const ties = frame.select(same.slice(1, frameHeight(frame) - 1).any().alias("ties"));
  return ties.getColumn("ties").toArray()[0] === true;
}
