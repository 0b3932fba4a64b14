import { assertAlmostEquals, assertEquals } from "@std/assert";
import { readNights } from "../../../src/app/nights/readNights.ts";
import { pageLabels } from "../../../src/app/page/pageLabels.ts";
import {
  dayMeasures,
  EXPECTED,
  type MeasuredDays,
  missingLabels,
  nightMeasures,
} from "../../../src/app/report/measures.ts";
import { handMade, type HandMadeRecord, slept } from "../handMade.ts";

const TZ = "Europe/Berlin", LABELS = pageLabels({}, TZ);
const FIRST = Temporal.PlainDate.from("2025-01-02"), LAST = Temporal.PlainDate.from("2025-01-03");
const RANGE = { first: FIRST, last: LAST, tz: TZ };

/** Two nights, the first from 23:45:36, and one value of each metric on 2 January. */
function records(values: Readonly<Record<string, number>> = {}): Record<string, HandMadeRecord[]> {
  const night = slept("Ring", "2025-01-01T23:45", "2025-01-02T07:00");
  return {
    SleepStage: [
      { ...night, start_time: "2025-01-01T23:45:36+01:00" },
      slept("Ring", "2025-01-03T00:30", "2025-01-03T07:00", 4),
      slept("Ring", "2025-01-03T07:00", "2025-01-03T08:00", 5),
    ],
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, [{
        start_time: "2025-01-02T09:00:00+01:00",
        end_time: "2025-01-02T09:05:00+01:00",
        value,
      }]]),
    ),
  };
}

const NOW = "2025-01-10T12:00:00+01:00";

async function nights(given = RANGE, all = records()): Promise<MeasuredDays[]> {
  await using me = await handMade({ records: all, now: NOW, tz: TZ });
  return nightMeasures(await readNights(me, { ...given, sourcePriority: undefined }), given);
}

const byLabel = (measures: readonly MeasuredDays[], label: string): MeasuredDays =>
  measures.find((measure) => measure.label === label)!;

Deno.test("the bedtime of a night is in hours from midnight, with minutes and seconds", async () => {
  const { values, isNight } = byLabel(await nights(), "To bed");
  assertEquals([...values.keys(), isNight], ["2025-01-02", "2025-01-03", true]);
  assertAlmostEquals(values.get("2025-01-02")!, -(14 * 60 + 24) / 3600, 1e-9); // 14 min 24 s before
  assertEquals(values.get("2025-01-03"), 0.5);
});

Deno.test("a night's measures have the names, units and wording that sentences need", async () => {
  const found = await nights();
  const said = found.map(({ label, sentence, per, text, band, difference, words }) => [
    label,
    `${sentence} ${text(7.4, LABELS)}${per === undefined ? "" : ` ${per}`}`,
    band(7.4, 9.6, LABELS),
    `${difference(1)} ${words.join(" ")}`,
  ]);
  assertEquals(said, [
    ["Asleep", "You slept 7 min a night", "7 min to 10 min", "1 min more less"],
    ["To bed", "You went to bed at 07:24", "07:24 to 09:36", "1 h later earlier"],
    ["Sleep efficiency", "Of your time in bed you slept 7 %", "7 to 10 %", "1 point higher lower"],
    ["Awake in the night", "You lay awake for 7 min a night", "7 min to 10 min", "1 min more less"],
    ["Deep sleep", "Your share of deep sleep was 7 %", "7 to 10 %", "1 point higher lower"],
    ["REM sleep", "Your share of REM sleep was 7 %", "7 to 10 %", "1 point higher lower"],
  ]);
});

Deno.test("values are rounded as displayed, so that differences match the displayed values", async () => {
  const found = await nights();
  const rounded = (label: string, value: number): number => byLabel(found, label).round(value);
  assertEquals(rounded("Sleep efficiency", 92.5), 93);
  assertEquals(rounded("Asleep", 431.6), 432);
  assertAlmostEquals(rounded("To bed", -0.24), -15 / 60, 1e-9); // 23:45:36 is shown as 23:45
  assertAlmostEquals(rounded("To bed", 23.5), 23.5, 1e-9);
  assertEquals(byLabel(found, "Deep sleep").difference(2), "2 points");
});

Deno.test("differences have more decimals on request, bedtimes of a minute", async () => {
  const found = await nights();
  const said = (label: string, value: number, more: number): string => {
    const { difference, round } = byLabel(found, label);
    return difference(round(value, more), more);
  };
  assertEquals(said("Asleep", 0.34, 1), "0.3 min");
  assertEquals(said("To bed", 0.34 / 60, 1), "0.3 min");
  assertEquals(said("REM sleep", 0.04, 2), "0.04 points");
});

