import { assertStringIncludes, assertThrows } from "@std/assert";
import { EVERY_PICTURE, TZ } from "./everyPicture.ts";

/** Charts that compare people or show each row, each with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  agreement: "draws pairs",
  around: "draws the result of series.around, which refuses them",
  compare: "compares conditions, also of several people",
  coverage: "draws a lane for each source",
  dayPath: "draws what places.dayPath returns",
  distribution: "draws values, also of several people",
  events: "draws a lane for each name",
  hypnogram: "draws the nights of one person, and rejects others whose rows overlap",
  hypnodensity: "draws the share of votes, which may come from several people",
  matrix: "draws pairs",
  periodogram: "draws the result of series.periodogram",
  scatter: "draws pairs",
  change: "compares periods, as series.compare does",
  visits: "draws what places.visits returns",
};

for (const [name, { rows, draw }] of Object.entries(EVERY_PICTURE)) {
  if (name in OTHERS) continue;
  Deno.test(`${name}() rejects to draw several people as one`, () => {
    const people = rows.map((row, i) => ({ ...row, participant: i % 2 === 0 ? "P1" : "P2" }));
    const { message } = assertThrows(() => draw(people, { tz: TZ }), RangeError);
    assertStringIncludes(message, 'column "participant" has 2 values, such as P1 and P2');
    draw(people.filter(({ participant }) => participant === "P1"), { tz: TZ });
  });
}
