import { assert, assertEquals } from "@std/assert";
import { clockPieces } from "../../src/plot/clockPieces.ts";
import { sleepRaster } from "../../src/plot/sleepRaster.ts";
import { golden } from "./golden.ts";
import { sampleNights } from "./sampleNights.ts";
import { found, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";

Deno.test("sleepRaster() draws a row for each night, and a band for those without data", async () => {
  const nights = [...sampleNights("2024-03-10", 14, tz), ...sampleNights("2024-03-26", 12, tz)];
  const svg = await golden("sleepRaster", sleepRaster(nights, { tz }));
  const rows = new Set(
    found(svg, "path[aria-label=line]").flatMap((path) =>
      [...path.getAttribute("d")!.matchAll(/M[-\d.]+,([-\d.]+)/g)].map(([, y]) => y)
    ),
  );
  assertEquals(rows.size, 26);
  assertEquals(found(svg, "[aria-label=rect] rect").length, 2);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("Mon 11 Mar") && texts.includes("00:00"), texts.join());
});

Deno.test("sleepRaster() of a year takes less than 120 kB, and leaves no gap that is not in the data", async () => {
  const svg = await golden(
    "sleepRaster-year",
    sleepRaster(sampleNights("2024-01-01", 365, tz), { tz }),
  );
  assert(svg.length < 120_000, `${svg.length}`);
  const rows = new Map<string, [number, number][]>();
  for (const path of found(svg, "path[aria-label=line]")) {
    let x = 0, row = "";
    for (
      const [, name, first, second] of path.getAttribute("d")!
        .matchAll(/([Mmh])(-?[\d.]+)(?:,(-?[\d.]+))?/g)
    ) {
      if (name === "M") [x, row] = [Number(first), second!];
      else if (name === "m") x += Number(first);
      else rows.set(row, [...rows.get(row) ?? [], [x, x += Number(first)]]);
    }
  }
  assertEquals(rows.size, 365);
  const gaps = [...rows.values()].flatMap((pieces) => {
    let end = Infinity; // of what lies to the left
    return pieces.toSorted(([a], [b]) => a - b).flatMap(([x, to]) => {
      const gap = x - end;
      end = end === Infinity ? to : Math.max(end, to);
      return gap > 0 ? [gap] : [];
    });
  });
  assertEquals(gaps.length, 1, gaps.join()); // the hour that the clock skips
});

const utc = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
const places = (start: string, end: string) =>
  clockPieces(utc(start), utc(end), tz).map(({ slot, from, to }) => [
    new Date(slot).toISOString().slice(0, 10),
    from,
    to,
  ]);

Deno.test("clockPieces() cuts at noon", () => {
  assertEquals(places("2024-01-10T10:00Z", "2024-01-10T12:00Z"), [
    ["2024-01-09", 23, 24],
    ["2024-01-10", 0, 1],
  ]);
});

Deno.test("clockPieces() leaves the skipped hour empty and lays the repeated one twice", () => {
  assertEquals(places("2024-03-30T23:00Z", "2024-03-31T03:00Z"), [
    ["2024-03-30", 12, 14],
    ["2024-03-30", 15, 17],
  ]);
  assertEquals(places("2024-10-26T23:00Z", "2024-10-27T03:00Z"), [
    ["2024-10-26", 13, 15],
    ["2024-10-26", 14, 16],
  ]);
});
