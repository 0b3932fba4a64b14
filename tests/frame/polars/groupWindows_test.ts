import { assertEquals, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { groupWindows } from "../../../src/frame/polars/groupWindows.ts";
import { float64Column, timeColumn } from "../../../src/frame/columns/columns.ts";
import type { ColumnOf } from "../../../src/frame/wantedColumns.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";

const HOUR = 3_600_000_000n, START = 1_704_067_200_000_000n; // 2024-01-01T00:00Z

/** Returns rows with instants in minutes after the start, and values. */
function rows(minutes: readonly (number | null)[], value: readonly number[], zone = "UTC"): Frame {
  const at = BigInt64Array.from(minutes, (one) => START + BigInt(one ?? 0) * HOUR / 60n);
  const valid = Uint8Array.from(minutes, (one) => one === null ? 0 : 1);
  return toFrame({
    time: timeColumn(at, zone, valid.includes(0) ? valid : undefined),
    value: float64Column(Float64Array.from(value)),
  });
}

/** Returns hours from the start and their means, and the windows and values of those with rows. */
function hours(frame: Frame) {
  const found = groupWindows(frame, {
    time: "time",
    columns: [{ name: "value", reducer: "mean" }, { name: "value", reducer: "count" }],
    computeBoundaries: ({ start, end }, tz) => {
      const first = start - (start % HOUR), count = Number((end - first + HOUR - 1n) / HOUR);
      return {
        boundaries: BigInt64Array.from({ length: count + 1 }, (_, i) => first + BigInt(i) * HOUR),
        tz,
      };
    },
    calendar: undefined,
  });
  return found && {
    tz: found.tz,
    windows: [...found.window].map((i) => Number((found.boundaries[i]! - START) / HOUR)),
    values: found.columns.map((column) =>
      Array.from((column as ColumnOf<"float64" | "int64">).values, Number)
    ),
  };
}

Deno.test("groupWindows() aggregates rows by window, including the start, in the zone of the times", () => {
  assertEquals(hours(rows([0, 30, 59, 60, 200], [1, 2, 6, 5, 8], "Asia/Tokyo")), {
    tz: "Asia/Tokyo",
    windows: [0, 1, 3],
    values: [[3, 5, 8], [3, 1, 1]],
  });
});

Deno.test("groupWindows() leaves cases to the column code that Polars cannot handle or gets wrong", () => {
  const good = rows([0, 60], [1, 2]), time = good.getColumn("time");
  const inMillis = good.withColumn(time.cast(pl.Datetime("ms", "UTC")));
  const plain = good.withColumn(time.cast(pl.Int64));
  assertEquals(hours(good)?.windows, [0, 1]);
  assertEquals(hours(inMillis), undefined);
  assertEquals(hours(plain), undefined);
  assertEquals(hours(good.head(0)), undefined);
  assertEquals(hours(rows([0, null, 60], [1, 2, 3])), undefined);
  assertEquals(hours(rows([60, 0], [1, 2])), undefined, "not in order, from end to end");
  assertEquals(hours(rows([0, 90, 60, 120], [1, 2, 3, 4])), undefined, "not in order, inside");
  assertEquals(hours(rows([0, 60], [1, NaN])), undefined);
});

Deno.test("groupWindows() rejects times outside the years 1 to 9999", () => {
  const far = rows([0, Number((1n << 60n) / HOUR) * 60], [1, 2]);
  assertThrows(() => hours(far), RangeError, "time");
});
