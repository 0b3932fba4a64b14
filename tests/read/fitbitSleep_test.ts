import { openFrame } from "../../src/frame/open.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { fitbitSleep, type FitbitSleepOptions } from "../../src/read/fitbit/fitbitSleep.ts";
import type { FitbitLog } from "../../src/read/fitbit/sleepLogs.ts";

const TEXT = await Deno.readTextFile(
  new URL("../fixtures/fitbit_sleep_logs.json", import.meta.url),
);
/** Log with the vendor's totals. */
interface VendorLog extends FitbitLog {
  readonly endTime: string;
  readonly levels: FitbitLog["levels"] & {
    readonly summary: { readonly [level: string]: { count: number; minutes: number } };
  };
}
const LOGS: readonly VendorLog[] = JSON.parse(TEXT);
const TZ = "Europe/Berlin";

/** The frame's columns as arrays. */
async function readFitbit(logs: Parameters<typeof fitbitSleep>[0], options: FitbitSleepOptions) {
  const columns = openFrame(await fitbitSleep(logs, options)).read({
    start_time: "time",
    end_time: "time",
    sleep_stage: "int64",
    source: "text",
    id: "text",
  });
  return {
    start_time: columns.start_time.values,
    end_time: columns.end_time.values,
    sleep_stage: columns.sleep_stage.values,
    source: columns.source.values,
    log_id: columns.id.values,
  };
}

function piece(dateTime: string, level = "light", seconds = 600) {
  return { dateTime, level, seconds };
}

function log(
  startTime: string,
  data = [piece(startTime)],
  shortData = data.slice(0, 0),
): FitbitLog {
  return { logId: 12, startTime, levels: { data, shortData } };
}

function micros(text: string): bigint {
  return BigInt(Date.parse(text)) * 1000n;
}

function logNamed(start: string): FitbitLog & { endTime: string } {
  const found = LOGS.find(({ startTime }) => startTime.startsWith(start));
  assert(found !== undefined);
  return found;
}

Deno.test("read.fitbitSleep() returns a row for every interval of both layers, log by log", async () => {
  const rows = await readFitbit({ text: TEXT }, { tz: TZ });
  const expected = LOGS.flatMap(({ logId, levels }) => [
    ...levels.data.map(() => `${logId} fitbit-base`),
    ...(levels.shortData ?? []).map(() => `${logId} fitbit-short`),
  ]);
  const actual = rows.log_id.map((id, i) => `${id} ${rows.source[i]}`);
  assertEquals(actual, expected);
  assertEquals(rows.start_time.length, expected.length);
  assertEquals(rows.end_time.length, expected.length);
  assertEquals(rows.sleep_stage.length, expected.length);
});

Deno.test("read.fitbitSleep() reads a file, text, an array and an object with sleep alike", async () => {
  const rows = await readFitbit({ text: TEXT }, { tz: TZ });
  assertEquals(await readFitbit(LOGS, { tz: TZ }), rows);
  assertEquals(await readFitbit(new TextEncoder().encode(`\ufeff${TEXT}`), { tz: TZ }), rows);
  assertEquals(await readFitbit({ sleep: LOGS }, { tz: TZ }), rows);
  assertEquals(await readFitbit(new File([TEXT], "sleep-2024-03-30.json"), { tz: TZ }), rows);
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, TEXT);
    assertEquals(await readFitbit(path, { tz: TZ }), rows);
  } finally {
    await Deno.remove(path);
  }
  await assertRejects(() => readFitbit(TEXT, { tz: TZ }), TypeError, "Pass the text itself");
});

Deno.test("read.fitbitSleep() reads the night after the spring change with the summer offset", async () => {
  const rows = await readFitbit([logNamed("2024-03-31")], { tz: TZ });
  assertEquals(rows.start_time[0], micros("2024-03-31T01:00:00Z"));
  const last = rows.source.lastIndexOf("fitbit-base");
  assertEquals(rows.end_time[last], micros("2024-03-31T09:24:30Z"));
});

