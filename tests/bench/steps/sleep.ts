import { openFrame } from "../../../src/frame/open.ts";
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import pl from "nodejs-polars";
import * as sleep from "../../../src/sleep/mod.ts";
import {
  DAY,
  epochsFrame,
  instants,
  int64s,
  nightsFrame,
  overlappingSpans,
  SECOND,
  START,
} from "../data.ts";
import { passOverEpochs, sortByTime } from "../floors.ts";
import { inputFile } from "../inputFile.ts";
import { type Prepared, type Step, tablePeers } from "../step.ts";

const TEN_YEARS = 3650, EPOCH = 30n * SECOND, HOUR = 3600n * SECOND;

function bigints(frame: pl.DataFrame, name: string): BigInt64Array {
  return frame.getColumn(name).cast(pl.Int64).toTypedArray() as unknown as BigInt64Array;
}

/** Returns the length of the union of spans in microseconds, whatever their stages. */
function covered(frame: pl.DataFrame): bigint {
  const read = (name: string): BigInt64Array => bigints(frame.sort("start_time"), name);
  const start = read("start_time"), end = read("end_time");
  let sum = 0n, until = start[0]!;
  for (let i = 0; i < start.length; i++) {
    const from = start[i]! > until ? start[i]! : until;
    if (end[i]! <= from) continue;
    sum += end[i]! - from;
    until = end[i]!;
  }
  return sum;
}

const merge: Step = {
  name: "sleep.merge",
  of: "spans of three sources",
  sizes: [100_000, 1_000_000],
  reach: 1,
  prepare: async (count) => {
    const frame = overlappingSpans(count), { input, close } = await inputFile(frame);
    const merged = sleep.merge(frame);
    return {
      ours: () => sleep.merge(frame),
      floor: { name: "sort by time", run: () => sortByTime(frame), bytes: 25 * count },
      check: () => {
        assertEquals(merged.frameEqual(sleep.merge(frame.sort("start_time"))), true);
        const start = bigints(merged, "start_time"), end = bigints(merged, "end_time");
        let sum = 0n;
        for (let i = 0; i < start.length; i++) {
          assert(i === 0 || start[i]! >= end[i - 1]!);
          sum += end[i]! - start[i]!;
        }
        assertEquals(sum, covered(frame));
      },
      peers: tablePeers("merge", ["polars", "numpy", "heap"], {
        input,
        expected: () => ({
          start: merged.getColumn("start_time"),
          end: merged.getColumn("end_time"),
          stage: merged.getColumn("sleep_stage"),
        }),
      }),
      close,
    };
  },
};

function rowsOf(frame: pl.DataFrame, person: string): pl.DataFrame {
  return frame.filter(pl.col("user").eq(pl.lit(person)));
}

/**
 * Returns the time asleep, in microseconds, of each session with at least three hours of sleep.
 * Gaps of over an hour separate sessions.
 */
function mainSleeps(merged: pl.DataFrame): { asleep: number }[] {
  const [start, end, stage] = ["start_time", "end_time", "sleep_stage"]
    .map((name) => bigints(merged, name)) as [BigInt64Array, BigInt64Array, BigInt64Array];
  const sessions: { asleep: number }[] = [];
  for (let i = 0; i < start.length; i++) {
    const gap = i === 0 ? HOUR + 1n : start[i]! - end[i - 1]!;
    if (gap > HOUR || gap < 0n) sessions.push({ asleep: 0 }); // or another person's
    const isAsleep = ![0n, 2n].includes(stage[i]!);
    if (isAsleep) sessions.at(-1)!.asleep += Number(end[i]! - start[i]!);
  }
  return sessions.filter(({ asleep }) => asleep >= 3 * Number(HOUR));
}

/** Compares a verb of nights with `sleep.merge` of the same frame. */
function ofMerge(
  name: string,
  verb: (frame: pl.DataFrame, by: "user" | undefined) => pl.DataFrame,
  { from = "as it came", check }: {
    from?: "as it came" | "merged";
    /** Fails if the result does not match the merged frame. */
    check?: (result: pl.DataFrame, merged: pl.DataFrame) => void;
  } = {},
): Step[] {
  const prepare = (people: number) => (count: number): Prepared => {
    const nights = people === 1 ? count : 30;
    const frame = nightsFrame(nights, ["watch", "phone"], people === 1 ? 1 : count);
    const by = people === 1 ? undefined : "user" as const;
    const input = from === "merged"
      ? sleep.merge(frame, { inBed: "layer", ...by && { by } })
      : frame;
    return {
      ours: () => verb(input, by),
      floor: { name: "sleep.merge", run: () => sleep.merge(frame, by ? { by } : {}) },
      check: () => {
        const result = verb(input, by);
        check?.(result, sleep.merge(frame, by ? { by } : {}));
        // Neither the order of rows counts, nor whose else are in the frame.
        const own = by === undefined ? input : rowsOf(input, "person 0").drop(by);
        const alone = verb(own.sort("start_time", true), undefined);
        assert((by === undefined ? result : rowsOf(result, "person 0").drop(by)).frameEqual(alone));
      },
    };
  };
  return [
    {
      name: `sleep.${name}`,
      of: "nights of two sources",
      sizes: [TEN_YEARS / 10, TEN_YEARS],
      reach: 1.5,
      prepare: prepare(1),
    },
    {
      name: `sleep.${name} by person`,
      of: "people, 30 nights each",
      sizes: [100, 1000],
      reach: 1.5,
      prepare: prepare(2),
    },
  ];
}

