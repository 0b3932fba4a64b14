import { assert, assertEquals } from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { takeRows } from "../../src/frame/takeRows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { fitbitSleep } from "../../src/read/fitbit/fitbitSleep.ts";
import { FITBIT_LEVELS } from "../../src/read/fitbit/sleepLogs.ts";
import { cycles } from "../../src/sleep/cycles.ts";
import { merge, type MergeOptions } from "../../src/sleep/merge.ts";
import { findClones } from "../../src/sleep/findClones.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { CONSUMER_STAGES } from "../../src/sleep/stages/stageTables.ts";
import { withoutClones } from "../../src/sleep/withoutClones.ts";
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
const ALL = await fitbitSleep(fitbitLogs(), { tz: TZ });
const COLUMNS = columnsOf(ALL);
const STAGES = COLUMNS as unknown as Merged;
const IDS = (COLUMNS["id"] as { values: readonly string[] }).values;
const ROWS = new Map<string, number[]>();
IDS.forEach((id, row) => ROWS.set(id, [...ROWS.get(id) ?? [], row]));

const frameOf = (rows: readonly number[]) => toFrame(takeRows(COLUMNS, Uint32Array.from(rows)));

const ascending = (a: bigint, b: bigint): number => a < b ? -1 : a > b ? 1 : 0;

type Merged = Record<"start_time" | "end_time" | "sleep_stage", { values: BigInt64Array }>;

/**
 * Returns the runs and minutes of each level, for each log with stages after its layers are merged.
 */
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

/** Returns the logs that agree with the vendor in all levels. */
const agreeing = (
  logs: typeof BY_PRIORITY,
  agrees: (
    expected: typeof EXPECTED[number],
    level: typeof BY_PRIORITY[number]["levels"][number],
  ) => boolean,
) => logs.filter(({ expected, levels }) => levels.every((level) => agrees(expected, level)));

