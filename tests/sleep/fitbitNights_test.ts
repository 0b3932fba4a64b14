import { assert, assertEquals } from "@std/assert";
import { columnsOf } from "../../src/frame/columnsOf.ts";
import { takeRows } from "../../src/frame/takeRows.ts";
import { toFrame } from "../../src/frame/toFrame.ts";
import { fitbit } from "../../src/read/fitbit.ts";
import { cycles } from "../../src/sleep/cycles.ts";
import { merge, type MergeOptions } from "../../src/sleep/merge.ts";
import { fitbitLogs } from "./fitbitLogs.ts";

const TEXT = await Deno.readTextFile(
  new URL("../fixtures/fitbit_sleep_expected.csv", import.meta.url),
);
const [HEADER = "", ...LINES] = TEXT.trim().split("\n");
const EXPECTED = LINES.map((line) => {
  const cells = line.trim().split(",");
  return Object.fromEntries(HEADER.trim().split(",").map((name, i) => [name, cells[i] ?? ""]));
});
const LEVELS = { wake: 2, light: 3, deep: 4, rem: 5 } as const;
const TZ = "Europe/Berlin";

/** Both layers of all logs as one stage frame, and the rows of each log. */
const ALL = fitbit(fitbitLogs(), { tz: TZ });
const COLUMNS = columnsOf(ALL);
const STAGES = COLUMNS as unknown as Merged;
const IDS = (COLUMNS["id"] as { values: readonly string[] }).values;
const ROWS = new Map<string, number[]>();
IDS.forEach((id, row) => ROWS.set(id, [...ROWS.get(id) ?? [], row]));

const frameOf = (rows: readonly number[]) => toFrame(takeRows(COLUMNS, Uint32Array.from(rows)));

const ascending = (a: bigint, b: bigint): number => a < b ? -1 : a > b ? 1 : 0;

type Merged = Record<"start_time" | "end_time" | "sleep_stage", { values: BigInt64Array }>;

/** Of each log with stages, the runs and minutes of each level once its layers are merged. */
function levelsOf(options: MergeOptions) {
  return EXPECTED.filter(({ type }) => type === "stages").map((expected) => {
    const frame = frameOf(ROWS.get(expected["logId"]!)!);
    const { start_time, end_time, sleep_stage } = columnsOf(
      merge(frame, options),
    ) as unknown as Merged;
    const levels = Object.entries(LEVELS).map(([level, stage]) => {
      let runs = 0, micros = 0n;
      sleep_stage.values.forEach((code, i) => {
        if (code !== BigInt(stage)) return;
        runs++;
        micros += end_time.values[i]! - start_time.values[i]!;
      });
      return { level, runs, minutes: Number(micros) / 60_000_000 };
    });
    return { expected, levels };
  });
}

const PRIORITY = { sourcePriority: ["fitbit-short"] };
const BY_PRIORITY = levelsOf(PRIORITY);

/** How many of the logs agree with the vendor on all levels. */
const agreeing = (
  logs: typeof BY_PRIORITY,
  agrees: (
    expected: typeof EXPECTED[number],
    level: typeof BY_PRIORITY[number]["levels"][number],
  ) => boolean,
) => logs.filter(({ expected, levels }) => levels.every((level) => agrees(expected, level)));

Deno.test("merge() of 494 real nights gives the vendor's run counts of every level in all of them", () => {
  assertEquals(BY_PRIORITY.length, 494);
  for (const { expected, levels } of BY_PRIORITY) {
    for (const { level, runs } of levels) {
      assertEquals(
        runs,
        Number(expected[`fitbit_${level}_count`]),
        `${level} of ${expected["startTime"]}`,
      );
    }
  }
});

Deno.test("merge() of real nights gives the vendor's minutes in the 464 that can be compared", () => {
  const rows = BY_PRIORITY.filter(({ expected }) => expected["minutes_match_lt1"] === "1");
  assertEquals(rows.length, 464);
  for (const { expected, levels } of rows) {
    for (const { level, minutes } of levels) {
      const off = minutes - Number(expected[`fitbit_${level}_min`]);
      assert(Math.abs(off) < 1, `${level} of ${expected["startTime"]} is off by ${off}`);
    }
  }
});

Deno.test("merge() of real nights gives the minutes and runs of an independent grid of 30 seconds", () => {
  for (const { expected, levels } of BY_PRIORITY) {
    for (const { level, runs, minutes } of levels) {
      assertEquals(runs, Number(expected[`grid_${level}_runs`]), expected["startTime"]!);
      assertEquals(minutes, Number(expected[`grid_${level}_min`]), expected["startTime"]!);
    }
  }
});

Deno.test("merge() of real nights without a priority is wrong: latest start alone does not do", () => {
  const minutes = agreeing(
    levelsOf({}),
    (expected, { level, minutes }) =>
      Math.abs(minutes - Number(expected[`fitbit_${level}_min`])) < 1,
  );
  assert(minutes.length < 400, `${minutes.length} of 494`);
});

Deno.test("cycles() of real nights are the logs: each a cycle from its first to its last piece", () => {
  // Twelve logs begin less than two hours after another ended, all more than one.
  assertEquals(cycles(ALL, PRIORITY).height, 514);
  const found = columnsOf(cycles(ALL, {
    ...PRIORITY,
    cycleGap: "PT1H",
  })) as unknown as Record<string, { values: BigInt64Array }>;
  const starts = [...ROWS.values()].map(([first]) => STAGES.start_time.values[first!]!).sort(
    ascending,
  );
  const ends = [...ROWS.values()].map((rows) =>
    rows.reduce(
      (most, i) => STAGES.end_time.values[i]! > most ? STAGES.end_time.values[i]! : most,
      0n,
    )
  ).sort(ascending);
  assertEquals([...found["start_time"]!.values], starts);
  assertEquals([...found["end_time"]!.values], ends);
  for (const { timeInBed, startTime } of EXPECTED) {
    const start = Temporal.PlainDateTime.from(startTime!).toZonedDateTime(TZ).epochNanoseconds;
    const row = found["start_time"]!.values.indexOf(start / 1000n);
    const minutes = (found["end_time"]!.values[row]! - start / 1000n) / 60_000_000n;
    assertEquals(minutes, BigInt(timeInBed!), startTime!);
  }
});
