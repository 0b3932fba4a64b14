import { assert, assertEquals } from "@std/assert";
import { PATH_COLORS, pathTimes, piecesOf } from "../../../src/plot/days/pathTimes.ts";
import { placeNames } from "../../../src/plot/days/placeNames.ts";
import { PAPERS } from "../../../src/display/paper.ts";
import { contrast, hex, luminance } from "../marks/contrast.ts";
import { labelsOf } from "../../../src/plot/picture/labels.ts";

const labels = labelsOf({}, "Europe/Berlin");
const at = (clock: string): number =>
  Temporal.Instant.from(`2024-03-29T${clock}+01:00`).epochMilliseconds;
const point = (clock: string, x: number, part = 0) => ({ at: at(clock), x, y: 0, part });
/** At home until 8, at work until 17, home at 18 and known there until midnight. */
const day = [point("00:00", 0), point("08:40", 9), point("17:30", 5), point("23:59", 0)];

Deno.test("a path has periods of equal hours, from the first movement to the last", () => {
  const times = pathTimes(day, labels);
  assertEquals(times.map(({ label }) => label), [
    "08:00 to 12:00",
    "12:00 to 16:00",
    "16:00 to 20:00",
  ]);
  assertEquals(new Set(times.map(({ color }) => color)).size, 3);
  const pieces = piecesOf(day, times);
  assertEquals(pieces.map(({ time, points }) => [time.label, points.map(({ x }) => x)]), [
    ["08:00 to 12:00", [0, 9]],
    ["16:00 to 20:00", [9, 5, 0]],
  ]);
});

Deno.test("a path over midnight names the days of its periods", () => {
  const journey = [
    point("20:00", 0),
    { ...point("20:00", 5), at: at("20:00") + 12 * 3_600_000 },
    { ...point("20:00", 9), at: at("20:00") + 29.5 * 3_600_000 },
    { ...point("20:00", 9), at: at("20:00") + 30 * 3_600_000 },
  ];
  assertEquals(pathTimes(journey, labels).map(({ label }) => label), [
    "Sat 30 Mar 08:00 to Sat 30 Mar 14:00",
    "Sat 30 Mar 14:00 to Sat 30 Mar 20:00",
    "Sat 30 Mar 20:00 to Sun 31 Mar 03:00",
  ]);
});

Deno.test("a path of less than an hour, a stay and a single point have one unnamed period", () => {
  for (
    const path of [
      [point("08:05", 0), point("08:20", 1), point("08:40", 2)],
      [point("00:00", 0), point("23:59", 0)],
      [point("09:00", 3)],
    ]
  ) {
    const times = pathTimes(path, labels);
    assertEquals(times.map(({ label }) => label), [""]);
    assertEquals(piecesOf(path, times).map(({ points }) => points.length), [path.length]);
  }
});

Deno.test("legs that are not joined stay apart", () => {
  const path = [point("08:00", 0), point("09:00", 1), point("12:00", 5, 1), point("13:00", 6, 1)];
  const pieces = piecesOf(path, pathTimes(path, labels)).flatMap(({ points }) => points);
  assertEquals(new Set(pieces.map(({ piece }) => piece)).size, 2);
  assertEquals(pieces.length, 4);
});

Deno.test("names are right, left, above or below their dots, and omitted if no side is free", () => {
  const size = { radius: 9, width: 300, height: 100 };
  const sides = (dots: Parameters<typeof placeNames>[0]) =>
    placeNames(dots, size).map(({ name, side }) => `${name} ${side}`);
  assertEquals(sides([{ x: 20, y: 50, name: "Home" }, { x: 290, y: 50, name: "Work" }]), [
    "Home start",
    "Work end",
  ]);
  const crowd = [100, 120, 140].map((x, i) => ({ x, y: 50, name: `Place ${i}` }));
  assertEquals(sides(crowd), ["Place 0 end", "Place 1 above", "Place 2 start"]);
  assert(placeNames([{ x: 150, y: 50, name: "x".repeat(60) }], size).length === 0);
});

Deno.test("a name never covers the path", () => {
  const size = { radius: 9, width: 300, height: 100 };
  const dot = { x: 150, y: 50, name: "Work" };
  const sideOf = (path: { x: number; y: number }[]) => placeNames([dot], size, path)[0]?.side;
  const rows = [31, 50, 69].flatMap((y) => [{ x: 0, y }, { x: 300, y }]);
  assertEquals(sideOf(rows), undefined);
  assertEquals(sideOf([dot, { x: 150, y: 99 }]), "start");
  assertEquals(sideOf([dot, { x: 290, y: 45 }]), "end");
  assertEquals(sideOf([{ x: 10, y: 50 }, { x: 290, y: 50 }]), "above");
  assertEquals(
    sideOf([{ x: 10, y: 50 }, { x: 290, y: 50 }, { x: 290, y: 31 }, { x: 0, y: 31 }]),
    "below",
  );
});

Deno.test("periods differ in grey print: each is brighter than the one before, and visible on paper", () => {
  const colors = PATH_COLORS.map(hex);
  for (const [i, color] of colors.entries()) {
    assert(contrast(color, hex(PAPERS.light.paper)) >= 3);
    if (i === 0) continue;
    assert(luminance(color) > luminance(colors[i - 1]!));
    assert(contrast(color, colors[i - 1]!) >= 1.4);
  }
});
