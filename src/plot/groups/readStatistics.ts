import { type FrameLike, openFrame } from "../../frame/open.ts";

/** Returns a value of a table of statistics (`name`, `value`); null if it is not defined. */
export type Statistics = (name: string) => number | null;

/** Reads a result with a row per statistic, such as `series.rhythm` returns. */
export function readStatistics(table: FrameLike): Statistics {
  const { name, value: { values, valid } } = openFrame(table)
    .read({ name: "text", value: "float64" });
  return (wanted) => {
    const row = name.values.indexOf(wanted);
    return valid?.[row] === 0 ? null : values[row]!;
  };
}
