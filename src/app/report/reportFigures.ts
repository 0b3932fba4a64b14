import { zonedTime } from "../../time/zones.ts";
import { openFrame } from "../../frame/open.ts";
import { mean, median } from "d3-array";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { table } from "../../frame/polars/table.ts";
import { regularity } from "../../sleep/regularity.ts";
import { dayCountText } from "../days/dayCount.ts";
import { countNights, LEAST_COVERAGE, nightCountText } from "../nights/nightCount.ts";
import { NIGHT_FIGURES } from "../nights/nightFigures.ts";
import type { PageSection } from "../page/page.ts";
import type { ReportData } from "./reportData.ts";
import { wholeDays } from "../ask/wholeDays.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** A row of a report's table of numbers. */
interface Figure {
  readonly figure: string;
  readonly value: string | null;
  readonly "rests on": string;
}

/** Measures of the night with a median in the report. */
const OF_NIGHTS = ["TST", "SE", "light_pct", "deep_pct", "rem_pct", "WASO", "awakenings"] as const;

/** Returns the numbers of the report, each with its basis. */
export function figuresSection(data: ReportData): PageSection {
  const { count: days, first, last, tz, now, sleep, labels } = data;
  const count = countNights(sleep.statistics, {
    first,
    last,
    today: zonedTime(now.epochNanoseconds / 1000n, tz).toPlainDate(),
  });
  const nights = OF_NIGHTS.map((name): Figure => {
    const known = statistic(sleep.statistics, name, count.counted), middle = median(known.values);
    const { label, text } = NIGHT_FIGURES[name]!;
    return {
      figure: `${label}, median`,
      value: middle === undefined ? null : text(middle, labels),
      "rests on": restsOn(known, days),
    };
  });
  const { SRI: sri, frame: regular } = regularity(sleep.stages, { tz });
  const steps = wholeDays(data.steps, "step_count", { tz }),
    heart = valuesOf(data.heart, "heart_rate");
  const whole = (value: number | undefined, unit: string): string | null =>
    value === undefined ? null : `${Math.round(value).toLocaleString("en-US")} ${unit}`;
  const rows: Figure[] = [
    ...nights,
    {
      figure: "Sleep regularity index",
      value: sri === null ? null : sri.toFixed(0),
      "rests on": `${openFrame(regular).numbers("n")[0]} pairs of days`,
    },
    {
      figure: "Steps, mean of a day",
      value: whole(mean(steps.values), "steps"),
      "rests on": dayCountText({
        days,
        counted: steps.values.length,
        partial: steps.partial,
        now,
        tz,
      }, labels),
    },
    {
      figure: "Heart rate, mean",
      value: whole(mean(heart), "bpm"),
      "rests on": `${heart.length.toLocaleString("en-US")} of ${
        frameHeight(data.heart).toLocaleString("en-US")
      } five minutes`,
    },
  ];
  const text = nightCountText(count, labels);
  return {
    heading: "Figures",
    ...text === "" ? {} : { text },
    show: [table(rows.map((row) => ({ ...row })), { head: 20, tail: 0, types: false })],
  };
}

/**
 * A statistic of some nights: values, number of totals by the vendor, and reasons for unknown ones.
 */
interface NightValues {
  readonly values: readonly number[];
  readonly vendor: number;
  readonly reasons: ReadonlySet<string>;
}

/** Returns a statistic of nights that are known for the most part. */
function statistic(frame: Frame, wanted: string, nights: ReadonlySet<string>): NightValues {
  const { night, name, value, coverage, reason, basis } = openFrame(frame).read({
    night: "text",
    name: "text",
    value: "float64",
    coverage: "float64",
    "reason?": "text",
    "basis?": "text",
  });
  const values: number[] = [], reasons = new Set<string>();
  let vendor = 0;
  value.values.forEach((found, i) => {
    if (name.values[i] !== wanted || !nights.has(night.values[i]!)) return;
    const why = reason?.values[i] ?? undefined;
    if (why !== undefined) reasons.add(why);
    if (value.valid?.[i] === 0 || coverage.values[i]! < LEAST_COVERAGE) return;
    values.push(found);
    if (basis?.values[i] === "vendor") vendor++;
  });
  return { values, vendor, reasons };
}

function restsOn({ values, vendor, reasons }: NightValues, nights: number): string {
  return `${values.length} of ${nights} nights` +
    (vendor === 0 ? "" : `, ${vendor} by the vendor's totals`) +
    (values.length > 0 || reasons.size === 0 ? "" : `: ${[...reasons].join("; ")}`);
}

/** Returns the values of a column without missing ones. */
function valuesOf(frame: Frame, name: string): Float64Array {
  const values = openFrame(frame).numbers(name);
  return values.filter((value) => !Number.isNaN(value));
}
