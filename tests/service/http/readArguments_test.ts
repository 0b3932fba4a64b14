import { assertEquals } from "@std/assert";
import { api } from "../../../src/api/api.ts";
import { Problem } from "../../../src/service/http/problem.ts";
import { readArguments } from "../../../src/service/http/readArguments.ts";

const ME = "7b0a3a0c-7d5e-4c0e-9b43-0f6f2f1c2a10";
const stages = (query: string) =>
  readArguments(api.sleep.stages, { svc_userid: ME }, new URLSearchParams(query));

const RANGE = "start_time=2024-01-24T00:00:00Z&end_time=2024-01-25T00:00:00Z&output=csv";

function issues(query: string): unknown[] {
  try {
    stages(query);
  } catch (error) {
    if (error instanceof Problem && typeof error.detail !== "string") {
      assertEquals(error.status, 422);
      return error.detail.map(({ loc, type }) => [...loc, type]);
    }
    throw error;
  }
  return [];
}

Deno.test("times are parsed in every accepted format", () => {
  const noon = 1_706_097_600_000_000n; // 2024-01-24T12:00:00Z
  const forms = [
    "2024-01-24T12:00:00Z",
    "2024-01-24T12:00:00.000Z",
    "2024-01-24T12:00:00.000000Z",
    "2024-01-24 12:00:00Z",
    "2024-01-24T04:00:00-08:00",
    "2024-01-24T12:00Z",
    "2024-01-24T12:00:00",
    "2024-01-24T12:00",
    "2024-01-24T14:00:00%2B02:00",
    "2024-01-24T14:00:00+02:00", // in a query the plus is a space
    "2024-01-24+14:00:00+02:00",
    "2024-01-24T14:00:00.000+0200",
  ];
  for (const form of forms) {
    const { start_time } = stages(`start_time=${form}&end_time=2025-01-01&output=csv`);
    assertEquals(start_time, noon, form);
  }
  assertEquals(stages(RANGE.replace("00Z", "00.123456Z"))["start_time"], 1_706_054_400_123_456n);
});

Deno.test("booleans and repeated keys are parsed in every accepted format", () => {
  for (const [text, value] of [["True", true], ["1", true], ["false", false], ["0", false]]) {
    assertEquals(stages(`${RANGE}&clip_to_range=${text}`)["clip_to_range"], value);
  }
  assertEquals(stages(`${RANGE}&stages=3&stages=4`)["stages"], [3, 4]);
  assertEquals(issues(`${RANGE}&nonsense=1&output=arrow&output=arrow`), [
    ["query", "output", "value_error"],
  ]);
});

Deno.test("missing parameters get their defaults", () => {
  const { stages: only, gap_stages, cycle_gap, clip_to_range, svc_userid } = stages(RANGE);
  assertEquals(
    [only, gap_stages, cycle_gap, clip_to_range, svc_userid],
    [undefined, [], "PT2H", true, ME],
  );
});

Deno.test("all errors are listed at once", () => {
  assertEquals(issues(""), [
    ["query", "start_time", "missing"],
    ["query", "end_time", "missing"],
    ["query", "output", "missing"],
  ]);
  assertEquals(
    issues(
      "start_time=2024-02-30T00:00Z&end_time=yesterday&output=xml&cycle_gap=2h&stages=1.5&clip_to_range=2",
    ),
    [
      ["query", "start_time", "time_parsing"],
      ["query", "end_time", "time_parsing"],
      ["query", "output", "enum"],
      ["query", "cycle_gap", "duration_parsing"],
      ["query", "stages", "integer_parsing"],
      ["query", "clip_to_range", "boolean_parsing"],
    ],
  );
});

Deno.test("a range that ends before it starts, or leaves the years 1 to 9999, is rejected", () => {
  const range = (start: string, end: string) =>
    issues(`start_time=${start}&end_time=${end}&output=csv`);
  assertEquals(range("2024-01-02", "2024-01-01"), [["query", "end_time", "value_error"]]);
  assertEquals(range("2024-01-01", "2024-01-01"), []);
  assertEquals(range("0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"), [
    ["query", "start_time", "time_parsing"],
  ]);
  assertEquals(range("0001-01-01T00:00:00Z", "%2B010000-01-01T00:00:00Z"), [
    ["query", "end_time", "time_parsing"],
  ]);
});

Deno.test("times on days that not every month has follow the calendar", () => {
  const micros = (text: string) => stages(`start_time=${text}&end_time=2100-01-01&output=csv`);
  assertEquals(micros("2024-02-29T00:00:00Z")["start_time"], 1_709_164_800_000_000n);
  assertEquals(issues(RANGE.replace("2024-01-24", "2023-02-29")).length, 1);
  assertEquals(issues(RANGE.replace("2024-01-24", "2023-04-31")).length, 1);
});
