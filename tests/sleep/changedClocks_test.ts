import { assertEquals } from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { aggregate } from "../../src/sleep/aggregate.ts";
import { cycles } from "../../src/sleep/cycles.ts";
import { merge } from "../../src/sleep/merge.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { timing } from "../../src/sleep/timing.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

/** Minutes and stages of one night, with time in bed below them. */
const NIGHT = [[12, 2], [60, 3], [45, 4], [90, 3], [31, 5], [7, 2], [140, 3], [55, 5]] as const;
const LENGTH = NIGHT.reduce((sum, [minutes]) => sum + minutes, 0);

function nightFrom(evening: string, tz: string) {
  let at = Temporal.PlainDateTime.from(evening).toZonedDateTime(tz).toInstant();
  const bed = { start_time: at.toString(), end_time: at.add({ minutes: LENGTH }).toString() };
  const stages = NIGHT.map(([minutes, sleep_stage]) => {
    const start_time = at.toString();
    at = at.add({ minutes });
    return { start_time, end_time: at.toString(), sleep_stage };
  });
  return [{ ...bed, sleep_stage: 0 }, ...stages];
}

/** Columns of `sleep.sessions` with lengths in minutes. */
const LENGTHS: ReadonlySet<string> = new Set(["duration", "asleep", "in_bed_stage"]);

/** Returns all durations of a frame by row, without times of day and dates. */
const durations = (frame: Frame): unknown[] =>
  toRows(columnsOf(frame)).map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name, value]) =>
        name.endsWith("_ms") || LENGTHS.has(name) || name === "sleep_stage" || Array.isArray(value)
      ).map(([name, value]) => [
        name,
        Array.isArray(value)
          ? value.map((item) => item.duration_ms ?? item.total_time_in_stage_ms)
          : value,
      ]),
    )
  );

/** Returns the time in each stage over all days; the night is cut at midnight. */
function cutSums(frame: Frame): Map<unknown, number> {
  const sums = new Map<unknown, number>();
  for (const { value, sum_ms } of toRows(columnsOf(frame))) {
    sums.set(value, (sums.get(value) ?? 0) + (sum_ms as number));
  }
  return sums;
}

const lengths = ({ frame }: { readonly frame: Frame }): unknown[] =>
  toRows(columnsOf(frame)).filter(({ name }) => /^SD[wf]$/.test(name as string))
    .map(({ value }) => value);

const CHANGES: readonly (readonly [tz: string, usual: string, changed: readonly string[]])[] = [
  ["Europe/Berlin", "2024-01-20T22:30", ["2024-03-30T22:30", "2024-10-26T22:30"]],
  ["Australia/Lord_Howe", "2024-01-20T22:30", ["2024-04-06T22:30", "2024-10-05T22:30"]],
  ["America/Sao_Paulo", "2018-09-15T22:30", ["2018-11-03T22:30", "2019-02-16T22:30"]],
  ["Pacific/Apia", "2011-11-12T22:30", ["2011-12-29T22:30"]],
];

for (const [tz, usual, changed] of CHANGES) {
  Deno.test(`a night across a daylight saving change in ${tz} has the same lengths as any other`, () => {
    const plain = nightFrom(usual, tz);
    for (const evening of changed) {
      const night = nightFrom(evening, tz);
      assertEquals(durations(merge(night)), durations(merge(plain)));
      assertEquals(
        durations(merge(night, { inBed: "layer" })),
        durations(merge(plain, { inBed: "layer" })),
      );
      assertEquals(durations(cycles(night)), durations(cycles(plain)));
      assertEquals(durations(sessions(night, { tz })), durations(sessions(plain, { tz })));
      for (const mode of ["split", "start", "end"] as const) {
        assertEquals(
          cutSums(aggregate(night, { tz, mode })),
          cutSums(aggregate(plain, { tz, mode })),
        );
      }
      assertEquals(lengths(timing(night, { tz })), lengths(timing(plain, { tz })));
    }
  });
}
