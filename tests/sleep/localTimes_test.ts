import { assert, assertEquals, assertThrows } from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import * as sleep from "../../src/sleep/mod.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const tz = "Europe/Berlin";
/** Nights across the daylight saving change, in local time and with an offset. */
const days = [28, 29, 30, 31, 32, 33];
const local = (day: number, hour: number): Temporal.PlainDateTime =>
  Temporal.PlainDateTime.from("2024-03-01T00:00").add({ days: day - 1, hours: hour });
const rows = (text: (at: Temporal.PlainDateTime) => string): Row[] =>
  days.map((day) => ({
    start_time: text(local(day, 23)),
    end_time: text(local(day + 1, 7)),
    sleep_stage: 4,
    source: "watch",
  }));
const NAIVE = rows((at) => at.toString({ smallestUnit: "minute" }));
const ZONED = rows((at) => at.toZonedDateTime(tz).toString({ timeZoneName: "never" }));

const VERBS: Readonly<Record<string, (frame: Row[], options: { tz?: string }) => Frame>> = {
  aggregate: sleep.aggregate,
  agreement: (frame, options) => sleep.agreement(frame, frame, options).frame,
  consensus: sleep.consensus,
  cycles: sleep.cycles,
  findClones: sleep.findClones,
  fromSamples: (frame, options) =>
    sleep.fromSamples(
      frame.map(({ start_time, end_time, sleep_stage }) => ({
        start_date: start_time,
        end_date: end_time,
        value: sleep_stage,
      })),
      options,
    ),
  merge: sleep.merge,
  mergeReport: (frame, options) => sleep.mergeReport([...frame, ...frame], options),
  nightly: sleep.nightly,
  sessions: sleep.sessions,
  nremCycles: sleep.nremCycles,
  regularity: (frame, options) => sleep.regularity(frame, options).frame,
  softAgreement: sleep.softAgreement,
  stages: sleep.stages,
  statistics: sleep.statistics,
  timing: (frame, options) => sleep.timing(frame, options).frame,
  transitions: sleep.transitions,
  withoutClones: sleep.withoutClones,
};

for (const [name, verb] of Object.entries(VERBS)) {
  Deno.test(`sleep.${name} reads times without a zone in tz, and suggests tz only if it is missing`, () => {
    const shown = (frame: Row[], options: { tz?: string }) =>
      toRows(columnsOf(verb(frame, options)));
    assertEquals(shown(NAIVE, { tz }), shown(ZONED, { tz }));
    const refused = assertThrows(() => verb(NAIVE, {}), TypeError);
    assert(
      /^Cannot .*"2024-03-28T23:00" has no zone; .* name a tz$/.test(refused.message),
      refused.message,
    );
  });
}

Deno.test("sleep.timing reads nights in local time", () => {
  const nights = toRows(columnsOf(sleep.sessions(ZONED, { tz })));
  const naive = nights.map((row) => ({
    ...row,
    onset_time: (row["onset_time"] as string).slice(0, 16),
    wake_time: (row["wake_time"] as string).slice(0, 16),
  }));
  assertEquals(
    toRows(columnsOf(sleep.timing(naive, { tz }).frame)),
    toRows(columnsOf(sleep.timing(ZONED, { tz }).frame)),
  );
});

Deno.test("an unknown stage table is rejected with the nearest name", () => {
  assertThrows(
    () => sleep.statistics(ZONED, { stages: "asm" as "aasm" }),
    RangeError,
    'did you mean "aasm"?',
  );
});

Deno.test("ranges of cycles are read in tz or the zone of the frame, with days as local days", () => {
  const touching = { start_time: "2024-03-31", end_time: Temporal.PlainDate.from("2024-04-01") };
  const found = sleep.cycles(ZONED, { tz, touching });
  assertEquals(found.height, 2);
  assertEquals(sleep.cycles(sleep.stages(ZONED, { tz }), { touching }).height, 2);
});
