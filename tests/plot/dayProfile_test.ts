import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { dayProfile } from "../../src/plot/dayProfile.ts";
import { golden } from "./golden.ts";
import { heartRates } from "./rhythmSample.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const options = { tz, unit: "bpm", title: "Heart rate over the day", cosine: true };

Deno.test("dayProfile() draws the mean day, its band, L5, M10 and the cosine", async () => {
  const svg = await golden("dayProfile", dayProfile(heartRates(14), options));
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["00:00", "24:00", "Heart rate (bpm)", "L5", "M10", `Time of day, ${tz}`]) {
    assert(texts.includes(text), text);
  }
  assert(texts.some((text) => /^L5 \d\d:\d\d to \d\d:\d\d, mean 54/.test(text)), texts.join());
});

Deno.test("dayProfile() is legible at the width of a telephone", async () => {
  await golden("dayProfile-narrow", dayProfile(heartRates(14), { ...options, width: 360 }));
});

Deno.test("dayProfile() breaks its line where no day has a value", async () => {
  const rows = heartRates(3).map((row) => ({
    ...row,
    heart_rate: row.time.getUTCHours() === 4 ? null : row.heart_rate,
  }));
  const picture = dayProfile(rows, { tz: "UTC", extremes: false });
  const [line] = found(await golden("dayProfile-gap", picture), '[aria-label="line"] path');
  assertEquals(line!.getAttribute("d")!.match(/M/g)!.length, 2);
});

Deno.test("dayProfile() marks a stretch over midnight at both ends", async () => {
  const rows = heartRates(7).map((row) => ({
    ...row,
    heart_rate: row.time.getUTCHours() >= 22 || row.time.getUTCHours() < 3 ? 50 : 80,
  }));
  const picture = dayProfile(rows, { tz: "UTC" });
  assert(picture.summary.includes("L5 22:00 to 03:00, mean 50"), picture.summary);
  const strips = found(await picture.svg(), '[aria-label="rect"] rect');
  const widths = strips.map((strip) => number(strip, "width")).slice(0, 2);
  assertAlmostEquals(widths[0]! / widths[1]!, 2 / 3, 0.02);
});

Deno.test("dayProfile() says where there is nothing, and refuses what it cannot draw", async () => {
  assert((await dayProfile([], { tz }).svg()).includes("No data"));
  assertThrows(() => dayProfile(heartRates(1), { resolution: 7 }), RangeError, "divide a day");
  assertThrows(() => dayProfile(heartRates(1), { band: 2 }), RangeError, "band");
});
