import { assertEquals } from "@std/assert";
import * as plot from "../../../src/plot/mod.ts";
import { lowerFirst, upperFirst } from "../../../src/plot/picture/letterCase.ts";

Deno.test("names are capitalized, symbols of units and abbreviations keep their case", () => {
  const names = ["steps", "heart rate", "bpm", "kcal burnt", "mmHg", "minutes", "msgs", "kgs"];
  assertEquals(names.map(upperFirst), [
    "Steps",
    "Heart rate",
    "bpm",
    "kcal burnt",
    "mmHg",
    "Minutes",
    "Msgs",
    "Kgs",
  ]);
  assertEquals(["Steps", "HRV", "Heart rate", ""].map(lowerFirst), [
    "steps",
    "HRV",
    "heart rate",
    "",
  ]);
});

Deno.test("a column bpm is labelled bpm in titles and captions, once", async () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 2, 1 + i, 12)),
    bpm: 60 + i % 7,
  }));
  const options = { y: "bpm", tz: "UTC", unit: "bpm" };
  for (
    const picture of [
      plot.line(rows, options),
      plot.dailyBars(rows, { ...options, aggregate: "mean" }),
      plot.distribution(rows, { y: "bpm", unit: "bpm" }),
      plot.overlay(rows.slice(10), rows.slice(0, 10), options),
    ]
  ) {
    const text = picture.summary + await picture.svg();
    assertEquals(/Bpm|bpm \(bpm\)/.exec(text)?.[0], undefined, picture.name);
  }
});
