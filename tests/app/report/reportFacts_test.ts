import { assert, assertEquals, assertMatch } from "@std/assert";
import { pageLabels } from "../../../src/app/page/pageLabels.ts";
import { changesOf } from "../../../src/app/report/changes.ts";
import type { MeasuredDays } from "../../../src/app/report/measures.ts";
import {
  travelFacts,
  trendFacts,
  unusualFacts,
  workoutFacts,
  yearBefore,
  yearFacts,
} from "../../../src/app/report/reportFacts.ts";
import { zonesText } from "../../../src/time/zones.ts";
import { autoregression, normals } from "../../series/simulated.ts";

const FIRST = Temporal.PlainDate.from("2025-01-01");
const dates = (from: number, days: number) => ({
  first: FIRST.add({ days: from }),
  last: FIRST.add({ days: from + days - 1 }),
});
const labels = pageLabels({}, "UTC", "words");

/** A measure with a value per day from a date. */
function measure(label: string, values: ArrayLike<number>, start = FIRST): MeasuredDays {
  const number = (value: number, more = 0): string => value.toFixed(more);
  return {
    label,
    unit: "bpm",
    sentence: "It was",
    isNight: false,
    text: (value) => `${number(value)} bpm`,
    difference: (value, more) => `${number(value, more)} bpm`,
    band: (low, high) => `${number(low)} to ${number(high)} bpm`,
    round: (value, more = 0) => Number(value.toFixed(more)),
    words: ["higher", "lower"],
    vendor: new Set(),
    values: new Map(
      Array.from(values, (value, i) => [start.add({ days: i }).toString(), value]),
    ),
  };
}

const span = dates(0, 60), period = dates(30, 30);
/** Changes of the period without a judgement, so that no measure counts as changed. */
const known = (measures: readonly MeasuredDays[]) => changesOf(measures, period, undefined);

Deno.test("a trend is described per month with an interval that contains the planted slope", () => {
  const normal = normals(1);
  const rising = Array.from({ length: 60 }, (_, i) => 55 + i / 10 + normal());
  const flat = Array.from({ length: 60 }, () => 60 + normal());
  const said = trendFacts(known([measure("Pulse", rising), measure("Breath", flat)]), span);
  assertEquals(said.length, 1);
  const form =
    /^Pulse: [\d.]+ bpm higher per month over 60 days \(([\d.]+) bpm higher to ([\d.]+) bpm higher\)\.$/;
  assertMatch(said[0]!, form);
  const [low, high] = form.exec(said[0]!)!.slice(1).map(Number);
  const truth = 365.2425 / 12 / 10;
  assert(low! - 0.5 <= truth && truth <= high! + 0.5, said[0]); // the ends are rounded
  assertEquals(trendFacts(known([measure("Pulse", rising)]), dates(33, 27)), [], "27 days");
});

Deno.test("a measure that changed between the periods has no sentence about its trend", () => {
  const normal = normals(1);
  const stepped = Array.from({ length: 60 }, (_, i) => (i < 30 ? 55 : 59) + normal());
  const changes = changesOf([measure("Pulse", stepped)], period, dates(0, 30));
  assertEquals(changes[0]!.judgement!.direction, 1);
  assertEquals(trendFacts(known([measure("Pulse", stepped)]), span).length, 1);
  assertEquals(trendFacts(changes, span), []);
});

Deno.test("pages of six measures without trends rarely describe one", () => {
  const normal = normals(5);
  let pages = 0;
  for (let page = 0; page < 20; page++) {
    const measures = Array.from(
      { length: 6 },
      (_, i) => measure(`m${i}`, autoregression(60, 0.4, normal)),
    );
    if (trendFacts(known(measures), span).length > 0) pages++;
  }
  assert(pages <= 4, `${pages} of 20`); // at 5 %, chance exceeds this in 3 of 1,000 runs
});

Deno.test("an unusual episode in the period is named with its value and the usual range", () => {
  const normal = normals(2);
  const values = Array.from(
    { length: 60 },
    (_, i) => 55 + normal() + (i >= 40 && i < 45 ? 10 : 0),
  );
  const said = (own: readonly number[], when = period) =>
    unusualFacts(known([measure("Pulse", own)]), { span, period: when, labels });
  assertEquals(said(values).length, 1);
  assertMatch(
    said(values)[0]!,
    /^Mon 10 February 2025 to Fri 14 February 2025 were unusual: pulse 6[3-7] bpm \(usually 5\d to 5\d bpm\)\.$/,
  );
  assertEquals(said(values, dates(50, 10)), [], "it ended before the period");
  assertEquals(said(values.map((value, i) => i >= 40 && i < 45 ? value - 10 : value)), []);
});

Deno.test("the same days a year before are compared, if there are enough", () => {
  assertEquals(
    yearBefore({ first: Temporal.PlainDate.from("2024-02-29"), last: FIRST })?.first.toString(),
    "2023-02-28",
  );
  assertEquals(yearBefore(dates(0, 366)), undefined);
  const earlier = yearBefore(period)!, normal = normals(3);
  const both = (shift: number): MeasuredDays => {
    const now = measure("Pulse", Array.from({ length: 60 }, () => 60 + normal()));
    const then = measure(
      "Pulse",
      Array.from({ length: 60 }, () => 60 - shift + normal()),
      FIRST.subtract({ years: 1 }),
    );
    return { ...now, values: new Map([...then.values, ...now.values]) };
  };
  assertMatch(
    yearFacts([both(5)], period, earlier)[0]!,
    /^Compared with the same days a year before: pulse 5 bpm higher \(\d bpm higher to \d bpm higher\)\.$/,
  );
  assertEquals(yearFacts([both(0)], period, earlier), [
    "No clear difference from the same days a year before in pulse.",
  ]);
  assertEquals(yearFacts([measure("Pulse", [60, 61])], period, earlier), []);
});

Deno.test("days in another zone are counted from the day of arrival", () => {
  const arrival = Temporal.ZonedDateTime.from("2025-02-05T20:00[America/New_York]");
  const tz = zonesText([
    { start: 0n, tz: "Europe/Berlin" },
    { start: arrival.epochNanoseconds / 1000n, tz: "America/New_York" },
  ]);
  assertEquals(travelFacts(period, tz, labels), [
    "Travel: 24 days in America/New_York from Thu 6 February 2025.",
  ]);
  assertEquals(travelFacts(dates(0, 10), tz, labels), []);
  assertEquals(travelFacts(period, "Europe/Berlin", labels), []);
});

Deno.test("workouts are listed by activity, with length and distance if they are known", () => {
  const row = (activity: string, workouts: number, hours: number, km: number | null) => ({
    activity,
    workouts,
    duration_h: hours,
    distance_km: km,
  });
  const rows = [row("running", 4, 4 / 3, 12.43), row("strength_training", 1, 0.75, null)];
  const frame = rows as unknown as Parameters<typeof workoutFacts>[0];
  assertEquals(workoutFacts(frame), [
    "Workouts: running 4 times, 1 h 20 min, 12.4 km; strength training once, 45 min.",
  ]);
});
