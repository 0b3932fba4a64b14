import { assert, assertEquals, assertThrows } from "@std/assert";
import { plot, range, read, series, show, sleep } from "@lifeframe/lifeframe";
import pl from "@lifeframe/lifeframe/polars";
import type { When } from "../../src/time/when.ts";

/** Zones with offsets of odd minutes, a midnight that is skipped, and a day that is. */
const ZONES = [
  "Europe/Berlin",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "America/St_Johns",
  "Pacific/Apia",
] as const;

/** The same month in each notation of a range. */
const MARCH: Readonly<Record<string, (tz: string) => When>> = {
  "a month": () => "2025-03",
  "dates": () => ({ from: "2025-03-01", to: "2025-04-01" }),
  "a range": (tz) => range.month("2025-03", tz),
  "the wire's range": () => ({ start_time: "2025-03-01", end_time: "2025-04-01" }),
  "the last days": () => ({ days: 31 }),
};

/** Two values a day from 10 February to 31 March. */
function values(tz: string) {
  const first = Temporal.PlainDate.from("2025-02-10");
  return Array.from({ length: 100 }, (_, i) => {
    const day = first.add({ days: Math.floor(i / 2) });
    return {
      time: day.toZonedDateTime({ timeZone: tz, plainTime: i % 2 === 0 ? "08:00" : "20:00" }),
      bpm: 60 + i % 7,
    };
  });
}

/** A sleep a night, to 11 February up to 31 March. */
function stages(tz: string) {
  const first = Temporal.PlainDate.from("2025-02-11");
  return Array.from({ length: 49 }, (_, i) => {
    const day = first.add({ days: i });
    const at = (plainTime: string) => day.toZonedDateTime({ timeZone: tz, plainTime });
    return { start_time: at("02:30"), end_time: at("07:00"), sleep_stage: 3 };
  });
}

/** Calls with a range. The result of each differs from the result without one. */
const CALLS: Readonly<Record<string, (when: When, tz: string) => unknown>> = {
  "series.between()": (when, tz) => series.between(values(tz), when, { tz }).toRecords(),
  "series.compare()": (when, tz) =>
    series.compare(values(tz), { a: "2025-02", b: when, tz }).frame.toRecords(),
  "series.resample()": (when, tz) =>
    series.resample(values(tz), { every: "1d", whole: when, tz }).toRecords(),
  "sleep.cycles()": (when, tz) => sleep.cycles(stages(tz), { clipTo: when, tz }).toRecords(),
  "sleep.stages()": (when, tz) => sleep.stages(stages(tz), { touching: when, tz }).toRecords(),
  "show.withRange()": (when, tz) => {
    const frame = pl.DataFrame(series.between(values(tz), "2025", { tz }));
    return String(show.rangeOf(show.withRange(frame, when, { tz }))!.start_time);
  },
  "plot.line()": (when, tz) => plot.line(values(tz), { range: when, tz }).svg(),
  "plot.dailyBars()": (when, tz) => plot.dailyBars(values(tz), { range: when, tz }).svg(),
  "plot.calendar()": (when, tz) => plot.calendar(values(tz), { range: when, tz }).svg(),
  "plot.weekHours()": (when, tz) => plot.weekHours(values(tz), { range: when, tz }).svg(),
  "plot.actogram()": (when, tz) => plot.actogram(values(tz), { range: when, tz }).svg(),
  "plot.coverage()": (when, tz) => plot.coverage(values(tz), { range: when, tz }).svg(),
  "plot.sleepBars()": (when, tz) => plot.sleepBars(stages(tz), { range: when, tz }).svg(),
  "plot.sleepRaster()": (when, tz) => plot.sleepRaster(stages(tz), { range: when, tz }).svg(),
  "plot.timeline()": (when, tz) => plot.timeline(stages(tz), { range: when, tz }).svg(),
};

for (const [name, call] of Object.entries(CALLS)) {
  Deno.test(`${name} accepts every kind of range, in every zone`, async () => {
    for (const tz of ZONES) {
      const expected = await call(range.month("2025-03", tz), tz);
      const other = await call("2025-W11", tz);
      assert(JSON.stringify(expected) !== JSON.stringify(other), "the range has no effect");
      for (const [form, when] of Object.entries(MARCH)) {
        // The last of two values a day counts for twelve hours, so the data ends on 1 April.
        if (name === "plot.coverage()" && form === "the last days") continue;
        assertEquals(await call(when(tz), tz), expected, `${form}, ${tz}`);
      }
    }
  });

  Deno.test(`${name} rejects an invalid range and lists the valid kinds`, () => {
    for (const wrong of ["last month", 30, null, { start: "2025-03-01" }]) {
      if (wrong === null && name !== "series.between()") continue;
      const { message } = assertThrows(() => call(wrong as never, "Europe/Berlin"));
      assert(/^Cannot /.test(message) && /2025-W11|range/.test(message), message);
    }
  });
}

Deno.test("the last days and nights of a frame end with its range, otherwise with its last row", () => {
  const tz = "Asia/Kathmandu", frame = pl.DataFrame(series.between(values(tz), "2025", { tz }));
  const days = (when: When) =>
    new Set(series.dateParts(series.between(frame, when, { tz }), { tz }).getColumn("date"));
  assertEquals([...days({ days: 2 })], ["2025-03-30", "2025-03-31"]);
  // Noon to noon: the night to 31 March has the evening before and the morning of it.
  const [night, ...more] = series.between(frame, { nights: 1 }, { tz }).toRecords();
  assertEquals(more.length, 1);
  assertEquals(
    new Date(String(night!["time"])).toISOString(),
    Temporal.ZonedDateTime.from(`2025-03-30T20:00[${tz}]`).toInstant().toString({
      fractionalSecondDigits: 3,
    }),
  );
  const asked = show.withRange(series.between(frame, "2025-03", { tz }), "2025-W11", { tz });
  const inside = series.dateParts(series.between(asked, { days: 1 }, { tz }), { tz });
  assertEquals([...new Set(inside.getColumn("date"))], ["2025-03-16"]);
});

Deno.test("a chart of nights draws as many rows as the range has nights", async () => {
  const tz = "Europe/Berlin";
  assertEquals(
    await plot.timeline(stages(tz), { range: { nights: 7 }, tz }).svg(),
    await plot.timeline(stages(tz), { range: { days: 7 }, tz }).svg(),
  );
});

Deno.test("readers keep every kind of range", async () => {
  const ics = (from: string) =>
    new File([
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Run\r\nDTSTART:20250310T080000\r\nDTEND:20250310T090000\r\nEND:VEVENT\r\n` +
      `BEGIN:VEVENT\r\nUID:b\r\nSUMMARY:Swim\r\nDTSTART:${from}T080000\r\nDTEND:${from}T090000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    ], "calendar.ics");
  const tz = "Asia/Kathmandu", file = ics("20250620");
  for (
    const when of [
      "2025-03",
      "2025-W11",
      "2025-03-10",
      { from: "2025-03-10", to: "2025-03-11" },
      { end_time: "2025-04-01" },
    ]
  ) {
    const { events } = await read.any(file, { tz, range: when });
    assertEquals(events.getColumn("title").toArray(), ["Run"], JSON.stringify(when));
  }
});

Deno.test("records of zoned times have days of their zone, without an option", () => {
  for (const tz of ZONES) {
    assertEquals(
      series.resample(values(tz), { every: "1d" }).toRecords(),
      series.resample(values(tz), { every: "1d", tz }).toRecords(),
      tz,
    );
  }
});
