import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { demo, range } from "../../../mod.ts";
import { handMade, slept } from "../handMade.ts";

const TZ = "Europe/Berlin";

Deno.test("a digest describes the last seven days: the largest differences first, then all others", async () => {
  const me = await demo({ days: 40 });
  const { title, sentences } = await me.digest();
  assertEquals(title, "7 days to Thu 20 March 2025: no clear change in 10 measures");
  assertEquals(sentences.length, 6);
  for (const sentence of sentences.slice(0, 3)) {
    assertMatch(sentence, /^(?:You|Your|Of your) .*\d.*; it may be chance \(\d.* to \d.*\)\.$/);
  }
  assertMatch(sentences[3]!, /^No clear change: (?:.*\d.*, ){6}.*\d.*\.$/);
  assertEquals(sentences[4], "Too few days to compare: weight 75.8 kg (1 day).");
  assertMatch(sentences[5]!, /^Workouts: walking once, 44 min, 3\.7 km; /);
});

Deno.test("a digest states its number of nights, and that they are too few to detect a change", async () => {
  const night = (date: string, hours: number) =>
    slept("Ring", `${date}T00:00`, `${date}T${String(hours).padStart(2, "0")}:00`);
  await using me = await handMade({
    records: {
      SleepStage: [
        ...["01", "02", "03", "04"].map((day) => night(`2025-01-${day}`, 8)),
        ...["05", "06"].map((day) => night(`2025-01-${day}`, 7)),
      ],
    },
    now: "2025-01-07T12:00:00+01:00",
    tz: TZ,
  });
  const { sentences } = await me.digest(range.between("2025-01-05", "2025-01-07", TZ), {
    before: 4,
  });
  assertEquals(sentences, [
    "Too few days to compare: asleep 7 h (2 nights), to bed 00:00 (2 nights).",
  ]);
  const first = await me.digest(range.between("2025-01-01", "2025-01-03", TZ), { before: 4 });
  assertEquals(first.sentences, [
    "No data in the 4 days before: asleep 8 h (2 nights), to bed 00:00 (2 nights).",
  ]);
});

Deno.test("a digest reports days without data, and rejects invalid options", async () => {
  await using me = await handMade({ records: {}, now: "2025-01-07T12:00:00+01:00", tz: TZ });
  assertEquals((await me.digest()).sentences, ["These days have no values."]);
  await assertRejects(() => me.digest({ days: 7 }, { before: 0 }), RangeError, "before is 0");
  await assertRejects(
    () => me.digest({ start_time: "2025-01-01T00:00Z" } as never),
    TypeError,
    "end_time is missing",
  );
});

Deno.test("a digest puts a change into its title and first line, with the interval", async () => {
  const day = (i: number): string =>
    Temporal.PlainDate.from("2025-01-01").add({ days: i }).toString();
  const pulse = Array.from({ length: 35 }, (_, i) => ({
    start_time: `${day(i)}T09:00:00+01:00`,
    value: (i < 28 ? 55 : 61) + i * i % 7 % 3,
  }));
  const steps = Array.from({ length: 35 }, (_, i) => ({
    start_time: `${day(i)}T09:00:00+01:00`,
    end_time: `${day(i)}T10:00:00+01:00`,
    value: 8000 + 500 * (i * i % 11 % 4),
  }));
  await using me = await handMade({
    records: { RestingHeartRate: pulse, StepCount: steps },
    now: "2025-02-05T12:00:00+01:00",
    tz: TZ,
  });
  const digest = await me.digest();
  assertEquals(
    digest.title,
    "7 days to Tue 4 February 2025: resting heart rate 6 bpm higher",
  );
  assertMatch(
    digest.sentences[0]!,
    /^Your resting heart rate was 62 bpm, 56 bpm before: 6 bpm higher, apart from .*weekdays \([56] bpm higher to [67] bpm higher\)\.$/,
  );
  assertMatch(digest.sentences[1]!, /^No clear change: 8,\d+ steps\.$/);
  const page = await digest.page();
  assertMatch(page, /<h1>Resting heart rate 6 bpm higher<\/h1>/);
  assertMatch(page, /<h2>Changed<\/h2>/);
  assertEquals(page.match(/class="sparkline"/g)?.length, 1);
});
