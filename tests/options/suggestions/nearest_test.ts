import { assert, assertEquals } from "@std/assert";
import { nearest } from "../../../src/options/suggestions/nearest.ts";

Deno.test("nearest() finds the name with the fewest changed letters", () => {
  assertEquals(nearest("Start_Tim", ["end_time", "start_time"]), "start_time");
  assertEquals(nearest("startTime", ["start_time"]), "start_time");
});

Deno.test("nearest() returns undefined if no name is similar", () => {
  assertEquals(nearest("colour", ["end_time", "start_time"]), undefined);
  assertEquals(nearest("x", []), undefined);
});

Deno.test("nearest() compares no names of a million characters", () => {
  const long = "x".repeat(1_000_000), begun = performance.now();
  assertEquals(nearest(long, ["start_time", `${long}y`]), undefined);
  assertEquals(nearest("start_tim", [long, "start_time"]), "start_time");
  assert(performance.now() - begun < 2000);
});
