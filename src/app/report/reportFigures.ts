import { zonedTime } from "../../time/zones.ts";
import { openFrame } from "../../frame/open.ts";
import { mean, median } from "d3-array";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { table } from "../../frame/polars/table.ts";
import { regularity } from "../../sleep/regularity.ts";
import { dayCountText } from "../days/dayCount.ts";
import { countNights, nightCountText } from "../nights/nightCount.ts";
import { NIGHT_FIGURES } from "../nights/nightFigures.ts";
import type { PageSection } from "../page/page.ts";
import type { ReportData } from "./reportData.ts";
import { wholeDays } from "../ask/wholeDays.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** A figure of a report as a row of its table. */
interface Figure {
  readonly figure: string;
  readonly value: string | null;
  readonly "rests on": string;
}

/** The night's figures that a report gives the median of. */
const OF_NIGHTS = ["TST", "SE", "light_pct", "deep_pct", "rem_pct", "WASO", "awakenings"] as const;

/** The report's figures, each with what it rests on. */
export function figuresSection(data: ReportData): PageSection {
  const { count: days, first, last, tz, now, sleep, labels } = data;
  const count = countNights(sleep.statistics, {
    first,
    last,
    today: zonedTime(now.epochNanoseconds / 1000n, tz).toPlainDate(),
  });
  const nights = OF_NIGHTS.map((name): Figure => {
    const values = statistic(sleep.statistics, name, count.counted), middle = median(values);
    const { label, text } = NIGHT_FIGURES[name]!;
    return {
      figure: `${label}, median`,
      value: middle === undefined ? null : text(middle, labels),
      "rests on": `${values.length} of ${days} nights`,
    };
  });
  const [regular] = regularity(sleep.stages, { tz }).toRecords();
  const steps = wholeDays(data.steps, "step_count", { tz }),
    heart = valuesOf(data.heart, "heart_rate");
  const whole = (value: number | undefined, unit: string): string | null =>
    value === undefined ? null : `${Math.round(value).toLocaleString("en-US")} ${unit}`;
  const sri = regular?.["value"] as number | null | undefined ?? null;
  const rows: Figure[] = [
    ...nights,
    {
      figure: "Sleep regularity index",
      value: sri === null ? null : sri.toFixed(0),
      "rests on": `${regular?.["n"] ?? 0} pairs of days`,
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

/** A statistic's values over some nights, in which it is defined. */
function statistic(frame: Frame, wanted: string, nights: ReadonlySet<string>): number[] {
  const { night, name, value } = openFrame(frame).read({
    night: "text",
    name: "text",
    value: "float64",
  });
  return [...value.values].filter((_, i) =>
    name.values[i] === wanted && nights.has(night.values[i]!) && value.valid?.[i] !== 0
  );
}

/** The values of a column, without those that are missing. */
function valuesOf(frame: Frame, name: string): Float64Array {
  const values = openFrame(frame).numbers(name);
  return values.filter((value) => !Number.isNaN(value));
}
