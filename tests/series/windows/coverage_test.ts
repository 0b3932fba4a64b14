import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { compare } from "../../../src/series/compare.ts";
import { cosinor } from "../../../src/series/cosinor.ts";
import { rhythm } from "../../../src/series/rhythm.ts";
import { statistics } from "../statistic.ts";

const tz = "Europe/Berlin";
/** Hours from 29 March 2024, 00:00 UTC, across the daylight saving change. Some have no value. */
const hours = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 99 }) },
    { weight: 2, arbitrary: fc.constantFrom(null, NaN, Infinity, -Infinity) },
  ),
  { minLength: 30, maxLength: 170, size: "max" },
);
const rowsOf = (values: readonly (number | null)[]) =>
  values.map((value, i) => ({ time: new Date(Date.UTC(2024, 2, 29, i)), value }));
const isKnown = (value: number | null): boolean => value !== null && Number.isFinite(value);

Deno.test("cosinor(): coverage and n of every statistic equal the hours with a value", () => {
  fc.assert(fc.property(hours, (values) => {
    if (!values.some((value) => typeof value === "number")) return;
    const n = values.filter(isKnown).length;
    for (const row of cosinor(rowsOf(values), { tz }).frame.toRecords()) {
      assertEquals([row["n"], row["coverage"]], [n, n / values.length], String(row["name"]));
    }
  }));
});

Deno.test("compare(): coverage, n and missing of every statistic equal a count of days", () => {
  const periods = {
    a: { start_time: "2024-03-29", end_time: "2024-03-31" },
    b: { start_time: "2024-03-31", end_time: "2024-04-05" },
  };
  fc.assert(fc.property(hours, (values) => {
    if (!values.some((value) => typeof value === "number")) return;
    const rows = rowsOf(values);
    const counted = Object.values(periods).map(({ start_time, end_time }) => {
      const own = rows.map(({ time, value }) => ({
        date: time.toTemporalInstant().toZonedDateTimeISO(tz).toPlainDate().toString(),
        value,
      })).filter(({ date, value }) => date >= start_time && date < end_time && isKnown(value));
      const days = Temporal.PlainDate.from(start_time).until(end_time).days;
      return { n: own.length, known: new Set(own.map(({ date }) => date)).size, days };
    });
    const [a, b] = counted as [typeof counted[0], typeof counted[0]];
    const found = compare(rows, { ...periods, tz, resamples: 9 });
    const share = ({ known, days }: typeof a): number => known / days;
    for (const row of found.frame.toRecords()) {
      const name = String(row["name"]);
      const expected = name.endsWith("_a")
        ? [a.n, share(a)]
        : name.endsWith("_b")
        ? [b.n, share(b)]
        : [a.n + b.n, Math.min(share(a), share(b))];
      assertEquals([row["n"], row["coverage"]], expected, name);
    }
    const { n_a, n_b, missing_a, missing_b } = statistics(found);
    assertEquals([n_a, n_b], [a.n, b.n]);
    assertEquals([missing_a, missing_b], [a.days - a.known, b.days - b.known]);
  }));
});

Deno.test("an infinite value counts as missing, like NaN", () => {
  const clean = Array.from({ length: 96 }, (_, i) => i % 13 === 5 ? null : (i * 7) % 24);
  const dirty = clean.map((value, i) => value ?? (i % 2 === 0 ? Infinity : NaN));
  const given = rowsOf(dirty), expected = rowsOf(clean);
  for (
    const [found, other] of [
      [rhythm(given, { tz }), rhythm(expected, { tz })],
      [cosinor(given, { tz }), cosinor(expected, { tz })],
    ] as const
  ) {
    assertEquals(found.frame.toRecords(), other.frame.toRecords());
    assert(Object.values(found).some((value) => value !== null));
  }
});
