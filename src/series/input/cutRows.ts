import type { OpenFrame } from "../../frame/open.ts";

/**
 * Tests whether a row is only a part of its day or night: the column `whole` says so, as `me.daily`,
 * `sleep.nightly` and `series.resample` give it. A row of which that is not known is not cut.
 */
export function cutRows(data: OpenFrame): (row: number) => boolean {
  const column = data.names.includes("whole") ? data.column("whole") : undefined;
  if (column?.type !== "bool") return () => false;
  const { values, valid } = column;
  return (row) => values[row] === 0 && valid?.[row] !== 0;
}
