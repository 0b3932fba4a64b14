import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { series } from "@lifeframe/lifeframe";
import { openFrame } from "../../src/frame/open.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const tz = "Europe/Berlin";
/** Eleven days around a daylight saving change. Each verb receives their local midnights. */
const DATES = Array.from(
  { length: 11 },
  (_, i) => Temporal.PlainDate.from("2024-03-25").add({ days: i }).toString(),
);
const VALUES = DATES.map((_, i) => (i * i * 7) % 11);
const midnight = (date: string): Date =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime(tz).epochMilliseconds);

/** These days as instants, as text of dates, as text without a zone, and as Polars' dates. */
const FORMS: Readonly<Record<string, (times: readonly string[]) => Frame | object[]>> = {
  "instants": (times) => times.map((time, i) => ({ time: midnight(time), value: VALUES[i]! })),
  "dates as text": (times) => times.map((time, i) => ({ time, value: VALUES[i]! })),
  "text without a zone": (times) =>
    times.map((time, i) => ({ time: `${time}T00:00`, value: VALUES[i]! })),
  "a Polars column of dates": (times) =>
    pl.DataFrame({
      time: pl.Series("time", times.map((time) => new Date(`${time}T00:00Z`))).cast(pl.Date),
      value: pl.Series("value", VALUES.slice(0, times.length)),
    }),
  "a Polars column of text": (times) =>
    pl.DataFrame({
      time: pl.Series("time", [...times]),
      value: pl.Series("value", VALUES.slice(0, times.length)),
    }),
};

type Given = Parameters<typeof series.resample>[0];
/** Every verb that reads times, each with its zone named. */
const CALLS: Readonly<Record<string, (frame: Given) => Frame>> = {
  "resample()": (frame) => series.resample(frame, { every: "1d", tz, aggregate: "max" }),
  "resample() by what rows mean": (frame) =>
    series.resample(frame, { every: "1d", tz, aggregate: "weighted mean", coverage: true }),
  "rolling()": (frame) => series.rolling(frame, { window: "3d", tz, aggregate: { value: "sum" } }),
  "rhythm()": (frame) => series.rhythm(frame, { tz }).frame,
  "changePoint()": (frame) => series.changePoint(frame, { tz }).frame,
  "changePoints()": (frame) => series.changePoints(frame, { tz }).frame,
  "interrupted()": (frame) => series.interrupted(frame, { at: "2024-03-31", tz }).frame,
  "decompose()": (frame) => series.decompose(frame, { period: "2d", tz }).frame,
  "trend()": (frame) => series.trend(frame, { tz }).frame,
  "cosinor()": (frame) => series.cosinor(frame, { tz, period: "168h" }).frame,
  "periodogram()": (frame) =>
    series.periodogram(frame, { tz, from: "48h", to: "96h", step: "24h" }),
  "compare()": (frame) =>
    series.compare(frame, {
      a: { start_time: "2024-03-25", end_time: "2024-03-31" },
      b: { start_time: "2024-03-31", end_time: "2024-04-05" },
      tz,
      resamples: 99,
    }).frame,
  "around()": (frame) =>
    series.around(frame, frame, { tz, before: "24h", after: "48h", every: "24h", each: true }),
  "dateParts()": (frame) => series.dateParts(frame, { tz, parts: ["date", "hour", "weekday"] }),
  "align()": (frame) => series.align({ one: frame }, { every: "1d", tz }),
  "fromSamples()": (frame) =>
    series.fromSamples(frame, { from: "2024-03-25", to: "2024-04-05" }, {
      kind: "discrete",
      every: "1d",
      tz,
      columns: { start_time: "time" },
    }),
  "thin()": (frame) => series.thin(frame, { tz }),
};

for (const [name, call] of Object.entries(CALLS)) {
  Deno.test(`${name} reads dates as local days of its zone, in every notation`, () => {
    const rows = (form: string) =>
      call(FORMS[form]!(DATES) as Given).toRecords().map((row) =>
        // a verb that returns the frame's own columns does not convert the times
        name === "rolling()" || name === "dateParts()" ? { ...row, time: undefined } : row
      );
    const expected = rows("instants");
    assert(expected.length > 0);
    for (const form of Object.keys(FORMS)) assertEquals(rows(form), expected, form);
  });
}

Deno.test("text without a zone is rejected if no zone is given, and only then", () => {
  const bare = FORMS["text without a zone"]!(DATES) as Given;
  for (
    const call of [
      () => series.rhythm(bare),
      () => series.resample(bare, { every: "1d" }),
      () => series.rolling(bare, { window: "3d" }),
      () => series.dateParts(bare),
      () => series.thin(bare),
      () => series.periodogram(bare),
    ]
  ) assertStringIncludes(assertThrows(call, TypeError).message, "or name a tz");
  const wrong = [{ time: "2024-03-25 at noon", value: 1 }];
  for (const call of Object.values(CALLS)) {
    const { message } = assertThrows(() => call(wrong));
    assert(/^Cannot [a-z]/.test(message), message);
    assert(!message.includes("name a tz"), message);
  }
});

Deno.test("an unknown zone is reported before anything is read in it", () => {
  const bare = FORMS["dates as text"]!(DATES) as Given;
  for (
    const call of [
      () => series.rhythm(bare, { tz: "Europe/Berln" }),
      () => series.resample(bare, { every: "1d", tz: "Europe/Berln" }),
      () => series.rolling(bare, { window: "3d", tz: "Europe/Berln" }),
      () => series.around(bare, bare, { tz: "Europe/Berln" }),
      () => series.dateParts(bare, { tz: "Europe/Berln" }),
    ]
  ) {
    const { message } = assertThrows(call, RangeError);
    assertStringIncludes(message, 'did you mean "Europe/Berlin"?');
  }
});

