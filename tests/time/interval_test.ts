import { assertEquals, assertThrows } from "@std/assert";
import { toInterval } from "../../src/time/interval.ts";

Deno.test("toInterval() reads both ends in the given zone", () => {
  const range = { start_time: "2024-03-31", end_time: "2024-04-01" };
  const { start, end } = toInterval(range, { tz: "Europe/Berlin" });
  assertEquals(end - start, 23n * 3_600_000_000n);
  assertEquals(start, BigInt(Date.parse("2024-03-30T23:00Z")) * 1000n);
});

Deno.test("toInterval() accepts an empty range, and rejects an end before the start", () => {
  const start_time = "2024-01-01T00:00:00.000001Z";
  assertEquals(toInterval({ start_time, end_time: start_time }).start, 1_704_067_200_000_001n);
  assertThrows(
    () => toInterval({ start_time, end_time: "2024-01-01T00:00:00Z" }),
    RangeError,
    "end_time 2024-01-01T00:00:00Z is before start_time 2024-01-01T00:00:00.000001Z",
  );
});

Deno.test("toInterval() reports which end is invalid", () => {
  const at = "2024-01-01T00:00Z";
  assertThrows(() => toInterval({ start_time: "soon", end_time: at }), RangeError, "start_time");
  assertThrows(() => toInterval({ start_time: at, end_time: "later" }), RangeError, "end_time");
});
