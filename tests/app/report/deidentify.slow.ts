import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { range } from "../../../mod.ts";
import { deidentify } from "../../../src/app/report/deidentify.ts";
import { readReport } from "../../../src/app/report/reportData.ts";
import { pageLabels } from "../../../src/app/page/pageLabels.ts";
import { handMade, slept } from "../handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-04-04T12:00:00+02:00";
const all = Array.from(
  { length: 12 },
  (_, i) => Temporal.PlainDate.from("2025-03-22").add({ days: i }).toString(),
);
const days = range.between("2025-03-28", "2025-04-03", TZ); // daylight saving change on 30 March

/** Twelve days of all kinds of data, with names, places and notes. */
const records = {
  SleepStage: all.flatMap((date) => [
    slept("Kim's Ring", `${date}T00:30`, `${date}T07:30`),
    slept("Zephyr Mat", `${date}T00:40`, `${date}T07:20`),
  ]),
  HeartRate: all.map((date) => ({
    id: crypto.randomUUID(),
    start_time: `${date}T10:00:00Z`,
    value: 61,
    source: "Kim's Ring",
    device: { name: "Ring of Kim", model: "R-7" },
  })),
  StepCount: all.map((date) => ({
    start_time: `${date}T10:00:00Z`,
    end_time: `${date}T10:30:00Z`,
    value: 900,
  })),
  MomentAnnotation: all.map((date) => ({
    start_time: `${date}T11:00:00Z`,
    name: "Tea with Ada",
    note: "in Wuppertal",
  })),
  MobileWorkout: all.map((date) => ({
    apple_workout_id: crypto.randomUUID(),
    start_date: `${date}T17:00:00Z`,
    end_date: `${date}T17:30:00Z`,
    workout_activity_type: "running",
  })),
  MobileLocationUpdate: all.map((date) => ({
    timestamp: `${date}T12:00:00Z`,
    latitude_degrees: 51.256213,
    longitude_degrees: 7.150764,
  })),
};

Deno.test("a de-identified report has no name, place, note, address, identifier or date", async () => {
  await using me = await handMade({ records, now: NOW, tz: TZ });
  const plain = await (await me.report(days)).page();
  const html = await (await me.report(days, { deidentify: true })).page();
  const leaks: readonly [string, RegExp][] = [
    ["the name of a device", /Kim|Zephyr|\bRing\b|R-7/],
    ["a note", /Ada|\bTea\b/],
    ["a place", /Wuppertal|51\.25|7\.15076/],
    ["the zone", /Europe|Berlin|CES?T|\+0[12]:00/],
    ["a UUID", /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i],
    ["an address", /localhost|made by hand/],
    ["the year", /(?<![\d.])2025(?![\d.])/],
    ["a date", /2[2-9] Mar|[1-3] Apr|2025-0[34]/],
  ];
  const isIn = (text: string): string[] =>
    leaks.filter(([, form]) => form.test(text)).map(([name]) => name);
  const shiftedDates = ["a date"]; // the days of the month may be the same, in another year
  assertEquals(isIn(html).filter((name) => !shiftedDates.includes(name)), []);
  assert(isIn(plain).length >= 5, `the same report as it is has ${isIn(plain)}`);
  const real = Date.parse("2025-03-21"), least = real - 51 * 7 * 86_400_000;
  const instants = [...html.matchAll(/(?<![\d.])1\d{12}(?!\d)/g)].map(([text]) => Number(text));
  assert(instants.length > 0, "pictures say their times");
  assertEquals(instants.filter((at) => at > least), [], "no instant of less than a year before");
  assertMatch(html, /Dates are shifted by whole weeks/);
  assert(!/Notes: /.test(html));
});

Deno.test("weekdays and times of day stay unchanged, even across a daylight saving change", async () => {
  await using me = await handMade({ records, now: NOW, tz: TZ });
  const [first, last] = [
    Temporal.PlainDate.from("2025-03-28"),
    Temporal.PlainDate.from("2025-04-02"),
  ];
  const labels = pageLabels({}, TZ);
  const asked = { first, last, tz: TZ, sourcePriority: undefined, units: "metric" } as const;
  const data = await readReport(me, asked, labels);
  const moved = deidentify(data, 60);
  assertEquals(moved.first, first.subtract({ weeks: 60 }));
  assertEquals(moved.first.dayOfWeek, first.dayOfWeek);
  const clock = (frame: typeof data.heart, zone: string): string[] => {
    const time = frame.getColumn("time").toArray() as unknown as Date[];
    const value = frame.getColumn("heart_rate").toArray();
    return time.filter((_, i) => value[i] !== null).map((at) =>
      Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainTime()
        .toString()
    );
  };
  assertEquals(clock(moved.heart, "UTC"), clock(data.heart, TZ));
  assertEquals(clock(data.heart, TZ).slice(0, 2), ["11:00:00", "11:00:00"]);
  assertEquals(new Set(clock(data.heart, TZ)), new Set(["11:00:00", "12:00:00"]));
  assertEquals(moved.sources.order, ["device 1", "device 2"]);
});

Deno.test("two reports are shifted differently, and options that would identify the person are rejected", async () => {
  await using me = await handMade({ records, now: NOW, tz: TZ });
  const pages = await Promise.all(
    Array.from(
      { length: 3 },
      async () =>
        String(
          (await me.report(days, { deidentify: true })).content.sections
            .find(({ heading }) => heading.startsWith("Sleep"))!.show[0],
        ),
    ),
  );
  assert(new Set(pages).size > 1, `${pages}`);
  for (const option of ["name", "data", "again"]) {
    await assertRejects(
      () => me.report(days, { deidentify: true, [option]: "Kim" }),
      TypeError,
      `${option} may identify the person`,
    );
  }
});
