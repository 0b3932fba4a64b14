import { type FrameLike, openFrame } from "../../frame/open.ts";

/** The values of a table of statistics (`name`, `value`), null where one is not defined. */
export type Statistics = (name: string) => number | null;

/** Reads what a verb gives that has a row for each statistic, such as `series.rhythm`. */
export function readStatistics(table: FrameLike): Statistics {
  const { name, value: { values, valid } } = openFrame(table)
    .read({ name: "text", value: "float64" });
  return (wanted) => {
    const row = name.values.indexOf(wanted);
    return valid?.[row] === 0 ? null : values[row]!;
  };
}
