import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { contentId } from "../../src/read/contentId.ts";
import { toRecords } from "../../src/read/toRecords.ts";

const rows = (...args: Parameters<typeof toRecords>) => toRows(columnsOf(toRecords(...args)));
const FRAME = [
  { start_time: "2024-03-30T08:00Z", end_time: "2024-03-30T08:10Z", value: 12, source: "A" },
  { start_time: "2024-03-30T08:00Z", end_time: "2024-03-30T08:10Z", value: 12, source: "A" },
  { start_time: "2024-03-30T08:00Z", end_time: "2024-03-30T08:10Z", value: 12, source: "B" },
  { start_time: "2024-03-30T09:00Z", end_time: null, value: null, source: "A" },
  { start_time: "2024-03-30T09:00Z", end_time: "2024-03-30T09:00Z", value: 3, source: null },
];

Deno.test("toRecords() makes one record per sample, and an instant of a span without a length", () => {
  const records = rows(FRAME, { metric: "StepCount", unit: "steps", source: "C" });
  assertEquals(records.map(({ id: _, ...rest }) => rest), [
    {
      start_time: "2024-03-30T08:00:00Z",
      end_time: "2024-03-30T08:10:00Z",
      value: 12,
      unit: "steps",
      source: "A",
    },
    {
      start_time: "2024-03-30T08:00:00Z",
      end_time: "2024-03-30T08:10:00Z",
      value: 12,
      unit: "steps",
      source: "B",
    },
    { start_time: "2024-03-30T09:00:00Z", end_time: null, value: 3, unit: "steps", source: "C" },
  ]);
  assertEquals(new Set(records.map(({ id }) => id)).size, 3);
});

Deno.test("toRecords() creates identifiers that only depend on the content of a record", () => {
  const ids = rows(FRAME, { metric: "StepCount" }).map(({ id }) => id);
  const turned = rows([...FRAME].reverse(), { metric: "StepCount" }).map(({ id }) => id);
  assertEquals(new Set(turned), new Set(ids));
  const other = rows(FRAME, { metric: "FallCount" }).map(({ id }) => id);
  assert(other.every((id) => !ids.includes(id)));
});

Deno.test("contentId() returns UUIDs of version 8 that increase with time", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 57n }), fc.string(), (start, text) => {
      const id = contentId(start, text);
      assert(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id), id);
      assertEquals(contentId(start, text), id);
      if (start >= 0n) assert(contentId(start + 1000n, text) > id);
    }),
  );
});

Deno.test("toRecords() reports errors, and accepts other column names", () => {
  assertThrows(
    () => toRecords([{ value: 1 }], { metric: "A" }),
    TypeError,
    "no column start_time or time",
  );
  assertThrows(
    () => toRecords([{ time: "2024-03-30T08:00Z" }], { metric: "A" }),
    TypeError,
    "no column value",
  );
  const backwards = [{ time: "2024-03-30T08:00Z", end_time: "2024-03-30T07:00Z", value: 1 }];
  assertThrows(
    () => toRecords(backwards, { metric: "A" }),
    RangeError,
    "before start_time in row 0",
  );
  const named = [{ height: "2024-03-30T08:00Z", filter: 5 }];
  assertEquals(
    rows(named, { metric: "A", columns: { time: "height", value: "filter" } })[0]!["value"],
    5,
  );
});