Deno.test("read.fitbitSleep() keeps the offset of the start across the autumn change", async () => {
  const night = logNamed("2024-10-27");
  const rows = await readFitbit([night], { tz: TZ });
  assertEquals(rows.start_time[0], micros("2024-10-26T23:07:30Z"));
  const last = rows.source.lastIndexOf("fitbit-base");
  // The vendor's local end is 09:33 with the offset of the start: 8 h 25.5 min elapsed, as in its rows.
  assertEquals(night.endTime, "2024-10-27T09:33:00.000");
  assertEquals(rows.end_time[last], micros("2024-10-27T09:33:00+02:00"));
});

Deno.test("read.fitbitSleep() leaves no gap in a base layer, and keeps short wakes within it", async () => {
  for (const night of LOGS) {
    const rows = await readFitbit([night], { tz: TZ });
    const base = rows.source.lastIndexOf("fitbit-base");
    for (let row = 1; row <= base; row++) {
      assertEquals(rows.start_time[row], rows.end_time[row - 1]);
    }
    for (let row = base + 1; row < rows.source.length; row++) {
      assert((rows.start_time[row] ?? 0n) >= (rows.start_time[0] ?? 0n));
      assert((rows.end_time[row] ?? 0n) <= (rows.end_time[base] ?? 0n));
      assertEquals(rows.sleep_stage[row], 2n);
    }
  }
});

Deno.test("read.fitbitSleep() names the stages of both kinds of log", async () => {
  const levels = ["wake", "light", "deep", "rem", "asleep", "restless", "awake"];
  const start = "2024-06-01T00:00:00.000";
  const rows = await readFitbit([log(start, levels.map((level) => piece(start, level)))], {
    tz: TZ,
  });
  assertEquals([...rows.sleep_stage], [2n, 3n, 4n, 5n, 1n, 2n, 2n]);
});

Deno.test("read.fitbitSleep() without other files gives a classic log's minutes and counts, and the vendor's totals", async () => {
  const [night, ...more] = LOGS.filter(({ levels }) =>
    levels.data.some(({ level }) => level === "restless")
  );
  assertEquals(more, []);
  const { level, start_time, end_time, main, date, sleep_stage } = openFrame(
    await fitbitSleep([night!], { tz: TZ }),
  ).read({
    level: "text",
    start_time: "time",
    end_time: "time",
    main: "bool",
    date: "text",
    sleep_stage: "int64",
  });
  for (const name of ["restless", "awake"]) {
    const rows = [...level.values.keys()].filter((row) => level.values[row] === name);
    const micros = rows.reduce((sum, i) => sum + end_time.values[i]! - start_time.values[i]!, 0n);
    const { count, minutes } = night!.levels.summary[name]!;
    assertEquals([rows.length, Number(micros) / 60_000_000], [count, minutes], name);
    assert(rows.every((row) => sleep_stage.values[row] === 2n));
  }
  assertEquals(new Set(main.values), new Set([0]));
  assertEquals(main.valid, undefined);
  assertEquals(new Set(date.values), new Set(["2023-11-17"]));
});

Deno.test("read.fitbitSleep() does not guess missing facts about a log's day", async () => {
  const { main, date } = openFrame(await fitbitSleep([log("2024-06-01T00:00:00.000")], { tz: TZ }))
    .read({
      main: "bool",
      date: "text",
    });
  assertEquals([main.valid?.[0], date.values[0]], [0, null]);
});

Deno.test("read.fitbitSleep() accepts source names and a table of levels from the caller", async () => {
  const start = "2024-06-01T00:00:00.000";
  const rows = await readFitbit([log(start, [piece(start, "nap")], [piece(start, "nap")])], {
    tz: "UTC",
    sources: { base: "a", short: "b" },
    levels: { nap: 7 },
  });
  assertEquals(rows.source, ["a", "b"]);
  assertEquals([...rows.sleep_stage], [7n, 7n]);
});

Deno.test("read.fitbitSleep() reads a repeated local start as the earlier instant", async () => {
  const rows = await readFitbit([log("2024-10-27T02:30:00.000")], { tz: TZ });
  assertEquals(rows.start_time[0], micros("2024-10-27T00:30:00Z"));
});

