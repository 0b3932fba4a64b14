import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { range } from "../../../mod.ts";
import type { FrontPage } from "../../../src/app/report/frontPage.ts";
import type { Method } from "../../../src/app/report/method.ts";
import { handMade, type HandMadeRecord, slept } from "../handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-01-15T12:00:00+01:00";
const FIRST = Temporal.PlainDate.from("2024-12-18");
const day = (i: number): string => FIRST.add({ days: i - 1 }).toString();
const days = range.between("2025-01-01", "2025-01-15", TZ);
const week = range.between("2025-01-08", "2025-01-15", TZ);

/** Returns 1 on eight days of fourteen without a rhythm, else 0. */
const restless = (i: number): number => i * i % 7 % 3 === 1 ? 1 : 0;

/** Four weeks: 8 h of sleep and 55 bpm, then 7 h and 61 bpm, with daily variation in both. */
function records(): Record<string, HandMadeRecord[]> {
  const all = Array.from({ length: 28 }, (_, i) => i + 1);
  return {
    SleepStage: all.map((i) =>
      slept("Ring", `${day(i)}T0${i < 15 ? 0 : 1}:00`, `${day(i)}T0${i < 15 ? 7 + i % 3 : 8}:00`)
    ),
    RestingHeartRate: all.map((i) => ({
      start_time: `${day(i)}T09:00:00+01:00`,
      value: i < 15 ? 55 + restless(i) : 62 - restless(i),
    })),
    Weight: [{ start_time: `${day(16)}T09:00:00+01:00`, value: 154.3235835 }], // 70 kg
  };
}

async function made(options: object = {}, when = days): Promise<readonly [FrontPage, Method]> {
  await using me = await handMade({ records: records(), now: NOW, tz: TZ });
  const { sections } = (await me.report(when, { ...options })).content;
  const page = sections[0]!.show[0] as FrontPage;
  assertEquals(sections[0]!.heading, page.finding);
  return [page, sections.at(-1)!.show[0] as Method];
}
const front = async (options: object = {}, when = days): Promise<FrontPage> =>
  (await made(options, when))[0];

Deno.test("the first page compares two weeks with the two before, in means", async () => {
  const [{ content, finding }, method] = await made({ name: "Kim <b>" });
  assertEquals(method.content.head.slice(0, 3), [
    ["Of", "Kim <b>"],
    ["Period", "Wed 1 January 2025 to Tue 14 January 2025 (14 days)"],
    ["Compared with", "Wed 18 December 2024 to Tue 31 December 2024 (14 days)"],
  ]);
  const asleep = content.changes.find(({ label }) => label === "Asleep")!;
  assertEquals([Math.round(asleep.now.mean), Math.round(asleep.before!.mean)], [420, 484]);
  const bed = content.changes.find(({ label }) => label === "To bed")!;
  assertEquals([bed.now.mean, bed.before!.mean], [1, 0]);
  const heart = content.changes.find(({ label }) => label === "Resting heart rate")!;
  const means = [heart.now.mean, heart.before!.mean].map((mean) => mean.toFixed(2));
  assertEquals([...means, heart.judgement!.direction], ["61.43", "55.57", 1]);
  const weight = content.changes.find(({ label }) => label === "Weight")!;
  assertEquals([Math.round(weight.now.mean * 1e6) / 1e6, weight.before], [70, undefined]);
  assertStringIncludes(finding, "esting heart rate 6 bpm higher");
  assertStringIncludes(finding, "than in the 14 days before");
  const sizes = content.changes.filter(({ judgement }) => judgement).map(({ size }) => size);
  assertEquals(
    sizes,
    sizes.toSorted((a, b) => Math.abs(b ?? 0) - Math.abs(a ?? 0)),
    "the largest change is first",
  );
});

Deno.test("the first page states what was measured, what was not and how, and that it is not advice", async () => {
  const text = String((await made())[1]);
  for (
    const said of [
      "Sleep: 14 of 14 nights, by Ring.",
      "Days out of 14: Resting heart rate 14, Weight 1.",
      "Not measured: Heart rate variability (SDNN), Respiratory rate",
      "not a diagnosis or medical advice",
      "We computed sleep statistics (Iber et al. 2007) and differences of periods",
    ]
  ) assertStringIncludes(text, said);
});

Deno.test("the first page escapes user text, and draws the change of each measure that has a spread", async () => {
  const [page, method] = await made({ name: "Kim <b>" }), html = page.html();
  assertStringIncludes(method.html(), "Kim &lt;b&gt;");
  const { changes } = page.content;
  const sized = changes.filter(({ size }) => size !== undefined).length;
  assert(sized > 1);
  assertEquals(html.match(/<circle fill="#ffffff"/g)?.length, sized);
  const changed = changes.filter(({ judgement }) => judgement && judgement.direction !== 0).length;
  assertEquals(html.match(/class="beyond"/g)?.length, changed);
  assertEquals(html.match(/class="tile"/g)?.length, 3, "asleep, to bed and resting heart rate");
});

