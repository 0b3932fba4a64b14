import { openFrame } from "../../src/frame/open.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { range } from "../../mod.ts";
import { countNights, nightCountText } from "../../src/app/nights/nightCount.ts";
import { pageLabels } from "../../src/app/page/pageLabels.ts";
import { readNights } from "../../src/app/nights/readNights.ts";
import { handMade, type HandMadeRecord, slept } from "./handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-01-10T18:00:00+01:00";
const date = (day: number): string => `2025-01-${String(day).padStart(2, "0")}`;

/**
 * Five nights counted by hand, with wake-up dates from 2025-01-05 to 09, and their neighbours. The
 * nights to the 5th, 6th and 9th are whole: 480, 420 and 600 minutes, the last until 13:00. The
 * night to the 7th is missing; that to the 8th has nine hours in bed and three of recorded sleep.
 * The night to the 4th includes 86 minutes after noon of the 4th, since its sleep lasts from 05:00
 * to 13:26. The night to the 10th is whole.
 */
const NIGHTS: readonly HandMadeRecord[] = [
  slept("Ring", "2025-01-04T05:00", "2025-01-04T13:26"),
  slept("Ring", "2025-01-04T23:00", "2025-01-05T07:00"),
  slept("Ring", "2025-01-06T00:00", "2025-01-06T07:00"),
  slept("Ring", "2025-01-08T00:00", "2025-01-08T09:00", 0),
  slept("Ring", "2025-01-08T01:00", "2025-01-08T04:00"),
  slept("Ring", "2025-01-09T03:00", "2025-01-09T13:00"),
  slept("Ring", "2025-01-10T00:00", "2025-01-10T08:00"),
];
const asked = {
  first: Temporal.PlainDate.from(date(5)),
  last: Temporal.PlainDate.from(date(9)),
  tz: TZ,
  sourcePriority: undefined,
};
const held = () => handMade({ records: { SleepStage: NIGHTS }, now: NOW, tz: TZ });

Deno.test("the nights of a report have a wake-up date in the range, and each is whole", async () => {
  await using me = await held();
  const { sessions, statistics } = await readNights(me, asked);
  const lengths = sessions.map(({ night, start, end }) => [night, Number(end - start) / 60e6]);
  assertEquals(lengths, [[date(5), 480], [date(6), 420], [date(8), 540], [date(9), 600]]);
  const nights = openFrame(statistics).read({ night: "text" }).night.values;
  assertEquals([...new Set(nights)], [date(5), date(6), date(8), date(9)]);
});

Deno.test("a report counts nights by recorded share, and states which do not count", async () => {
  await using me = await held();
  const made = await me.report(range.between(date(5), date(10), TZ));
  const { sections } = made.content;
  assertStringIncludes(
    String(sections.at(-1)!.show[0]),
    "3 of 5 nights count; without a main sleep: Tue 7 January 2025; recorded to less than two " +
      "thirds, and left out: Wed 8 January 2025 (33 %).",
  );
  // The mean of 420, 480 and 600 minutes.
  assertStringIncludes(String(sections[0]!.show[0]), "Asleep: 8 h 20 min");
});

Deno.test("a night that ends after noon is whole if the range ends with it", async () => {
  await using me = await held();
  for (const [day, minutes] of [[4, 506], [9, 600]] as const) {
    const night = await me.lastNight({ date: date(day) });
    assertEquals(night.facts!.figures.toRecords()[0]!["value"], minutes);
  }
});

Deno.test("your usual nights are at least two thirds recorded", async () => {
  await using me = await held();
  const night = await me.lastNight({ date: date(10), before: 5 });
  const [asleep] = night.facts!.figures.toRecords();
  assertEquals([asleep!["value"], asleep!["usual"], asleep!["nights"]], [480, 480, 3]);
});

Deno.test("up to three nights that do not count are named, and the rest counted", async () => {
  await using me = await held();
  const nights = await readNights(me, asked);
  const first = Temporal.PlainDate.from("2024-12-30");
  assertStringIncludes(
    nightCountText(
      countNights(nights, { first, last: asked.last, today: asked.last }),
      pageLabels({}, TZ),
    ),
    "3 of 11 nights count; without a main sleep: 2024-12-30, 2024-12-31, 2025-01-01 and 4 more;",
  );
});

Deno.test("future nights are not missing", async () => {
  await using me = await held();
  const made = await me.report(range.month("2025-01", TZ));
  assertStringIncludes(
    String(made.content.sections.at(-1)!.show[0]),
    "5 of 31 nights count; without a main sleep: Wed 1 January 2025, Thu 2 January 2025, " +
      "Fri 3 January 2025 and 1 more; recorded to less than two thirds, and left out: " +
      "Wed 8 January 2025 (33 %); 21 have not come yet.",
  );
});

Deno.test("an ongoing sleep without an end of its last stage does not break the page", async () => {
  const row = (start_date: string, end_date: string | null) => (
    { start_date, end_date, value: 3, source: "Ring", uuid: start_date }
  );
  const rows = [
    row("2025-01-04T22:00Z", "2025-01-05T06:00Z"),
    row("2025-01-09T22:00Z", null),
  ];
  const me = { api: { metrics: { samples: () => Promise.resolve(rows) }, sources: {} } };
  const { sessions } = await readNights(me as never, asked);
  assertEquals(sessions.map(({ night }) => night), [date(5)]);
});