Deno.test("read.fitbitSleep() returns no rows for an empty log or short layer", async () => {
  assertEquals((await readFitbit({ text: "[]" }, { tz: TZ })).start_time.length, 0);
  const { levels: { data }, ...rest } = log("2024-06-01T00:00:00.000");
  assertEquals((await readFitbit([{ ...rest, levels: { data } }], { tz: TZ })).source, [
    "fitbit-base",
  ]);
});

Deno.test("read.fitbitSleep() names the log and row of an error", async () => {
  const start = "2024-06-01T00:00:00.000";
  const second = (bad: ReturnType<typeof piece>) => [log(start, [piece(start), bad])];
  const cases: [unknown, typeof RangeError | typeof TypeError, string][] = [
    [{ text: "{" }, TypeError, "the text is not JSON"],
    [{ logs: [] }, TypeError, "expected a list of logs"],
    [5, TypeError, "expected a path, a URL, bytes, a Blob, a stream or { text }, got the number 5"],
    [[{ startTime: start, levels: {} }], TypeError, "log at index 0 has no list levels.data"],
    [[{ logId: 3, levels: {} }], TypeError, "log 3 has no startTime"],
    [[null], TypeError, "log at index 0 has no startTime"],
    [[log("yesterday")], RangeError, 'startTime "yesterday" of log 12 is not a local time'],
    [[log("2024-06-01T00:00:00Z")], RangeError, "of log 12 is not a local time"],
    [[log("2024-06-01T00:00:00+02:00")], RangeError, "of log 12 is not a local time"],
    [second(piece("2024-06-31T00:00:00.000")), RangeError, "(log 12, levels.data row 1)"],
    [second(piece("2024-06-01T00:00:00Z")), RangeError, "(log 12, levels.data row 1)"],
    [second(piece(start, "snore")), RangeError, 'level "snore" is not one of wake, light'],
    [second(piece(start, "toString")), RangeError, 'level "toString" is not one of'],
    [
      second(piece(start, "rem", 0)),
      RangeError,
      "integer above 0, got 0 (log 12, levels.data",
    ],
    [second(piece(start, "rem", -30)), RangeError, "got -30"],
    [second(piece(start, "rem", NaN)), RangeError, "got NaN"],
    [second(piece(start, "rem", 1.5)), RangeError, "got 1.5"],
  ];
  for (const [logs, type, message] of cases) {
    const read = () => readFitbit(logs as readonly FitbitLog[], { tz: TZ, strict: true });
    await assertRejects(read, type, message);
  }
});

Deno.test("read.fitbitSleep() rejects a zone that is not an exact IANA name", async () => {
  for (const tz of ["+02:00", "europe/berlin", "Nowhere/Town"]) {
    await assertRejects(
      () => readFitbit({ text: "[]" }, { tz }),
      RangeError,
      "Cannot use time zone",
    );
  }
});

Deno.test("fitbit() without options reports that it needs a zone", async () => {
  await assertRejects(
    () => fitbitSleep([], undefined as never),
    TypeError,
    "Cannot read Fitbit sleep logs: options are missing; it needs a zone",
  );
});

Deno.test("read.fitbitSleep() skips invalid data, and reports it once", async () => {
  const start = "2024-06-01T00:00:00.000", problems: string[] = [];
  const onProblem = (text: string) => void problems.push(text);
  const odd = log(start, [piece(start), piece("2024-06-01T01:00:00.000", "unknown")]);
  const frame = await readFitbit([odd, null as never], { tz: TZ, onProblem });
  assertEquals(frame.sleep_stage.length, 1);
  assertEquals(problems.length, 1);
  assertMatch(problems[0]!, /level "unknown" is not one of .*\n.*at index 1 has no startTime/);
  const cut = JSON.stringify([log(start, [piece(start)]), log(start)]).slice(0, -3);
  assertEquals((await readFitbit({ text: cut }, { tz: TZ, onProblem })).sleep_stage.length, 1);
  assertMatch(problems[1]!, /entry 2: the file is cut short here/);
  await assertRejects(
    () => readFitbit({ text: cut }, { tz: TZ, strict: true }),
    TypeError,
    "not JSON",
  );
  await assertRejects(
    () => readFitbit([null as never], { tz: TZ, onProblem }),
    TypeError,
    "has no startTime",
  );
});
