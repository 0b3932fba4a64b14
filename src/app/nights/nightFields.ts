import type { Frame } from "../../frame/polars/frame.ts";
import { statistics, type StatisticsMembers } from "../../frame/statistics.ts";

/** Name of a measure of a night. */
export type NightFigureName =
  | "TST"
  | "bedtime"
  | "rise"
  | "SE"
  | "light_pct"
  | "deep_pct"
  | "rem_pct"
  | "WASO"
  | "awakenings";

/** Fields of a night: each measure, null if it is unknown, with its unit and the reason. */
export type NightFields =
  & { readonly [K in NightFigureName]: number | null }
  & Omit<StatisticsMembers<NightFigureName>, "toString" | "enough">;

/** Adds the fields of a frame of measures to a night. */
export function addNightFields(night: object, figures: Frame): void {
  const answer = statistics<NightFigureName>("the night", figures);
  const members = { frame: answer.frame, unit: answer.unit, reason: answer.reason };
  for (const [name, value] of [...Object.entries(answer), ...Object.entries(members)]) {
    Object.defineProperty(night, name, { value, enumerable: !(name in members) });
  }
}
