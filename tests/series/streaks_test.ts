import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { streaks } from "../../src/series/streaks.ts";
import { dateAfter } from "./simulated.ts";

const DAY = 86_400_000;

/** Days with a value each, or null. */
function daysOf(values: readonly (number | null)[]): { date: string; steps: number | null }[] {
  return values.map((steps, day) => ({ date: dateAfter(day), steps }));
}

Deno.test("streaks() finds the same runs as a text search over all days", () => {
  // As text: x within the limits, o outside of them, a dot for no value.
  const symbols = fc.array(fc.constantFrom("x", "x", "x", "o", "."), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(symbols, fc.boolean(), (given, hasRow) => {
      // Both ends have rows, so that the record has all days.
      const text = given.join("");
      const rows = daysOf(given.map((one) => one === "." ? null : one === "x" ? 7 : 5))
        .filter(({ steps }, i) => steps !== null || hasRow || i === 0 || i === given.length - 1);
      const found = streaks(rows, { y: "steps", atLeast: 6, atMost: 8 });
      const runs = [...text.matchAll(/x+/g)];
      const bound = (at: number) => ({ o: "miss", ".": "gap" })[text[at] ?? ""] ?? null;
      const hasValue = /[xo]/.test(text);
      assertEquals(
        found.frame.toRecords().map((row) => [
          Number(row["start_time"]) / DAY,
          Number(row["end_time"]) / DAY,
          Number(row["days"]),
          row["before"],
          row["after"],
        ]),
        runs.map(({ 0: { length }, index }) => {
          const start = Date.parse(dateAfter(index)) / DAY;
          return [start, start + length, length, bound(index - 1), bound(index + length)];
        }),
      );
      assertEquals(
        [found.longest, found.current, found.streaks, found.days_met, found.days],
        hasValue
          ? [
            Math.max(0, ...runs.map(([{ length }]) => length)),
            text.endsWith(".") ? null : /x*$/.exec(text)![0].length,
            runs.length,
            text.replaceAll(/[^x]/g, "").length,
            text.replaceAll(".", "").length,
          ]
          : [null, null, null, null, 0],
      );
      assertEquals(
        found.days_missing,
        hasValue ? text.replaceAll(/[^.]/g, "").length : null,
      );
    }),
  );
});

Deno.test("streaks() finds a planted streak of 23 days, and names its dates", () => {
  const days = daysOf(
    Array.from({ length: 60 }, (_, day) => day >= 10 && day < 33 || day > 57 ? 10_000 : 9_999),
  );
  const found = streaks(days, { atLeast: 10_000 });
  assertEquals([found.longest, found.current], [23, 2]);
  assertEquals(
    found.finding,
    "steps at least 10,000: longest streak 23 days, 11 January to 2 February 2024; " +
      "current streak 2 days",
  );
  assertEquals(
    streaks(days.slice(0, 30), { atLeast: 10_000 }).finding,
    "steps at least 10,000: longest streak 20 days, since 11 January 2024",
  );
  assertEquals(
    streaks(days.slice(0, 9), { atLeast: 10_000 }).finding,
    "steps at least 10,000: no such day in 9 days",
  );
});

Deno.test("streaks() ends a streak at a day without a value; the current streak is unknown if that is the last day", () => {
  const gap = streaks(daysOf([7, 7, null, 7, 7, 7, 2]), { atLeast: 7 });
  assertEquals([gap.longest, gap.current, gap.days_missing], [3, 0, 1]);
  assertEquals(
    gap.finding,
    "steps at least 7: longest streak 3 days, 4 to 6 January 2024; no current streak; " +
      "1 of 7 days has no value",
  );
  const open = streaks(daysOf([7, 7, null]), { atLeast: 7 });
  assertEquals([open.longest, open.current], [2, null]);
  assertEquals(open.reason.current, "the last day has no value");
  assertEquals(
    open.finding,
    "steps at least 7: longest streak 2 days, 1 to 2 January 2024; " +
      "current streak unknown, because 3 January 2024 has no value; 1 of 3 days has no value",
  );
  const empty = streaks(daysOf([null, null]), { y: "steps", atLeast: 7 });
  assertEquals([empty.longest, empty.reason.longest], [null, "no day has a value"]);
});

Deno.test("streaks() leaves out a last day that is not over", () => {
  const days = daysOf([7, 7, 1]).map((day, i) => ({ ...day, whole: i < 2 }));
  const found = streaks(days, { y: "steps", atLeast: 7 });
  assertEquals([found.longest, found.current, found.days_missing], [2, 2, 0]);
});

Deno.test("streaks() uses local days, across a daylight saving change", () => {
  const times = [
    "2024-03-29T23:30Z",
    "2024-03-30T23:30Z", // 31 March in Berlin, a day of 23 hours
    "2024-03-31T22:30Z", // 1 April
    "2024-04-02T22:30Z", // 3 April
  ];
  const rows = times.map((time) => ({ time, steps: 1 }));
  const records = streaks(rows, { atLeast: 1, tz: "Europe/Berlin" }).frame.toRecords();
  assertEquals(
    records.map((row) => ["start_time", "end_time"].map((key) => Number(row[key]))),
    [
      [Date.parse("2024-03-29T23:00Z"), Date.parse("2024-04-01T22:00Z")],
      [Date.parse("2024-04-02T22:00Z"), Date.parse("2024-04-03T22:00Z")],
    ],
  );
  assertEquals(streaks(rows, { atLeast: 1, tz: "UTC" }).longest, 3);
});

Deno.test("streaks() requires a numeric limit", () => {
  const rows = daysOf([1, 2]);
  const cases = [
    [{}, "atLeast and atMost are both missing. Pass a limit, such as atLeast: 10000."],
    [{ atLeast: NaN }, "atLeast is the number NaN, expected a finite number"],
    [{ atLeast: 5, atMost: 4 }, "atLeast is 5, more than atMost, which is 4. Swap them."],
  ] as const;
  for (const [options, message] of cases) {
    assertThrows(() => streaks(rows, options), Error, `Cannot find streaks: ${message}`);
  }
});

Deno.test("streaks() counts yes and no, as in a diary", () => {
  const rows = [true, true, false, true, true, true].map((meditation, day) => ({
    date: dateAfter(day),
    meditation,
  }));
  const { longest, current } = streaks(rows, { y: "meditation", atLeast: 1 });
  assertEquals([longest, current], [3, 3]);
});
