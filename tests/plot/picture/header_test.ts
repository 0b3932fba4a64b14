import { assertEquals } from "@std/assert";
import { keepUnits, wrapText } from "../../../src/plot/picture/header.ts";

Deno.test("lines do not break within a date, an amount or a range", () => {
  const joined = (text: string): string[] => keepUnits(text).split(" ");
  const parts: [text: string, parts: string[]][] = [
    ["Sun 10 Mar to Fri 19 Apr 2024", ["Sun 10 Mar", "to", "Fri 19 Apr 2024"]],
    ["So., 10. März 2024", ["So., 10. März 2024"]],
    ["Most from 14:00 to 15:00", ["Most", "from", "14:00 to 15:00"]],
    ["6 h 42 min asleep", ["6 h 42 min", "asleep"]],
    ["95 % interval of 2 of 7 days", ["95 %", "interval", "of", "2 of 7", "days"]],
    ["p = 0.39, Hedges g \u22120.13", ["p = 0.39,", "Hedges g \u22120.13"]],
    ["Steps on May walks", ["Steps", "on", "May", "walks"]],
  ];
  for (const [text, expected] of parts) {
    assertEquals(joined(text).map((part) => part.replaceAll("\u00a0", " ")), expected);
  }
});

Deno.test("lines are balanced, and end after punctuation if that takes no more of them", () => {
  assertEquals(wrapText("Heart rate 75.1, steps 342 at the median", 300, 18), [
    "Heart rate 75.1,",
    "steps 342 at the median",
  ]);
  assertEquals(wrapText("No clear difference between weekday and weekend", 340, 18), [
    "No clear difference between",
    "weekday and weekend",
  ]);
  assertEquals(wrapText("one two three four", 1000, 12), ["one two three four"]);
  assertEquals(wrapText(undefined, 100, 12), []);
});
