import { openFrame } from "../../frame/open.ts";
import { quantile } from "d3-array";
import { int64Column, textColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { durationText } from "../ask/amounts.ts";
import { percentText } from "../../words/language.ts";

/** Label, unit and format of a measure of a night. */
export interface NightFigure {
  readonly label: string;
  readonly unit: string;
  /** Formats a value; times of day follow the page's labels. */
  readonly text: (value: number, labels: Pick<PageLabels, "hour">) => string;
}

/**
 * Measures of a night by name, in order. `bedtime` and `rise` are hours on the local clock since
 * the midnight that starts the wake-up date; the others are statistics of `sleep.statistics`.
 */
export const NIGHT_FIGURES: Readonly<Record<string, NightFigure>> = {
  TST: { label: "Asleep", unit: "min", text: durationText },
  bedtime: { label: "To bed", unit: "h", text: clockText },
  rise: { label: "Up", unit: "h", text: clockText },
  SE: { label: "Efficiency", unit: "%", text: (value) => percentText(value) },
  light_pct: { label: "Core", unit: "%", text: (value) => percentText(value) },
  deep_pct: { label: "Deep", unit: "%", text: (value) => percentText(value) },
  rem_pct: { label: "REM", unit: "%", text: (value) => percentText(value) },
  WASO: { label: "Awake after falling asleep", unit: "min", text: durationText },
  awakenings: { label: "Awakenings", unit: "count", text: (value) => String(Math.round(value)) },
};

/** Formats hours since midnight, which may be negative, as `23:40`. */
function clockText(hours: number, labels: Pick<PageLabels, "hour">): string {
  return labels.hour(hours);
}

/** Main sleep of a night. */
export interface MainSleep {
  /** Wake-up date. */
  readonly night: string;
  /** Start, in the zone. */
  readonly start: Temporal.ZonedDateTime;
  readonly end: Temporal.ZonedDateTime;
}

/**
 * Returns the measures of a night, and usual values of the nights before it.
 *
 * @param statistics The result of `sleep.statistics` for all nights.
 * @param mains The main sleep of each night.
 * @returns `name` `str`, `value` `f64`, `unit` `str`; `usual`, `low`, `high` `f64`; `nights` `i64`;
 * `reason` `str` if a value is null because the source does not record it, `basis` `str` (`vendor`)
 * if a value is a vendor's total, `coverage` `f64` if a value is known for a part of the time in bed
 */
export function nightFigures(
  statistics: Frame,
  mains: readonly MainSleep[],
  { night, first }: { night: string; first: string },
): Frame {
  const columns = openFrame(statistics).read({
    night: "text",
    name: "text",
    value: "float64",
    coverage: "float64",
    "reason?": "text",
    "basis?": "text",
  });
  const values = new Map<string, number>(), reasons = new Map<string, string>();
  const ofVendor = new Set<string>(), shares = new Map<string, number>();
  columns.value.values.forEach((value, i) => {
    const own = `${columns.night.values[i]} ${columns.name.values[i]}`;
    const reason = columns.reason?.values[i] ?? undefined;
    if (reason !== undefined) reasons.set(own, reason);
    if (columns.basis?.values[i] === "vendor") ofVendor.add(own);
    if (columns.value.valid?.[i] === 0) return;
    values.set(own, value);
    shares.set(own, columns.coverage.values[i]!);
  });
  for (const main of mains) {
    values.set(`${main.night} bedtime`, clockHours(main.start, main.night));
    values.set(`${main.night} rise`, clockHours(main.end, main.night));
  }
  const others = mains.map((main) => main.night).filter((name) => name >= first && name < night);
  const rows = Object.entries(NIGHT_FIGURES).map(([name, { unit }]) => {
    const usual = others.flatMap((other) => values.get(`${other} ${name}`) ?? []);
    const at = (p: number): number | null => quantile(usual, p) ?? null;
    const value = values.get(`${night} ${name}`) ?? null;
    return {
      name,
      unit,
      value,
      usual: at(0.5),
      low: at(0.1),
      high: at(0.9),
      nights: usual.length,
      reason: reasons.get(`${night} ${name}`) ?? null,
      basis: ofVendor.has(`${night} ${name}`) ? "vendor" : null,
      coverage: shares.get(`${night} ${name}`) ?? null,
    };
  });
  const hasText = (column: "reason" | "basis"): boolean => rows.some((row) => row[column] !== null);
  return toFrame({
    name: textColumn(rows.map(({ name }) => name)),
    value: nullable(rows.map(({ value }) => value)),
    unit: textColumn(rows.map(({ unit }) => unit)),
    usual: nullable(rows.map(({ usual }) => usual)),
    low: nullable(rows.map(({ low }) => low)),
    high: nullable(rows.map(({ high }) => high)),
    nights: int64Column(BigInt64Array.from(rows, ({ nights }) => BigInt(nights))),
    ...hasText("reason") && { reason: textColumn(rows.map(({ reason }) => reason)) },
    ...hasText("basis") && { basis: textColumn(rows.map(({ basis }) => basis)) },
    ...rows.some(({ coverage }) => coverage !== null && coverage < 1) && {
      coverage: nullable(rows.map(({ coverage }) => coverage)),
    },
  });
}

/** Returns the measures of a night without sleep. */
export function noFigures(reason: string): Frame {
  const rows = Object.entries(NIGHT_FIGURES);
  return toFrame({
    name: textColumn(rows.map(([name]) => name)),
    value: nullable(rows.map(() => null)),
    unit: textColumn(rows.map(([, { unit }]) => unit)),
    reason: textColumn(rows.map(() => reason)),
  });
}

/**
 * Returns hours on the local clock since the midnight of a date; negative for the evening before.
 */
export function clockHours(at: Temporal.ZonedDateTime, date: string): number {
  const days = Temporal.PlainDate.from(date).until(at.toPlainDate()).days;
  const { hour, minute, second } = at.toPlainTime();
  return days * 24 + hour + minute / 60 + second / 3600;
}