Deno.test("a nap does not change bedtimes, and without sleep measures are missing", async () => {
  const nap = slept("Ring", "2025-01-03T11:15", "2025-01-03T11:45");
  const { SleepStage: both } = records();
  const bed = byLabel(await nights(RANGE, { SleepStage: [...both!, nap] }), "To bed");
  assertEquals([...bed.values.keys()], ["2025-01-02", "2025-01-03"]);
  assertEquals(bed.values.get("2025-01-03"), 0.5);
  assertEquals(await nights(RANGE, {}), []);
});

/** Metrics with a value in the catalog's unit, display name, and text about the value. */
const DAYS: readonly (readonly [metric: string, value: number, label: string, said: string])[] = [
  ["RestingHeartRate", 57.4, "Resting heart rate", "Your resting heart rate was 57 bpm"],
  ["HeartRate", 70.6, "Heart rate (mean of a day)", "Your mean heart rate of a day was 71 bpm"],
  [
    "HeartRateVariabilitySDNN",
    44.4,
    "Heart rate variability (SDNN)",
    "Your heart rate variability was 44 ms",
  ],
  ["RespiratoryRate", 14.25, "Respiratory rate", "Your respiratory rate was 14.3 a minute"],
  ["BloodOxygenSaturation", 97, "Blood oxygen", "Your blood oxygen was 97.0 %"],
  [
    "BloodPressureSystolic",
    121.4,
    "Systolic blood pressure",
    "Your systolic blood pressure was 121 mmHg",
  ],
  [
    "BloodPressureDiastolic",
    78.6,
    "Diastolic blood pressure",
    "Your diastolic blood pressure was 79 mmHg",
  ],
  ["BloodGlucose", 91.2, "Blood glucose", "Your blood glucose was 91 mg/dL"],
  ["BodyTemperature", 98.6, "Body temperature", "Your body temperature was 37.0 °C"],
  [
    "SleepingWristTemperature",
    95,
    "Wrist temperature (asleep)",
    "Your wrist's temperature in sleep was 35.00 °C",
  ],
  ["Weight", 154.3235835, "Weight", "Your weight was 70.0 kg"],
  ["StepCount", 8123, "Steps", "You walked 8,123 steps a day"],
  ["VO2Max", 41.25, "Cardio fitness (VO2max)", "Your cardio fitness was 41.3 mL/min·kg"],
];

Deno.test("the measures of days are in the requested units, in the sentences of the page", async () => {
  const all = Object.fromEntries(DAYS.map(([metric, value]) => [metric, value]));
  await using me = await handMade({ records: records(all), now: NOW, tz: TZ });
  const found = await dayMeasures(me, { ...RANGE, units: "metric" });
  const said = found.map(({ label, sentence, per, text, values }) => [
    label,
    [sentence, text(values.get("2025-01-02")!, LABELS), ...per === undefined ? [] : [per]].join(
      " ",
    ),
  ]);
  assertEquals(said, DAYS.map(([, , label, text]) => [label, text]));
  for (const { label, isNight, values, words } of found) {
    assertEquals([isNight, [...values.keys()]], [false, ["2025-01-02"]], label);
    assertEquals(words, label === "Steps" ? ["more", "less"] : ["higher", "lower"], label);
  }
  assertEquals(missingLabels(found), []);
  const imperial = await dayMeasures(me, { ...RANGE, units: "imperial" });
  const other = imperial.map(({ label, text, values }) => [
    label,
    text(values.get("2025-01-02")!, LABELS),
  ]).filter(([label, text]) =>
    !said.some(([known, all]) => known === label && all!.includes(text!))
  );
  assertEquals(other, [
    ["Body temperature", "98.6 °F"],
    ["Wrist temperature (asleep)", "95.00 °F"],
    ["Weight", "154.3 lb"],
  ]);
});

Deno.test("the measures of days end with the last day", async () => {
  const at = (start_time: string) => ({ start_time, value: 60 });
  const heart = [
    at("2025-01-01T23:59:00+01:00"),
    at("2025-01-02T00:00:00+01:00"),
    at("2025-01-03T23:59:00+01:00"),
    at("2025-01-04T00:00:00+01:00"),
  ];
  await using me = await handMade({ records: { RestingHeartRate: heart }, now: NOW, tz: TZ });
  const [found, ...others] = await dayMeasures(me, { ...RANGE, units: "metric" });
  assertEquals([...found!.values.keys()], ["2025-01-02", "2025-01-03"]);
  assertEquals(others, []);
});

Deno.test("missing expected measures are listed by importance", async () => {
  assertEquals(missingLabels([]), [
    "Resting heart rate",
    "Heart rate variability (SDNN)",
    "Respiratory rate",
    "Blood oxygen",
    "Systolic blood pressure",
    "Weight",
    "Steps",
  ]);
  await using me = await handMade({ records: records({ Weight: 150 }), now: NOW, tz: TZ });
  const found = await dayMeasures(me, { ...RANGE, units: "metric" });
  assertEquals(missingLabels(found).length, EXPECTED.length - 1);
  assertEquals(missingLabels(found).includes("Weight"), false);
});
