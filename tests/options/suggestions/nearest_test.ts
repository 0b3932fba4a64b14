import { assertEquals } from "@std/assert";
import { nearest } from "../../../src/options/suggestions/nearest.ts";

Deno.test("nearest() finds the name with the fewest changed letters", () => {
  assertEquals(nearest("Start_Tim", ["end_time", "start_time"]), "start_time");
  assertEquals(nearest("startTime", ["start_time"]), "start_time");
});

Deno.test("nearest() returns undefined if no name is similar", () => {
  assertEquals(nearest("colour", ["end_time", "start_time"]), undefined);
  assertEquals(nearest("x", []), undefined);
});