/** Returns the text of a column's cells, without marks. */
function cells(page: FrontPage, column: string): string[] {
  const found = page.html().matchAll(
    new RegExp(`<td data-label="${column}"[^>]*>(.*?)</td>`, "gs"),
  );
  return Array.from(found, ([, html]) => html!.replaceAll(/<[^>]*>/g, " ").trim());
}

Deno.test("the first page has cells of each measure for now, before and the change", async () => {
  const page = await front(), { changes } = page.content;
  const rowOf = (label: string): string[] => {
    const row = changes.findIndex((change) => change.label === label);
    return ["Now", "Before", "Change"].map((column) => cells(page, column)[row]!);
  };
  assert(changes.length > 3);
  for (const column of ["Now", "Before", "Change"]) {
    assertEquals(cells(page, column).length, changes.length, column);
  }
  const [now, before, change] = rowOf("Resting heart rate");
  assertStringIncludes(now!, "61 bpm");
  assertStringIncludes(before!, "56 bpm");
  assertStringIncludes(change!, "6 bpm higher");
  assertEquals(rowOf("Weight").slice(1), ["–", "–"]);
});

Deno.test("the first page reports no night and no change if there is no sleep", async () => {
  const { SleepStage: _, ...others } = records();
  await using me = await handMade({ records: others, now: NOW, tz: TZ });
  const method = (await me.report(days)).content.sections.at(-1)!.show[0];
  assertStringIncludes(String(method), "Sleep: none of 14 nights.");
});

Deno.test("without a comparison the column for the time before is missing", async () => {
  const page = await front({ against: "nothing" });
  assertEquals(page.content.before, undefined);
  assertEquals([cells(page, "Before"), cells(page, "Change")], [[], []]);
  assert(!page.html().includes('<th scope="col">Change'));
  assertEquals(page.finding, "In short");
});

Deno.test("a comparison with other days shows their dates, and rejects invalid ones", async () => {
  const other = range.between("2025-01-02", "2025-01-05", TZ);
  const page = await front({ against: other }, week);
  assertEquals(page.content.against, "3 other days");
  await assertRejects(() => front({ against: null }), TypeError, "against is null");
  for (const against of ["last", 7]) {
    await assertRejects(() => front({ against }), TypeError, 'expected "before", "nothing"');
  }
  const empty = { start_time: days.start_time, end_time: days.start_time };
  await assertRejects(() => front({ against: empty }), RangeError, "the range of against is empty");
});

Deno.test("a title above the report replaces its days", async () => {
  await using me = await handMade({ records: records(), now: NOW, tz: TZ });
  assertEquals((await me.report(days, { title: "For Dr. W" })).content.title, "For Dr. W");
});

Deno.test("report and digest write miles and pounds if units is imperial", async () => {
  const workout = {
    apple_workout_id: crypto.randomUUID(),
    start_date: `${day(17)}T10:00:00+01:00`,
    end_date: `${day(17)}T11:00:00+01:00`,
    duration: 3600,
    workout_activity_type: "Walking",
    extras: { distance_m: 16_093.44 }, // ten miles
  };
  const all = { ...records(), MobileWorkout: [workout] };
  await using me = await handMade({ records: all, now: NOW, tz: TZ });
  const shown = async (units?: "metric" | "imperial") =>
    [
      String(await me.report(days, { units })),
      String(await me.digest(days, { units, before: 14 })),
    ].map((text) => [/\d\S* (?:kg|lb)/.exec(text)?.[0], /\d\S* (?:km|mi)\b/.exec(text)?.[0]]);
  const metric = [["70.0 kg", "16.1 km"], ["70.0 kg", "16.1 km"]];
  assertEquals(await shown(), metric);
  assertEquals(await shown("metric"), metric);
  assertEquals(await shown("imperial"), [["154.3 lb", "10 mi"], ["154.3 lb", "10 mi"]]);
  await assertRejects(() => me.digest(days, { units: "miles" as never }), RangeError, '"miles"');
});

Deno.test("a printed page has the name, the days and its number at its foot, without markup", async () => {
  await using me = await handMade({ records: records(), now: NOW, tz: TZ });
  const { style } = (await me.report(days, { name: '</style>"Kim' })).content;
  const foot = /@bottom-left \{ content: "(.*?)"; /.exec(style!)![1]!;
  const read = foot.replaceAll(
    /\\([0-9a-f]+) /g,
    (_, hex) => String.fromCodePoint(parseInt(hex, 16)),
  );
  assertEquals(read, '</style>"Kim, 14 days to Tue 14 January 2025');
  assert(!foot.includes("<"));
  assertStringIncludes(style!, 'counter(page) " of " counter(pages)');
});