Deno.test("errors name nested options, and which argument is not a frame", () => {
  const frame = FORMS["instants"]!(DATES) as Given;
  const cases: [() => unknown, string][] = [
    [
      () =>
        series.align({ a: frame }, {
          tz: "UTC",
          every: "1d",
          each: { a: { maxage: "1h" } as never },
        }),
      'Cannot align "a": unknown option "maxage"; did you mean "maxAge"?',
    ],
    [
      () => series.align({ rate: frame }, { tz: "UTC", every: "1d", each: { rates: {} } }),
      'Cannot align: there is no frame "rates"; did you mean "rate"?',
    ],
    [
      () => series.align(frame as never, { tz: "UTC", every: "1d" }),
      "Cannot align: frames is one frame, expected frames by name",
    ],
    [
      () => series.convert(frame, { value: { form: "m", to: "km" } as never }),
      'Cannot convert units of value: unknown option "form"; did you mean "from"?',
    ],
    [
      () => series.convert(frame, undefined as never),
      "Cannot convert units: changes is missing, expected { weight",
    ],
    [
      () => series.around(frame, null as never),
      "Cannot read the events to look around: the data is null, expected a Polars frame",
    ],
    [
      () => series.resample(frame, { tz: "UTC" } as never),
      "Cannot resample: every is missing; pass the length of a window, such as 1d",
    ],
    [
      () => series.resample(frame, { tz: "UTC", every: "1d", fill: 5 as never }),
      "Cannot resample with fill 5: use one of null, 0, last",
    ],
    [
      () => series.resample(frame, { tz: "UTC", every: "1d", fill: "lst" as never }),
      'Cannot resample with fill "lst": use one of null, 0, last; did you mean "last"?',
    ],
    [
      () => series.resample(Promise.resolve([]) as never, { tz: "UTC", every: "1d" }),
      "Cannot resample: the data is a promise, await it first",
    ],
    [
      () => series.resample(frame, { tz: "UTC", every: "1d", aggregate: { valeu: "max" } }),
      'Cannot resample: column "valeu" is missing; did you mean "value"?',
    ],
    [
      () => series.rhythm(frame, { tz: "UTC", variant: "GGir" as never }),
      'Cannot compute the rhythm: there is no variant "GGir"; did you mean "GGIR"?',
    ],
    [
      () => series.resample(frame, { tz: "UTC", every: "1d", by: 7 as never }),
      "by is the number 7, expected a name or a list of names",
    ],
  ];
  for (const [call, words] of cases) {
    const error = assertThrows(call);
    assert(error instanceof TypeError || error instanceof RangeError, String(error));
    assertStringIncludes(error.message, words);
  }
});

/** Two measures of ten weeks, with gaps and five days apart. */
const WEEKS = Array.from({ length: 70 }, (_, day) => ({
  a: 60 + (day * day * 7) % 11 + (day >= 40 && day < 45 ? 30 : 0),
  b: day % 9 === 4 ? null : (day * day * 5) % 13,
}));

Deno.test("days across both daylight saving changes have the statistics of their dates", () => {
  for (const monday of ["2025-03-03", "2025-10-06"]) {
    const dates = WEEKS.map((_, day) => Temporal.PlainDate.from(monday).add({ days: day }));
    const dated = WEEKS.map((row, day) => ({ time: dates[day]!.toString(), ...row }));
    // each day as two values, in its first and in its last half hour
    const instants = dates.flatMap((date, day) =>
      ([["00:10", -5], ["23:50", 5]] as const).map(([plainTime, more]) => {
        const { a, b } = WEEKS[day]!, time = date.toZonedDateTime({ timeZone: tz, plainTime });
        return { time: time.toInstant().toString(), a: a + more, b: b === null ? null : b + more };
      })
    );
    const middle = dates[35]!.toString(), end = dates[69]!.add({ days: 1 }).toString();
    const results = (rows: typeof dated, days: Given) => {
      const { frame: episodes, finding } = series.unusual(rows, { tz });
      assertStringIncludes(finding, "1 unusual episode in 70 days");
      const compared = series.compare(days, {
        y: "a",
        a: { start_time: monday, end_time: middle },
        b: { start_time: middle, end_time: end },
        tz,
        resamples: 99,
      });
      const trended = series.trend(rows, { y: "a", tz });
      const table = series.correlate(days, { y: ["a", "b"], tz });
      return [episodes, compared.frame, trended.frame, openFrame(table).frame()]
        .map((frame) => frame.toRecords());
    };
    const noons = dated.map(({ time, ...row }) => ({
      ...row,
      time: Temporal.PlainDate.from(time).toZonedDateTime({ timeZone: tz, plainTime: "12:00" })
        .toInstant().toString(),
    }));
    assertEquals(results(instants, noons), results(dated, dated));
  }
});

Deno.test("verbs of elapsed time have the same result across both daylight saving changes", () => {
  const results = (start: string) => {
    const first = Temporal.PlainDateTime.from(start).toZonedDateTime(tz);
    const rows = Array.from({ length: 96 }, (_, i) => ({
      time: first.add({ hours: i }).toString({ timeZoneName: "never" }),
      interval: i % 11 === 3 ? null : 800 + (i * i * 7) % 90 + 40 * Math.cos(i * Math.PI / 12),
    }));
    return [
      series.periodogram(rows, { tz, from: "12h", to: "36h", step: "4h" }),
      series.hrv(rows, { unit: "ms", adjacent: "all" }).frame,
    ].map((frame) => frame.toRecords());
  };
  const plain = results("2025-05-03T12:00");
  for (const start of ["2025-03-28T12:00", "2025-10-24T12:00"]) {
    assertEquals(results(start), plain);
  }
});
