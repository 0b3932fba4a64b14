import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { isoDateColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { readRows } from "../../frame/readRows.ts";
import { intervalEnds } from "../../series/sentenceParts.ts";
import { must } from "../../options/must.ts";
import { trend } from "../../series/trend.ts";
import { unusual } from "../../series/unusual.ts";
import { zoneAt, zonedTime } from "../../time/zones.ts";
import { DAY_MICROS } from "../../time/units.ts";
import { durationText } from "../ask/amounts.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import {
  type Change,
  changesOf,
  changeText,
  type Dates,
  differenceText,
  intervalText,
} from "./changes.ts";
import { inSentence } from "./frontPage.ts";
import { labelText, type MeasuredDays } from "./measures.ts";
import { numberText, say, term } from "../../words/language.ts";

/** Maximum share of pages with a sentence of a kind although nothing is there. */
const FALSE_PAGES = 0.05;

/** Minimum number of days for a trend or an unusual episode. */
const LEAST_DAYS = 28;

/** Sentences about some days, one line each. */
export class Facts extends Displayable {
  /** Creates the list from its sentences. */
  constructor(readonly sentences: readonly string[]) {
    super();
  }

  /** Returns the sentences as a list. */
  override html(): string {
    const items = this.sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`);
    return `<ul class="facts">${items.join("\n")}</ul>`;
  }

  /** Returns a sentence per line. */
  override toString(): string {
    return this.sentences.join("\n");
  }
}

/** Returns a frame with a row per date and a column per measure. */
function daysFrame(measures: readonly MeasuredDays[], { first, last }: Dates): Frame {
  const count = first.until(last).days + 1;
  const dates = Array.from({ length: count }, (_, i) => first.add({ days: i }).toString());
  return toFrame({
    date: isoDateColumn(dates),
    ...Object.fromEntries(
      measures.map(({ label, values }) => [
        label,
        nullable(dates.map((date) => values.get(date) ?? null)),
      ]),
    ),
  });
}

/** Returns the measures with enough days in a span, at least one of them in the period. */
function knownIn(changes: readonly Change[], { first, last }: Dates): Change[] {
  const from = `${first}`, to = `${last}`;
  return changes.filter(({ values }) =>
    [...values.keys()].filter((date) => date >= from && date <= to).length >= LEAST_DAYS
  );
}

/**
 * Describes trends over a span: `Resting heart rate: 1.2 bpm higher per month over 60 days (0.3 bpm higher
 * to 2 bpm higher).` The intervals hold for all measures together. Trends whose interval includes 0
 * are left out, and so are measures that changed between the periods: the page already says so.
 */
export function trendFacts(changes: readonly Change[], span: Dates): string[] {
  const known = knownIn(changes, span);
  if (known.length === 0) return [];
  const frame = daysFrame(known, span), days = span.first.until(span.last).days + 1;
  return known.flatMap((change) => {
    if (change.judgement !== undefined && change.judgement.direction !== 0) return [];
    const { slope, slope_low: low, slope_high: high } = trend(frame, {
      y: change.label,
      confidence: 1 - FALSE_PAGES / known.length,
    });
    if (slope === null || low === null || high === null || low <= 0 && high >= 0) return [];
    const words = (value: number): string => {
      const more = change.round(Math.abs(value)) < 10 && change.unit !== "min" ? 1 : 0;
      return differenceText(change, value, more);
    };
    const ends = intervalEnds(low, high, (end, more) => differenceText(change, end, more));
    return [
      say("{name}: {change} per month over {n} days ({from} to {to}).", {
        name: labelText(change.label),
        change: words(slope),
        n: days,
        from: ends[0],
        to: ends[1],
      }),
    ];
  });
}

/**
 * Describes unusual episodes that touch the period: `Mon 10 March 2025 to Fri 14 March 2025 were
 * unusual: resting heart rate 66 bpm (usually 54 to 58 bpm).` The search is corrected for all measures.
 */
export function unusualFacts(
  changes: readonly Change[],
  { span, period, labels }: {
    readonly span: Dates;
    readonly period: Dates;
    readonly labels: PageLabels;
  },
): string[] {
  const known = knownIn(changes, span);
  if (known.length === 0) return [];
  const names = known.map(({ label }) => label);
  const found = readRows(unusual(daysFrame(known, span), { y: names }).frame, {
    episode: "int64",
    start_time: "time",
    end_time: "time",
    measure: "text",
    mean: "float64",
    usual_low: "float64",
    usual_high: "float64",
  }, ["episode", "start_time", "end_time", "measure", "mean", "usual_low", "usual_high"]);
  const date = (at: bigint): Temporal.PlainDate => zonedTime(at, "UTC").toPlainDate();
  const rows = found.map((
    { episode, measure, start_time, end_time, mean, usual_low, usual_high },
  ) => ({
    episode,
    change: must(known.find(({ label }) => label === measure), `${measure} is not a measure`),
    first: date(start_time),
    last: date(end_time - 1n),
    mean,
    low: usual_low,
    high: usual_high,
  }));
  return [...Map.groupBy(rows, ({ episode }) => episode).values()].flatMap((own) => {
    const first = own.map((row) => row.first).sort(Temporal.PlainDate.compare)[0]!;
    const last = own.map((row) => row.last).sort(Temporal.PlainDate.compare).at(-1)!;
    if (Temporal.PlainDate.compare(last, period.first) < 0) return [];
    const when = first.equals(last)
      ? say("{day} was unusual", { day: labels.date(first) })
      : say("{from} to {to} were unusual", { from: labels.date(first), to: labels.date(last) });
    const what = own.map(({ change, mean, low, high }) =>
      `${inSentence(change.label)} ${change.text(mean, labels)} (${
        say("usually {range}", { range: change.band(low, high, labels) })
      })`
    );
    return [`${when}: ${what.join(", ")}.`];
  });
}

/** Returns the same days a year before; undefined for periods of more than a year. */
export function yearBefore({ first, last }: Dates): Dates | undefined {
  return first.until(last).days + 1 > 365
    ? undefined
    : { first: first.subtract({ years: 1 }), last: last.subtract({ years: 1 }) };
}

/**
 * Compares the period with the same days a year before, like the first page with the period before.
 * Empty without enough days a year before.
 */
export function yearFacts(
  measures: readonly MeasuredDays[],
  period: Dates,
  earlier: Dates,
): string[] {
  const judged = changesOf(measures, period, earlier)
    .filter(({ judgement }) => judgement !== undefined);
  if (judged.length === 0) return [];
  const changed = judged.filter(({ judgement }) => judgement?.direction !== 0);
  if (changed.length === 0) {
    return [
      judged.length === 1
        ? say("No clear difference from the same days a year before in {name}.", {
          name: inSentence(judged[0]!.label),
        })
        : say("No clear difference from the same days a year before in any of {n} measures.", {
          n: judged.length,
        }),
    ];
  }
  const said = changed.map((change) =>
    `${inSentence(change.label)} ${changeText(change)} (${intervalText(change)})`
  );
  return [
    say("Compared with the same days a year before: {changes}.", { changes: said.join(", ") }),
  ];
}

/** Describes stays in other zones: `11 days in America/New_York from Mon 10 March 2025.` */
export function travelFacts({ first, last }: Dates, tz: string, labels: PageLabels): string[] {
  const days = Array.from({ length: first.until(last).days + 1 }, (_, i) => first.add({ days: i }));
  const noon = (day: Temporal.PlainDate): bigint =>
    BigInt(Temporal.PlainDate.from("1970-01-01").until(day).days) * DAY_MICROS + DAY_MICROS / 2n;
  const stays: { zone: string; from: Temporal.PlainDate; days: number }[] = [];
  for (const day of days) {
    const zone = zoneAt(noon(day), tz), stay = stays.at(-1);
    if (stay?.zone === zone) stay.days++;
    else stays.push({ zone, from: day, days: 1 });
  }
  return stays.slice(1).map(({ zone, from, days }) =>
    say("Travel: {n} {n|day|days} in {zone} from {date}.", {
      n: days,
      zone,
      date: labels.date(from),
    })
  );
}

/** Returns the name of an activity in words: `strength training`. */
export function activityText(activity: string | null): string {
  return term((activity ?? "unknown").replaceAll("_", " "));
}

/** Describes workouts by activity: `Workouts: running 4 times, 1 h 20 min, 12.4 km; yoga once, 45 min.` */
export function workoutFacts(activities: Frame): string[] {
  if (openFrame(activities).names.length === 0) return [];
  const found = openFrame(activities).read({
    activity: "text",
    workouts: "int64",
    "duration_h?": "float64",
    "distance_km?": "float64",
    "distance_mi?": "float64",
  });
  const [distance, far] = found.distance_mi === undefined
    ? [found.distance_km, "km"]
    : [found.distance_mi, "mi"];
  const said = found.activity.values.map((activity, i) => {
    const count = Number(found.workouts.values[i]!);
    const known = (column: typeof distance): number | undefined =>
      column === undefined || column.valid?.[i] === 0 ? undefined : column.values[i]!;
    const hours = known(found.duration_h), way = known(distance);
    return [
      count === 1
        ? say("{activity} once", { activity: activityText(activity) })
        : say("{activity} {n} times", { activity: activityText(activity), n: count }),
      ...hours === undefined ? [] : [durationText(60 * hours)],
      ...way === undefined || !(way > 0)
        ? []
        : [`${numberText(way, { maximumFractionDigits: 1 })} ${far}`],
    ].join(", ");
  });
  return said.length === 0 ? [] : [say("Workouts: {list}.", { list: said.join("; ") })];
}
