import { assertEquals, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { plot, sleep } from "../../mod.ts";

const start = "2024-01-01T22:00Z";
/** 0 and 1 are codes of both tables: only the column distinguishes them. */
const codes = [0, 1, 2, 2, 3, 4, 2, 0];
const scored = sleep.fromHypnogram(codes, { start, epoch: "PT1H" });
const consumer = sleep.fromHypnogram([2, 3, 3, 4], { start, epoch: "PT1H", stages: "consumer" });

/** Returns the frame's tables; `undefined` without the column. */
function tables(frame: pl.DataFrame): unknown {
  return frame.columns.includes("stage_table")
    ? [...new Set(frame.getColumn("stage_table").toArray())]
    : undefined;
}

Deno.test("a hypnogram of AASM codes carries its table, and statistics read them as such", () => {
  assertEquals(tables(scored), ["aasm"]);
  assertEquals(sleep.pick(sleep.statistics(scored, { tz: "UTC" }), "TST"), 6 * 60);
  assertEquals(
    sleep.statistics(scored, { tz: "UTC" }).toRecords(),
    sleep.statistics(scored, { tz: "UTC", stages: "aasm" }).toRecords(),
  );
});

const aggregate = (frame: pl.DataFrame, options?: object) =>
  sleep.aggregate(frame, { tz: "UTC", ...options });

Deno.test("codes of the table consumer need no column, as in wire format", () => {
  assertEquals(tables(consumer), undefined);
  for (const verb of [sleep.merge, sleep.stages, sleep.cycles, aggregate]) {
    assertEquals(tables(verb(consumer)), undefined);
    const said = verb(consumer.withColumns(pl.lit("consumer").alias("stage_table")));
    assertEquals(tables(said), undefined);
    assertEquals(said.toRecords(), verb(consumer).toRecords());
  }
});

const named = scored.withColumns(pl.lit("a").alias("source"));

const VERBS: Readonly<Record<string, (frame: pl.DataFrame, options?: object) => pl.DataFrame>> = {
  merge: sleep.merge,
  stages: sleep.stages,
  cycles: sleep.cycles,
  aggregate,
  transitions: sleep.transitions,
  consensus: sleep.consensus,
  withoutClones: sleep.withoutClones,
  mergeReport: (frame, options) => sleep.mergeReport(pl.concat([frame, frame]), options),
};

for (const [name, verb] of Object.entries(VERBS)) {
  Deno.test(`sleep.${name} reads the table of the frame and writes it`, () => {
    assertEquals(tables(verb(named)), ["aasm"]);
    assertEquals(verb(named).toRecords(), verb(named, { stages: "aasm" }).toRecords());
    const bare = verb(named.drop("stage_table"), { stages: "aasm" });
    if (name !== "withoutClones") assertEquals(verb(named).toRecords(), bare.toRecords());
  });
}

const READERS: Readonly<Record<string, (frame: pl.DataFrame, options?: object) => unknown>> = {
  ...VERBS,
  statistics: sleep.statistics,
  nightly: sleep.nightly,
  sessions: sleep.sessions,
  timing: sleep.timing,
  regularity: sleep.regularity,
  nremCycles: sleep.nremCycles,
  findClones: sleep.findClones,
  softAgreement: sleep.softAgreement,
  agreement: (frame, options) => sleep.agreement(frame, frame, options),
  "plot.hypnogram": plot.hypnogram,
  "plot.sleepBars": plot.sleepBars,
  "plot.sleepRaster": plot.sleepRaster,
  "plot.transitions": plot.transitions,
  "plot.nremCycles": plot.nremCycles,
  "plot.timeline": plot.timeline,
  "plot.regularity": (frame, options) => plot.regularity(frame, { tz: "UTC", ...options }),
};

for (const [name, verb] of Object.entries(READERS)) {
  Deno.test(`${name} rejects a table other than the frame's, and two at once`, () => {
    assertThrows(
      () => verb(named, { stages: "consumer" }),
      RangeError,
      'stages says "consumer", but the frame\'s column "stage_table" says "aasm"',
    );
    const both = pl.concat([
      named,
      named.withColumns(pl.lit("consumer").alias("stage_table")),
    ]);
    assertThrows(
      () => verb(both),
      RangeError,
      'the frame has codes of two stage tables, "aasm" and "consumer" in row',
    );
  });
}

Deno.test("a row without a table has consumer codes and cannot be mixed with others", () => {
  const span = { start_time: start, end_time: "2024-01-02T01:00Z", sleep_stage: 2 };
  const later = { ...span, start_time: "2024-01-02T01:00Z", end_time: "2024-01-02T02:00Z" };
  assertThrows(
    () => sleep.merge([span, { ...later, stage_table: "aasm" }]),
    RangeError,
    'two stage tables, "consumer" and "aasm" in row 1',
  );
});

Deno.test("agreement() rejects frames of two tables, unless the option gives the table", () => {
  const bare = scored.drop("stage_table");
  assertThrows(
    () => sleep.agreement(scored, bare),
    RangeError,
    'one frame has codes of the stage table "aasm", the other of "consumer"',
  );
  const found = sleep.agreement(scored, bare, { stages: "aasm" });
  assertEquals(sleep.pick(found, "accuracy"), 1);
});

const OWN = [
  { stage: 0, name: "up", label: "Up", depth: 0, asleep: false, priority: 1, color: "#f0a33a" },
  { stage: 1, name: "down", label: "Down", depth: 1, asleep: true, priority: 2, color: "#4193c9" },
];

Deno.test("a user-defined table is identified by its name, and has to be passed again", () => {
  const stages = { name: "actigraph", stages: OWN };
  const frame = sleep.fromHypnogram([0, 1, 1, 0], { tz: "UTC", start, epoch: "PT1H", stages });
  assertEquals(tables(frame), ["actigraph"]);
  assertEquals(sleep.pick(sleep.statistics(frame, { tz: "UTC", stages }), "TST"), 120);
  assertThrows(
    () => sleep.statistics(frame, { tz: "UTC" }),
    RangeError,
    'codes are of the stage table "actigraph", which is a custom table',
  );
  assertThrows(
    () => sleep.statistics(frame, { tz: "UTC", stages: OWN }),
    RangeError,
    'says "custom"',
  );
  assertEquals(tables(sleep.merge(frame.drop("stage_table"), { stages: OWN })), ["custom"]);
});

Deno.test("the column may have another name", () => {
  const frame = scored.rename({ stage_table: "codes" });
  const columns = { stage_table: "codes" };
  assertEquals(sleep.pick(sleep.statistics(frame, { tz: "UTC", columns }), "TST"), 6 * 60);
  assertEquals(tables(sleep.mergeReport(pl.concat([frame, frame]), { columns })), ["aasm"]);
});

Deno.test("without rows, the option determines the table", () => {
  assertEquals(sleep.merge([], { stages: "aasm" }).height, 0);
  const none = sleep.fromHypnogram([], { tz: "UTC", start });
  assertEquals(sleep.statistics(none, { tz: "UTC", stages: "consumer" }).height, 0);
});

Deno.test("charts read the table too", () => {
  assertEquals(String(plot.hypnogram(scored, { tz: "UTC" })).includes("REM 1 h"), true);
  assertEquals(
    String(plot.sleepBars(sleep.aggregate(scored, { tz: "UTC" }), { tz: "UTC" })),
    String(plot.sleepBars(scored, { tz: "UTC", naps: true })),
  );
});
