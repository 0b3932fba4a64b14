import { assertEquals, assertThrows } from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { fromSamples } from "../../src/sleep/fromSamples.ts";
import { merge } from "../../src/sleep/merge.ts";
import { mergeReport } from "../../src/sleep/mergeReport.ts";

const SAMPLES = {
  uuid: { type: "text", values: ["1", "2"] },
  start_date: {
    type: "time",
    values: BigInt64Array.of(1n, 3_600_000_000n),
    zone: "Europe/Berlin",
  },
  end_date: { type: "time", values: BigInt64Array.of(2n, 3_600_000_001n), zone: "UTC" },
  value: { type: "float64", values: Float64Array.of(0, 5) },
  unit: { type: "text", values: ["", ""] },
  source: { type: "text", values: ["watch", null] },
} as const;

Deno.test("fromSamples() of sleep makes a stage frame of raw samples, row for row", () => {
  assertEquals(toRows(columnsOf(fromSamples(toFrame(SAMPLES)))), [
    {
      start_time: "1970-01-01T01:00:00.000001+01:00",
      end_time: "1970-01-01T00:00:00.000002Z",
      sleep_stage: 0,
      source: "watch",
      id: "1",
    },
    {
      start_time: "1970-01-01T02:00:00+01:00",
      end_time: "1970-01-01T01:00:00.000001Z",
      sleep_stage: 5,
      source: null,
      id: "2",
    },
  ]);
});

Deno.test("fromSamples() of sleep needs neither source nor uuid, and takes no rows", () => {
  const { uuid: _uuid, source: _source, ...bare } = SAMPLES;
  const columns = columnsOf(fromSamples(toFrame(bare)));
  assertEquals(Object.keys(columns), ["start_time", "end_time", "sleep_stage", "source", "id"]);
  assertEquals(columns["id"], { type: "text", values: [null, null] });
  assertEquals(toRows(columnsOf(fromSamples([]))), []);
});

Deno.test("fromSamples() of sleep names what is missing or wrong", () => {
  const { value: _, ...rest } = SAMPLES;
  assertThrows(
    () => fromSamples(toFrame(rest)),
    TypeError,
    'Cannot read sleep samples: column "value" is missing; there are uuid, start_date',
  );
  assertThrows(
    () =>
      fromSamples(
        toFrame({ ...rest, value: { type: "float64", values: Float64Array.of(1, 2.5) } }),
      ),
    TypeError,
    "value is 2.5 in row 1, expected an integer",
  );
  assertThrows(
    () => fromSamples([{ start_date: new Date(0), end_date: new Date(1), value: null }]),
    TypeError,
    "value is null in row 0",
  );
});

Deno.test("fromSamples() of sleep keeps samples that have no end, for merge() to report", () => {
  const frame = fromSamples([{ start_date: new Date(0), end_date: null, value: 3 }]);
  assertEquals(mergeReport(frame).getColumn("problem").toArray(), ["unfinished"]);
  assertThrows(() => merge(frame), TypeError, "end_time is null in row 0");
});

Deno.test("fromSamples() of sleep reads columns of other names", () => {
  const { start_date, source, ...rest } = SAMPLES;
  const renamed = toFrame({ ...rest, begin: start_date, device: source });
  const columns = { start_date: "begin", source: "device" };
  assertEquals(
    columnsOf(fromSamples(renamed, { columns })),
    columnsOf(fromSamples(toFrame(SAMPLES))),
  );
});
