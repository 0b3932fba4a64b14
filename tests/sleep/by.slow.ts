import { type FrameLike, openFrame } from "../../src/frame/open.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import * as plot from "../../src/plot/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

type Verb = (frame: readonly Row[], options: { by?: string | string[] }) => Frame;

const tz = "Europe/Berlin";
const renamed = (rows: readonly Row[]): Row[] =>
  rows.map(({ start_time, end_time, sleep_stage, id, ...rest }) => ({
    ...rest,
    start_date: start_time,
    end_date: end_time,
    value: sleep_stage,
    uuid: id,
  }));
/** Replaces stages by numbers, some of them null. */
const pairs = (rows: readonly Row[]): Row[] =>
  rows.map(({ user, study, sleep_stage: a }, i) => ({
    user,
    study,
    a: i % 7 === 0 ? null : Number(a),
    b: (i * 5) % 11,
  }));
const long = (found: FrameLike): Frame => openFrame(found).frame();
/** Columns of the smallest groups. */
const PEOPLE = ["study", "user"];
/** Resolves overlaps within each group. */
const merged = (rows: readonly Row[]): Row[] => shown(sleep.merge(rows, { by: PEOPLE }));

/** Verbs with rows in the order of groups, each with a function that prepares the rows. */
const VERBS: Readonly<Record<string, readonly [Verb, ((rows: readonly Row[]) => Row[])?]>> = {
  aggregate: [
    (rows, by) => sleep.aggregate(rows, { tz, functions: ["sum", "avg", "min", "max"], ...by }),
  ],
  agreement: [
    (rows, by) =>
      long(sleep.agreement(rows, rows.filter(({ sleep_stage }) => sleep_stage !== 4), by)),
    merged,
  ],
  blandAltman: [
    (rows, by) => long(sleep.blandAltman(rows, { reference: "a", other: "b", ...by })),
    pairs,
  ],
  limitsOfAgreement: [
    (rows, by) =>
      long(sleep.limitsOfAgreement(rows, { reference: "a", other: "b", resamples: 100, ...by })),
    pairs,
  ],
  consensus: [(rows, by) => sleep.consensus(rows, { probability: true, ...by }), lone],
  cycles: [(rows, by) => sleep.cycles(rows, { cycleGap: "PT40M", ...by })],
  findClones: [(rows, by) => sleep.findClones(rows, { match: "row", ...by })],
  hypnodensity: [(rows, by) => sleep.hypnodensity(rows, by), lone],
  merge: [(rows, by) => sleep.merge(rows, { provenance: true, inBed: "layer", ...by })],
  nightly: [(rows, by) => sleep.nightly(rows, { tz, shortestMain: "PT0S", ...by })],
  sessions: [(rows, by) => sleep.sessions(rows, { tz, shortestMain: "PT0S", ...by })],
  nremCycles: [
    (rows, by) => sleep.nremCycles(rows, { tz, shortestMain: "PT0S", shortestNrem: "PT1M", ...by }),
    merged,
  ],
  regularity: [(rows, by) => long(sleep.regularity(rows, { tz, minDays: 1, ...by }))],
  "regularity of pairs": [(rows, by) => sleep.regularity(rows, { tz, per: "pair", ...by })],
  softAgreement: [(rows, by) => sleep.softAgreement(rows, by), lone],
  stages: [(rows, by) => sleep.stages(rows, { cycleGap: "PT40M", ...by })],
  statistics: [
    (rows, by) => sleep.statistics(rows, { tz, shortestMain: "PT0S", ...by }),
    merged,
  ],
  timing: [(rows, by) => long(sleep.timing(rows, { tz, shortestMain: "PT0S", ...by }))],
  "timing of nights": [
    (rows, by) => long(sleep.timing(rows, { tz, ...by })),
    (rows) => shown(sleep.sessions(rows, { tz, shortestMain: "PT0S", by: PEOPLE })),
  ],
  toEpochs: [(rows, by) => sleep.toEpochs(rows, { epoch: "5m", tz, ...by }), merged],
  transitions: [(rows, by) => sleep.transitions(rows, by), merged],
};