const agreement: Step = {
  name: "sleep.agreement",
  of: "epochs",
  sizes: [100_000, 1_000_000],
  reach: 5,
  prepare: async (count) => {
    const a = epochsFrame(count, 0, "a"), b = epochsFrame(count, 3, "b");
    const { input, close } = await inputFile(
      a.withColumns(b.getColumn("sleep_stage").alias("other")),
    );
    const accuracy = (): number => sleep.pick(sleep.agreement(a, b), "accuracy")!;
    return {
      ours: () => sleep.agreement(a, b),
      floor: {
        name: "one pass over epochs",
        run: () => passOverEpochs([a, b]),
        bytes: 48 * count,
      },
      check: () => assertAlmostEquals(accuracy(), passOverEpochs([a, b]), 1e-12),
      peers: tablePeers("agreement", ["pandas", "numpy"], {
        input,
        expected: () => ({ accuracy: accuracy() }),
      }),
      close,
    };
  },
};

const consensus: Step = {
  name: "sleep.consensus",
  of: "epochs of three sources",
  sizes: [100_000, 1_000_000],
  reach: 5,
  prepare: (count) => {
    const parts = ["a", "b", "c"].map((name, i) => epochsFrame(Math.floor(count / 3), i, name));
    const frame = parts[0]!.vstack(parts[1]!).vstack(parts[2]!) as pl.DataFrame;
    return {
      ours: () => sleep.consensus(frame),
      floor: { name: "one pass over epochs", run: () => passOverEpochs(parts), bytes: 24 * count },
      check: () => {
        // Three sources lag by an epoch each, so two of them always agree with the middle one.
        const found = sleep.consensus(frame), middle = sleep.merge(parts[1]!);
        assertEquals(
          found.getColumn("sleep_stage").toArray(),
          middle.getColumn("sleep_stage").toArray(),
        );
      },
    };
  },
};

const statistics: Step = {
  name: "sleep.statistics, hypnograms",
  of: "nights",
  sizes: [36, 365],
  prepare: async (count) => {
    const codes = Array.from(
      { length: count },
      (_, night) =>
        Array.from({ length: 960 }, (_, i) => Math.floor((i + night) / 40) % 5).join(""),
    );
    const { input, close } = await inputFile(codes.join("\n"));
    const start = BigInt64Array.from(
      { length: 960 * count },
      (_, i) => START - DAY / 12n + BigInt(Math.floor(i / 960)) * DAY + BigInt(i % 960) * EPOCH,
    );
    const frame = pl.DataFrame([
      instants("start_time", start, "UTC"),
      instants("end_time", start.map((at) => at + EPOCH), "UTC"),
      int64s("sleep_stage", BigInt64Array.from(codes.join(""), (code) => BigInt(code))),
    ]);
    const run = (): pl.DataFrame => sleep.statistics(frame, { stages: "aasm" });
    return {
      ours: run,
      floor: { name: "sleep.merge", run: () => sleep.merge(frame, { stages: "aasm" }) },
      peers: [{
        of: "yasa",
        script: "science",
        name: "statistics",
        input,
        expected: () => {
          const sum = (name: string): number =>
            run().filter(pl.col("name").eq(pl.lit(name))).getColumn("value").sum();
          return { TST: sum("TST"), WASO: sum("WASO") };
        },
      }],
      close,
    };
  },
};

const TZ = "Europe/Berlin";

/** Steps for the sleep verbs. */
export const steps: readonly Step[] = [
  merge,
  ...ofMerge("cycles", (frame, by) => sleep.cycles(frame, by ? { by } : {}), {
    check: (cycles, merged) =>
      assertEquals(
        cycles.getColumn("total_time_ms").sum(),
        merged.getColumn("duration_ms").sum(),
      ),
  }),
  ...ofMerge("aggregate", (frame, by) => sleep.aggregate(frame, { tz: TZ, ...by && { by } })),
  ...ofMerge("statistics", (frame, by) => sleep.statistics(frame, by ? { by } : {}), {
    from: "merged",
    check: (statistics, merged) => {
      const asleep = mainSleeps(merged).reduce((sum, { asleep }) => sum + asleep, 0);
      const ofNights = statistics.filter(pl.col("name").eq(pl.lit("TST")));
      assertAlmostEquals(ofNights.getColumn("value").sum(), asleep / 60e6, 1e-6);
    },
  }),
  ...ofMerge("timing", (frame, by) => openFrame(sleep.timing(frame, by ? { by } : {})).frame(), {
    check: (timing, merged) => {
      const nights = timing.filter(pl.col("name").eq(pl.lit("midpoint")));
      assertEquals(nights.getColumn("n").sum(), mainSleeps(merged).length);
    },
  }),
  ...ofMerge(
    "regularity",
    (frame, by) => openFrame(sleep.regularity(frame, by ? { by } : {})).frame(),
  ),
  ...ofMerge("findClones", (frame, by) => sleep.findClones(frame, by ? { by } : {})).slice(0, 1),
  statistics,
  agreement,
  consensus,
];
