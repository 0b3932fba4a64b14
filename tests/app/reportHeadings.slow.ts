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

/** Headings by letter; headings with a date only have their start. */
const HEADINGS: Readonly<Record<string, string>> = {
  "In short": "I",
  "Figures": "F",
  "Sleep, the night to": "N",
  "What each source saw": "V",
  "Sleep per day": "P",
  "When sleep came": "C",
  "How regular it was": "R",
  "Heart rate over the day": "D",
  "Heart rate": "H",
  "Steps per day": "T",
  "Workouts": "W",
  "Events of the last days": "E",
};

/** Available data (sleep, heart, steps, events, workouts), and the headings of five days of it. */
const MATRIX: readonly (readonly [string, string])[] = [
  ["", ""],
  ["s", "IFNPCR"],
  ["h", "IFHD"],
  ["t", "IFT"],
  ["e", "IFE"],
  ["w", "IFW"],
  ["sh", "IFNPCRHD"],
  ["st", "IFNPCRT"],
  ["se", "IFNPCRE"],
  ["sw", "IFNPCRW"],
  ["ht", "IFHDT"],
  ["he", "IFHDE"],
  ["hw", "IFHDW"],
  ["te", "IFTE"],
  ["tw", "IFTW"],
  ["ew", "IFWE"],
  ["sht", "IFNPCRHDT"],
  ["she", "IFNPCRHDE"],
  ["shw", "IFNPCRHDW"],
  ["ste", "IFNPCRTE"],
  ["stw", "IFNPCRTW"],
  ["sew", "IFNPCRWE"],
  ["hte", "IFHDTE"],
  ["htw", "IFHDTW"],
  ["hew", "IFHDWE"],
  ["tew", "IFTWE"],
  ["shte", "IFNPCRHDTE"],
  ["shtw", "IFNPCRHDTW"],
  ["shew", "IFNPCRHDWE"],
  ["stew", "IFNPCRTWE"],
  ["htew", "IFHDTWE"],
  ["shtew", "IFNPCRHDTWE"],
];

/** Number of sources with sleep, and the headings of five nights. */
const SOURCES: readonly (readonly [readonly string[], string, string])[] = [
  [[], "", ""],
  [["Ring"], "IFNPCR", "From Ring."],
  [["Ring", "Bed"], "IFNVPCR", "From Ring, then Bed (the order of the service's data sources)."],
  [
    ["Ring", "Bed", "Watch"],
    "IFNVPCR",
    "From Ring, then Bed, then Watch (the order of the service's data sources).",
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
    assertEquals(found.content.intro.startsWith("Nothing is known"), kinds === "", kinds);
  }
});

Deno.test("a report of infrequent measurements has a first page", async () => {
  const { headings, content } = await made({
    Weight: DAYS.map((date) => ({ start_time: `${date}T08:00:00+01:00`, value: 154 })),
  });
  assertEquals(headings, "I");
  assertEquals(content.intro.startsWith("Nothing is known"), false);
});

Deno.test("a report of several sources shows and names each of them", async () => {
  for (const [sources, headings, text] of SOURCES) {
    const { headings: found, content } = await made({
      SleepStage: sources.flatMap((source) => DAYS.map(night(source))),
    });
    assertEquals([sources, found], [sources, headings]);
    const said = content.sections.find(({ heading }) => heading.startsWith("Sleep, the night"));
    assertEquals(said?.text?.split(" Alone")[0] ?? "", text);
  }
});

Deno.test("a report of few days omits parts that need more", async () => {
  await using me = await handMade({
    records: { SleepStage: DAYS.map(night("Ring")), HeartRate: DAYS.map(KINDS["h"]![1]) },
    now: NOW,
    tz: TZ,
  });
  const headings = async (count: number): Promise<string[]> =>
    (await me.report(range.lastDays(count, TZ, { until: me.now() }))).content.sections
      .map(({ heading }) => heading);
  assertEquals((await headings(1)).includes("Heart rate over the day"), false);
  assertEquals((await headings(2)).includes("Heart rate over the day"), true);
  assertEquals((await headings(4)).includes("How regular it was"), false);
  assertEquals((await headings(5)).includes("How regular it was"), true);
});
