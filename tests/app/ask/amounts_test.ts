import { assertEquals } from "@std/assert";
import {
  amountText,
  durationText,
  inSystem,
  lengthIn,
  metricLabel,
} from "../../../src/app/ask/amounts.ts";

Deno.test("amountText() writes three digits, groups thousands and uses the common symbol of the unit", () => {
  const written = [
    [1.2345, "km", "1.23 km"],
    [-9.994, "km", "-9.99 km"],
    [12.345, "km", "12.3 km"],
    [99.94, "km", "99.9 km"],
    [123.45, "kcal", "123 kcal"],
    [11_231.6, "count", "11,232"],
    [250.4, "mL", "250 ml"],
    [8, "fl_oz_us", "8 fl oz"],
    [7.25, "moodscore", "7.25"],
    [0, "m", "0 m"],
  ] as const;
  for (const [value, unit, text] of written) assertEquals(amountText({ value, unit }), text);
});

Deno.test("durationText() uses hours from 60 minutes, with two digits for the minutes", () => {
  assertEquals([0, 59.4, 59.5, 60, 72, 605, 1440].map(durationText), [
    "0 min",
    "59 min",
    "1 h",
    "1 h",
    "1 h 12 min",
    "10 h 05 min",
    "24 h",
  ]);
});

Deno.test("lengthIn() changes from meters to kilometers at 1,000, and uses only miles in imperial units", () => {
  assertEquals(lengthIn(999, "metric"), { value: 999, unit: "m" });
  assertEquals(lengthIn(1000, "metric"), { value: 1, unit: "km" });
  assertEquals(lengthIn(1609.344, "imperial"), { value: 1, unit: "mi" }); // by definition
});

Deno.test("inSystem() returns an amount unchanged without a system or for a unit outside any system", () => {
  assertEquals(inSystem({ value: 3, unit: "lb" }, undefined), { value: 3, unit: "lb" });
  assertEquals(inSystem({ value: 61, unit: "bpm" }, "imperial"), { value: 61, unit: "bpm" });
  assertEquals(inSystem({ value: 1, unit: "lb" }, "metric"), { value: 0.45359237, unit: "kg" });
});

Deno.test("metricLabel() separates words and keeps words in capitals", () => {
  assertEquals(["DistanceTraveledOnFoot", "HRV", "vo2_max", "mood"].map(metricLabel), [
    "Distance traveled on foot",
    "HRV",
    "Vo2 max",
    "Mood",
  ]);
});