/** Verbs that keep the order of rows. */
const ROW_VERBS: Readonly<Record<string, Verb>> = {
  fromSamples: (rows, by) => sleep.fromSamples(renamed(rows), by),
  mergeReport: (rows, by) => sleep.mergeReport([...rows, ...rows.slice(0, 3)], by),
  withoutClones: (rows, by) => sleep.withoutClones(rows, { match: "row", ...by }),
};

/** Keeps the intervals of each source that do not overlap. */
function lone(rows: readonly Row[]): Row[] {
  const reached = new Map<string, string>();
  return rows.toSorted((a, b) => String(a["start_time"]) < String(b["start_time"]) ? -1 : 1)
    .filter((row) => {
      const key = `${row["user"]} ${row["study"]} ${row["source"]}`;
      const isFree = (reached.get(key) ?? "") <= String(row["start_time"]);
      if (isFree) reached.set(key, String(row["end_time"]));
      return isFree && row["start_time"] !== row["end_time"];
    });
}

/** Columns that a result only has if needed. */
const OPTIONAL = ["stages_known", "stage_coverage", "reason", "vendor", "basis"];

const START = Date.UTC(2024, 2, 29, 18);
const row = fc.record({
  user: fc.constantFrom("b", "a", null),
  study: fc.constantFrom(2, 1),
  start: fc.integer({ min: 0, max: 3 * 96 }),
  length: fc.integer({ min: 0, max: 12 }),
  sleep_stage: fc.integer({ min: 1, max: 5 }),
  source: fc.constantFrom("watch", "ring"),
}).map(({ start, length, ...rest }): Row => ({
  ...rest,
  start_time: new Date(START + start * 900_000).toISOString(),
  end_time: new Date(START + (start + length) * 900_000).toISOString(),
  id: null,
}));
const rows = fc.array(row, { minLength: 1, maxLength: 60 });

/** Returns the groups of rows in the order of their first rows. */
function groupsOf(rows: readonly Row[], names: readonly string[]): Row[][] {
  return [...Map.groupBy(rows, (row) => JSON.stringify(names.map((name) => row[name]))).values()];
}

const shown = (frame: Frame): Row[] => toRows(columnsOf(frame));

for (const [name, [verb, prepare = (rows: readonly Row[]) => [...rows]]] of Object.entries(VERBS)) {
  Deno.test(`sleep.${name} by people agrees with a loop over people`, () => {
    fc.assert(
      fc.property(rows, fc.constantFrom("user", PEOPLE, ["user", "study"]), (given, by) => {
        const isAlone = by !== "user"; // otherwise two studies of one person overlap
        const all = prepare(isAlone ? given : given.map((row) => ({ ...row, study: 1 })));
        const names = [by].flat();
        let found: Frame;
        try {
          found = verb(all, { by });
        } catch (error) {
          // If one group is rejected, the whole frame is rejected.
          const messages = groupsOf(all, names).flatMap((own) => {
            try {
              verb(own, { by: [] });
              return [];
            } catch (cause) {
              return [(cause as Error).constructor];
            }
          });
          assert(messages.includes((error as Error).constructor as ErrorConstructor), `${error}`);
          return;
        }
        const expected = groupsOf(all, names).flatMap((own) => {
          const key = Object.fromEntries(names.map((name) => [name, own[0]![name]]));
          return shown(verb(own, { by: [] })).map((row) => ({ ...key, ...row }));
        });
        // A column that only some groups have is null in the other groups.
        const optional = Object.fromEntries(
          OPTIONAL.filter((name) => columnNames(found).includes(name)).map((name) => [name, null]),
        );
        expected.forEach((row, i) => expected[i] = { ...optional, ...row });
        assertEquals(shown(found), expected);
        assertEquals(columnNames(found).slice(0, names.length), names);
      }),
      { numRuns: 25 },
    );
  });
}

