import { assertEquals } from "@std/assert";
import { range } from "../../mod.ts";
import { handMade, type HandMadeRecord, slept } from "./handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-01-10T12:00:00+01:00";
const DAYS = [5, 6, 7, 8, 9].map((day) => `2025-01-${String(day).padStart(2, "0")}`);
const days = range.between("2025-01-05", "2025-01-10", TZ);

const night = (source: string) => (date: string): HandMadeRecord =>
  slept(source, `${date}T00:30`, `${date}T07:30`);

/** One record per day, for each kind of data by letter. */
const KINDS: Readonly<Record<string, readonly [string, (date: string) => HandMadeRecord]>> = {
  s: ["SleepStage", night("Ring")],
  h: ["HeartRate", (date) => ({ start_time: `${date}T10:00:00+01:00`, value: 61 })],
  t: ["StepCount", (date) => ({
    start_time: `${date}T10:00:00+01:00`,
    end_time: `${date}T10:30:00+01:00`,
    value: 900,
  })],
  e: ["MomentAnnotation", (date) => ({ start_time: `${date}T11:00:00+01:00`, note: "tea" })],
  w: ["MobileWorkout", (date) => ({
    apple_workout_id: crypto.randomUUID(),
    start_date: `${date}T17:00:00+01:00`,
    end_date: `${date}T17:30:00+01:00`,
    workout_activity_type: "running",
    duration: 1800,
  })],
};

/** Starts of headings by letter. */
const HEADINGS: Readonly<Record<string, string>> = {
  "Too few days to tell any change": "I",
  "In short": "I",
  "This period has no values": "I",
  "Sleep": "S",
  "Heart": "H",
  "Movement": "M",
  "Notes: ": "N",
  "How this was measured": "W",
};

/** Available data (sleep, heart, steps, events, workouts), and the headings of five days of it. */
const MATRIX: readonly (readonly [string, string])[] = [
  ["", ""],
  ["s", "ISW"],
  ["h", "IHW"],
  ["t", "IMW"],
  ["e", "INW"],
  ["w", "IMW"],
  ["sh", "ISHW"],
  ["st", "ISMW"],
  ["se", "ISNW"],
  ["sw", "ISMW"],
  ["ht", "IHMW"],
  ["he", "IHNW"],
  ["hw", "IHMW"],
  ["te", "IMNW"],
  ["tw", "IMW"],
  ["ew", "IMNW"],
  ["sht", "ISHMW"],
  ["she", "ISHNW"],
  ["shw", "ISHMW"],
  ["ste", "ISMNW"],
  ["stw", "ISMW"],
  ["sew", "ISMNW"],
  ["hte", "IHMNW"],
  ["htw", "IHMW"],
  ["hew", "IHMNW"],
  ["tew", "IMNW"],
  ["shte", "ISHMNW"],
  ["shtw", "ISHMW"],
  ["shew", "ISHMNW"],
  ["stew", "ISMNW"],
  ["htew", "IHMNW"],
  ["shtew", "ISHMNW"],
];

/** Sources of sleep, their text in the last section, and its number of charts. */
const SOURCES: readonly (readonly [readonly string[], string, number])[] = [
  [["Ring"], "Sleep: From Ring.", 0],
  [["Ring", "Bed"], "Sleep: From Ring, then Bed (the order of the service's data sources).", 1],
  [
    ["Ring", "Bed", "Watch"],
    "Sleep: From Ring, then Bed, then Watch (the order of the service's data sources).",
    1,
  ],
];

async function made(records: Readonly<Record<string, readonly HandMadeRecord[]>>) {
  await using me = await handMade({ records, now: NOW, tz: TZ });
  const { content } = await me.report(days);
  const letters = content.sections.map(({ heading }) => {
    const found = Object.keys(HEADINGS).find((name) => heading.startsWith(name));
    return found === undefined ? `(${heading})` : HEADINGS[found]!;
  });
  return { headings: letters.join(""), content };
}

Deno.test("a report has the parts for which there is data", async () => {
  assertEquals(new Set(MATRIX.map(([kinds]) => kinds)).size, 2 ** 5);
  for (const [kinds, headings] of MATRIX) {
    const records = Object.fromEntries(
      [...kinds].map((kind) => [KINDS[kind]![0], DAYS.map(KINDS[kind]![1])]),
    );
    const found = await made(records);
    assertEquals([kinds, found.headings], [kinds, headings]);
    assertEquals(found.content.intro.startsWith("These days have no values"), kinds === "", kinds);
  }
});

Deno.test("a report of infrequent measurements has a first page", async () => {
  const { headings, content } = await made({
    Weight: DAYS.map((date) => ({ start_time: `${date}T08:00:00+01:00`, value: 154 })),
  });
  assertEquals(headings, "IW");
  assertEquals(content.intro.startsWith("These days have no values"), false);
});

Deno.test("a report of several sources shows and names each of them", async () => {
  for (const [sources, text, charts] of SOURCES) {
    const { content } = await made({
      SleepStage: sources.flatMap((source) => DAYS.map(night(source))),
    });
    const last = content.sections.at(-1)!;
    assertEquals(last.text!.split(" Alone")[0], text);
    assertEquals(last.show.length - 1, charts, "the night of each source");
  }
});

Deno.test("a report of few days omits parts that need more", async () => {
  await using me = await handMade({
    records: { SleepStage: DAYS.map(night("Ring")), HeartRate: DAYS.map(KINDS["h"]![1]) },
    now: NOW,
    tz: TZ,
  });
  const titles = async (count: number): Promise<string> =>
    String(await me.report(range.lastDays(count, TZ, { until: me.now() })));
  assertEquals((await titles(1)).includes("median of"), false);
  assertEquals((await titles(2)).includes("median of"), true);
  assertEquals((await titles(7)).includes("Sleep regularity"), false);
  assertEquals((await titles(8)).includes("Sleep regularity"), true);
});
