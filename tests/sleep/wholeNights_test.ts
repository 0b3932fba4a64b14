import { assertEquals } from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { fromRows, type Row, toRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as show from "../../src/show/mod.ts";
import { between } from "../../src/series/between.ts";
import { compare } from "../../src/series/compare.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import { timing } from "../../src/sleep/timing.ts";
import * as range from "../../src/time/range.ts";

const tz = "Europe/Berlin";
const YEAR = range.between("2024-01-01", "2025-01-01", tz);

/**
 * Returns sleep from 23:00 to 07:00 before each day of March 2024, across the daylight saving
 * change.
 */
function march(now?: string): Frame {
  const rows = Array.from({ length: 33 }, (_, i) => {
    const evening = Temporal.PlainDate.from("2024-02-29").add({ days: i });
    const at = (date: Temporal.PlainDate, plainTime: string): Temporal.Instant =>
      date.toZonedDateTime({ timeZone: tz, plainTime }).toInstant();
    return {
      start_time: at(evening, "23:00"),
      end_time: at(evening.add({ days: 1 }), "07:00"),
      sleep_stage: 3,
    };
  });
  const schema = { start_time: "time", end_time: "time", sleep_stage: "int64" } as const;
  const frame = toFrame(fromRows(rows, schema, { zone: tz }));
  return show.withRange(frame, YEAR, now === undefined ? {} : { now });
}

const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));
const wholeOf = (frame: Frame): unknown[] =>
  rowsOf(nightly(frame, { tz, rule: "noon" })).map(({ whole }) => whole);

Deno.test("nightly() marks the nights that a month from midnight to midnight cuts", () => {
  const month = rowsOf(nightly(between(march(), range.month("2024-03", tz), { tz }), { tz }));
  assertEquals(month.length, 32);
  assertEquals(month.map(({ whole }) => whole), [false, ...Array(30).fill(true), false]);
});

Deno.test("nightly() of nights from noon to noon only has whole nights, in every zone", () => {
  const noons = { start_time: "2024-03-09T12:00+01:00", end_time: "2024-03-12T12:00+01:00" };
  assertEquals(wholeOf(between(march(), noons, { tz })), [true, true, true]);
  const early = { start_time: "2024-03-09T13:00+01:00", end_time: "2024-03-12T11:00+01:00" };
  assertEquals(wholeOf(between(march(), early, { tz })), [false, true, false]);
});

Deno.test("nightly() returns null in whole for a frame without a range, or a filtered one", () => {
  const rows = rowsOf(march()).slice(0, 2);
  assertEquals(rowsOf(nightly(rows, { tz })).map(({ whole }) => whole), [null, null]);
  assertEquals(wholeOf(march().head(2)), [null, null]);
});

Deno.test("a sleep is over an hour after its end, and not before", () => {
  const last = (now: string): unknown => {
    const until = { end_time: now };
    return wholeOf(between(march(now), until, { tz })).at(-1);
  };
  assertEquals(last("2024-03-20T07:30+01:00"), false);
  assertEquals(last("2024-03-20T09:00+01:00"), true);
  assertEquals(last("2024-03-20T05:00+01:00"), false);
});

Deno.test("timing() skips the nights that the range cuts", () => {
  const month = timing(between(march(), range.month("2024-03", tz), { tz }), { tz });
  const noons = { start_time: "2024-03-01T12:00+01:00", end_time: "2024-03-31T12:00+02:00" };
  const nights = timing(between(march(), noons, { tz }), { tz });
  assertEquals(rowsOf(month.frame), rowsOf(nights.frame));
});

Deno.test("compare() skips nights and days that are not whole, in periods and conditions", () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    night: `2024-03-${String(i + 1).padStart(2, "0")}`,
    TST: i === 0 || i === 11 ? 60 : 400 + i,
    alcohol: i % 2 === 0 ? "no" : "yes",
    whole: i === 0 || i === 11 ? false : i === 5 ? null : true,
  }));
  const inner = rows.slice(1, -1).map(({ whole: _, ...row }) => row);
  const periods = {
    a: range.between("2024-03-01", "2024-03-07", tz),
    b: range.between("2024-03-07", "2024-03-13", tz),
  };
  for (const options of [{ condition: "alcohol" }, periods]) {
    const mean = (frame: readonly Row[]): unknown[] =>
      rowsOf(compare(frame, { ...options, y: "TST", tz }).frame)
        .filter(({ name }) => ["mean_a", "mean_b"].includes(String(name)))
        .map(({ value }) => value);
    assertEquals(mean(rows), mean(inner));
  }
});