for (const [name, verb] of Object.entries(ROW_VERBS)) {
  Deno.test(`sleep.${name} by people keeps the same rows as a loop over people`, () => {
    fc.assert(
      fc.property(rows, (all) => {
        const found = verb(all, { by: ["user", "study"] });
        assertEquals(columnNames(found).slice(0, 2), ["user", "study"]);
        const key = ({ row: _row, id: _id, ...rest }: Row) =>
          JSON.stringify(Object.entries(rest).sort());
        const expected = groupsOf(
          name === "mergeReport" ? [...all, ...all.slice(0, 3)] : all,
          ["user", "study"],
        ).flatMap((own) => {
          // The rows already include the report's own duplicates.
          const alone = name === "mergeReport"
            ? sleep.mergeReport(own, { by: [] })
            : verb(own, { by: [] });
          const { user, study } = own[0]!;
          return shown(alone).map((row) => ({ user, study, ...row }));
        });
        assertEquals(shown(found).map(key).sort(), expected.map(key).sort());
      }),
      { numRuns: 40 },
    );
  });
}

Deno.test("two people who sleep at the same time have eight hours each", () => {
  const night = (user: string, day: number, hour: number): Row => ({
    user,
    start_time: new Date(Date.UTC(2024, 0, day, hour)).toISOString(),
    end_time: new Date(Date.UTC(2024, 0, day, hour + 8)).toISOString(),
    sleep_stage: 1,
  });
  const days = [1, 2, 3, 4, 5, 6, 7];
  const both = days.flatMap((day) => [night("A", day, 23), night("B", day, 27)]);
  const found = sleep.timing(both, { tz: "UTC", by: "user" });
  assertEquals(columnNames(found)[0], "user");
  for (const user of ["A", "B"]) {
    assertEquals(sleep.pick(found, "SDw", { where: { user } }), 8);
  }
  assertThrows(
    () => sleep.pick(found, "SDw"),
    RangeError,
    "2 rows match; pass where to select one by the values of other columns",
  );
  const regular = sleep.regularity(both, { tz: "UTC", by: "user" });
  assertEquals(regular.getColumn("n").toArray(), [6, 6]);
});

Deno.test("rows of several people are rejected without by", () => {
  const night = { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T06:00Z", sleep_stage: 1 };
  const both = [{ ...night, user: "A" }, { ...night, user: "B" }];
  const verbs: Record<string, (frame: FrameLike, options: { by?: string[] }) => unknown> = {
    timing: sleep.timing,
    statistics: sleep.statistics,
    merge: sleep.merge,
    mergeReport: sleep.mergeReport,
    withoutClones: sleep.withoutClones,
    regularity: sleep.regularity,
  };
  for (const verb of Object.values(verbs)) {
    assertThrows(
      () => verb(both, {}),
      RangeError,
      'column "user" has 2 values, such as A and B; pass the rows of one, or where a function has by, by: "user"',
    );
  }
  assertEquals(sleep.merge(both, { by: [] }).height, 1);
  assertEquals(sleep.merge([{ ...night, user: "A" }, { ...night, user: null }]).height, 1);
});

Deno.test("charts of two people's sleep are rejected", () => {
  const night = { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T06:00Z", sleep_stage: 1 };
  const both = [{ ...night, user: "A" }, { ...night, user: "B" }];
  for (const picture of [plot.sleepBars, plot.timeline, plot.regularity, plot.transitions]) {
    assertThrows(() => picture(both, { tz }), RangeError, 'column "user" has 2 values');
  }
});

Deno.test("by rejects a missing column, and a column of the result", () => {
  const night = { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T06:00Z", sleep_stage: 1 };
  const verbs: Record<string, (frame: FrameLike, options: { by: string }) => unknown> = {
    merge: sleep.merge,
    sessions: sleep.sessions,
    timing: sleep.timing,
    regularity: sleep.regularity,
  };
  for (const verb of Object.values(verbs)) {
    assertThrows(() => verb([night], { by: "who" }), TypeError, 'column "who" is missing');
  }
  assertThrows(
    () => sleep.sessions([{ ...night, night: "x" }], { by: "night", tz: "UTC" }),
    RangeError,
    'Cannot find sessions of sleep by "night": the result has a column of that name',
  );
  const none = sleep.statistics([], { by: "user" });
  assertEquals(columnNames(none).slice(0, 3), ["user", "night", "name"]);
  assertEquals(none.height, 0);
  assertEquals(sleep.regularity([], { by: "user" }).height, 0);
});
