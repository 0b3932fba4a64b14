import { assertEquals } from "@std/assert";
import type { Row } from "../../src/frame/polars/rows.ts";
import { EVERY_PICTURE, TZ } from "./everyPicture.ts";

/** Time columns of a client's samples, nights and days. */
const NAMES = ["start_time", "start_date", "night", "date"];

/** Charts in the table that do not find a column of instants, each with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  agreement: "draws pairs, not times",
  around: "draws offsets from an event",
  compare: "compares conditions here; its periods are tested with series.compare",
  coverage: "draws spans here",
  dayPath: "draws what places.dayPath returns",
  distribution: "draws values",
  hypnogram: "draws spans of stages",
  hypnodensity: "draws spans of stages",
  matrix: "draws pairs",
  nremCycles: "draws spans of stages",
  periodogram: "draws periods",
  regularity: "draws spans of stages",
  scatter: "draws pairs",
  sleepBars: "draws spans of stages",
  sleepRaster: "draws spans of stages",
  timeline: "draws spans of stages",
  transitions: "draws spans of stages",
  visits: "draws what places.visits returns",
};

function renamed(rows: readonly Row[], name: string): Row[] {
  return rows.map(({ time, ...rest }) => ({ [name]: time, ...rest }));
}

for (const [name, { rows, draw }] of Object.entries(EVERY_PICTURE)) {
  if (name in OTHERS) continue;
  Deno.test(`${name}() finds the time in every time column of a client's frames`, async () => {
    const picture = draw(rows, { tz: TZ }), svg = await picture.svg();
    // A day has no time of day for a clock.
    for (const column of name === "polarClock" ? NAMES.slice(0, 2) : NAMES) {
      const other = draw(renamed(rows, column), { tz: TZ });
      assertEquals(other.summary, picture.summary, column);
      assertEquals(await other.svg(), svg, column);
    }
  });
}