Deno.test("merge() of 494 real nights equals the vendor's run counts of every level in all of them", () => {
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

Deno.test("merge() of real nights equals the vendor's minutes in the 464 that can be compared", () => {
  const rows = BY_PRIORITY.filter(({ expected }) => expected["minutes_match_lt1"] === "1");
  assertEquals(rows.length, 464);
  for (const { expected, levels } of rows) {
    for (const { level, minutes } of levels) {
      const off = minutes - Number(expected[`fitbit_${level}_min`]);
      assert(Math.abs(off) < 1, `${level} of ${expected["startTime"]} is off by ${off}`);
    }
  }
});

Deno.test("merge() of real nights agrees with an independent grid of 30 seconds in minutes and runs", () => {
  for (const { expected, levels } of BY_PRIORITY) {
    for (const { level, runs, minutes } of levels) {
      assertEquals(runs, Number(expected[`grid_${level}_runs`]), expected["startTime"]!);
      assertEquals(minutes, Number(expected[`grid_${level}_min`]), expected["startTime"]!);
    }
  }
});

Deno.test("merge() of real nights is wrong without a priority: the latest start is not enough", () => {
  const minutes = agreeing(
    levelsOf({}),
    (expected, { level, minutes }) =>
      Math.abs(minutes - Number(expected[`fitbit_${level}_min`])) < 1,
  );
  assert(minutes.length < 400, `${minutes.length} of 494`);
});

Deno.test("cycles() of real nights equals the logs: one cycle from the first piece to the last", () => {
  // Twelve logs start less than two hours after the end of another.
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

/** Code of restless sleep as a separate stage, as in the logs. */
const RESTLESS = 6;
const TABLE = [
  ...CONSUMER_STAGES,
  { ...CONSUMER_STAGES[2]!, stage: RESTLESS, name: "restless", label: "Restless" },
];
const APART = await fitbitSleep(fitbitLogs(), {
  tz: TZ,
  levels: { ...FITBIT_LEVELS, restless: RESTLESS },
});
const APART_COLUMNS = columnsOf(APART);

const MERGED = new Map<string, Merged>();

function mergedLog(logId: string): Merged {
  const frame = toFrame(takeRows(APART_COLUMNS, Uint32Array.from(ROWS.get(logId)!)));
  const made = columnsOf(merge(frame, { ...PRIORITY, stages: TABLE })) as unknown as Merged;
  MERGED.set(logId, made);
  return made;
}

function stagesOf(logId: string) {
  const { sleep_stage, start_time, end_time } = MERGED.get(logId) ?? mergedLog(logId);
  return (...stages: number[]) => {
    const rows = [...sleep_stage.values.keys()]
      .filter((row) => stages.includes(Number(sleep_stage.values[row])));
    const micros = rows.reduce((sum, i) => sum + end_time.values[i]! - start_time.values[i]!, 0n);
    return { minutes: Number(micros) / 60_000_000, runs: rows.length };
  };
}

const count = (test: (expected: typeof EXPECTED[number]) => boolean): number =>
  EXPECTED.filter(test).length;

Deno.test("merge() of the 32 classic logs equals the vendor's minutes and counts", () => {
  const classic = EXPECTED.filter(({ type }) => type === "classic");
  assertEquals(classic.length, 32);
  const agreeing = (level: string, stage: number, of: "minutes" | "runs") =>
    classic.filter((log) =>
      stagesOf(log["logId"]!)(stage)[of] ===
        Number(log[`classic_${level}_${of === "runs" ? "count" : "min"}`])
    ).length;
  assertEquals(agreeing("awake", 2, "minutes"), 32);
  assertEquals(agreeing("awake", 2, "runs"), 32);
  assertEquals(agreeing("restless", RESTLESS, "runs"), 32);
  // In one log, the vendor's minutes asleep and restless contradict its own pieces.
  assertEquals(agreeing("restless", RESTLESS, "minutes"), 31);
  assertEquals(agreeing("asleep", 1, "minutes"), 31);
});

Deno.test("read.fitbitSleep() without merge() has the classic logs' minutes and counts of each level", () => {
  const { values: levels } = COLUMNS["level"] as { values: readonly string[] };
  const classic = EXPECTED.filter(({ type }) => type === "classic");
  const agreeing = (level: string, of: "min" | "count"): number =>
    classic.filter((log) => {
      const rows = ROWS.get(log["logId"]!)!.filter((row) => levels[row] === level);
      const micros = rows.reduce(
        (sum, row) => sum + STAGES.end_time.values[row]! - STAGES.start_time.values[row]!,
        0n,
      );
      const found = of === "min" ? Number(micros) / 60_000_000 : rows.length;
      return found === Number(log[`classic_${level}_${of}`]);
    }).length;
  assertEquals([agreeing("awake", "min"), agreeing("awake", "count")], [32, 32]);
  assertEquals([agreeing("restless", "min"), agreeing("restless", "count")], [31, 32]); // as above
});

Deno.test("merge() of all logs equals the vendor's minutes asleep and awake if they match its levels", () => {
  // In 30 logs with stages and one classic log, the vendor's sums contradict its own pieces.
  const within = (name: string, stages: readonly number[], type: string) =>
    count((log) =>
      log["type"] === type &&
      Math.abs(stagesOf(log["logId"]!)(...stages).minutes - Number(log[name])) < 1
    );
  assertEquals(within("minutesAsleep", [3, 4, 5], "stages"), 464);
  assertEquals(within("minutesAwake", [2], "stages"), 464);
  assertEquals(within("minutesAsleep", [1], "classic"), 31);
});

Deno.test("merge() equals the vendor's efficiency (time asleep per time in bed) in 28 of 32 classic logs", () => {
  // In logs with stages, efficiency is another number, which the vendor does not define.
  const agreeing = count((log) =>
    log["type"] === "classic" &&
    Math.round(100 * stagesOf(log["logId"]!)(1).minutes / Number(log["timeInBed"])) ===
      Number(log["efficiency"])
  );
  assertEquals(agreeing, 28); // 29 by the vendor's own minutes asleep, which in one log are not those of its pieces
});

Deno.test("sessions() of 526 logs finds each as a session, and the vendor's main sleep in 525", () => {
  const options = {
    tz: TZ,
    stages: TABLE,
    sourcePriority: PRIORITY.sourcePriority,
    shortestMain: "PT0S" as const, // like the vendor
    wholeNights: false,
  };
  const agreement = (rule: string) => {
    const rows = toRows(columnsOf(sessions(APART, { ...options, rule })));
    assertEquals(rows.length, 526);
    const byStart = new Map(
      rows.map((row) => [Temporal.Instant.from(row["start_time"] as string).toString(), row]),
    );
    const found = EXPECTED.map((log) => {
      const start = Temporal.PlainDateTime.from(log["startTime"]!).toZonedDateTime(TZ).toInstant();
      const row = byStart.get(start.toString())!;
      const minutes = Math.floor(row["duration"] as number); // like the vendor
      assertEquals(minutes, Number(log["timeInBed"]), log["startTime"]!);
      return { log, row };
    });
    return {
      main: found.filter(({ log, row }) => (log["isMainSleep"] === "True") === row["main"]).length,
      date: found.filter(({ log, row }) => log["dateOfSleep"] === row["night"]).length,
    };
  };
  // The remaining one is a nap of an hour at 18:00, the only sleep of the vendor's day. The
  // vendor's date is the date of the end, also for naps in the afternoon.
  assertEquals(agreement("18:00"), { main: 525, date: 520 });
  assertEquals(agreement("noon"), { main: 524, date: 508 });
});

Deno.test("sessions() of 526 logs joins those with a short wake between them, and never makes their naps a main sleep", () => {
  const options = { tz: TZ, stages: TABLE, sourcePriority: PRIORITY.sourcePriority, rule: "18:00" };
  const logs = toRows(columnsOf(sessions(APART, { ...options, wholeNights: false })));
  const at = (row: Record<string, unknown>, name: string) => Date.parse(row[name] as string);
  const parted = logs.slice(1).filter((log, i) => {
    const before = logs[i]!, gap = at(log, "start_time") - at(before, "end_time");
    return before["night"] === log["night"] && gap <= 60_000 * Number(before["asleep"]) &&
      gap <= 60_000 * Number(log["asleep"]);
  });
  const rows = toRows(columnsOf(sessions(APART, options)));
  assertEquals([parted.length, rows.length], [10, 526 - 10]);
  const shortest = rows.filter(({ main }) => main).map(({ asleep }) => asleep as number);
  assertEquals(shortest.every((asleep) => asleep >= 3 * 60), true);
  // The vendor never joins logs, so it has more naps.
  assertEquals(count((log) => log["isMainSleep"] === "False"), 29);
  assertEquals(rows.filter(({ nap }) => nap).length, 24);
});

Deno.test("findClones() finds every log of a night if it is delivered twice", () => {
  const logs = [...ROWS.values()].filter((rows) => rows.length > 5).slice(0, 60);
  for (const [i, rows] of logs.entries()) {
    const own = toRows(takeRows(COLUMNS, Uint32Array.from(rows)));
    const minutes = 15 * (1 + i * 7 % 56);
    const shifted = own.map((row) => ({
      ...row,
      start_time: Temporal.Instant.from(row["start_time"] as string).add({ minutes }).toString(),
      end_time: Temporal.Instant.from(row["end_time"] as string).add({ minutes }).toString(),
    }));
    const found = findClones([...own, ...shifted]);
    assertEquals(toRows(columnsOf(found)).map(({ shift_ms, rows }) => [shift_ms, rows]), [
      [minutes * 60_000, own.length],
    ]);
    assertEquals(
      toRows(columnsOf(withoutClones([...own, ...shifted]))).length,
      own.length,
    );
  }
});
