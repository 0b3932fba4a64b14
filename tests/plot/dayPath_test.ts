import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { dayPath as path } from "../../src/places/dayPath.ts";
import { metersBetween } from "../../src/places/metersBetween.ts";
import { visits } from "../../src/places/visits.ts";
import { dayPath } from "../../src/plot/dayPath.ts";
import { mapFrame, mapPlane, roundMeters } from "../../src/plot/days/mapPlane.ts";
import { spacedDots } from "../../src/plot/days/mapPlane.ts";
import { grid, offset } from "../places/locations.ts";
import { golden } from "./golden.ts";
import { dayGrid } from "./sampleDay.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";

Deno.test("dayPath() draws the path, and numbered places with the times of their visits", async () => {
  const stays = visits(dayGrid(), { tz, city: true });
  const day = path(dayGrid(), { tz, date: "2024-03-29" });
  const options = { visits: stays, names: ["Home", "Work", "Shop"] };
  const picture = dayPath(day, options);
  const svg = await golden("dayPath", picture);
  for (const color of ["#024174", "#3298c3"]) {
    assert(svg.includes(`stroke="${color}"`), `${color}: the way by the time of day`);
  }
  const texts = textBoxes(svg).map(({ text }) => text.replaceAll(/\s+/g, " "));
  assert(
    texts.some((text) => text.startsWith("1 Home: 00:00 to 08:1") && text.endsWith("to 24:00")),
    texts.join("|"),
  );
  assert(texts.includes("1 km"), "the bar's length");
  assertEquals(texts.filter((text) => /^\d\d:\d\d to \d\d:\d\d$/.test(text)), [
    "08:00 to 12:00",
    "16:00 to 20:00",
  ]);
  assert(texts.includes("Work"), "a name at its dot");
  assert(/: 1\d\.\d km; Home: /.test(picture.summary), picture.summary);
  await golden("dayPath-narrow", dayPath(day, { ...options, width: 360 }));
});

Deno.test("dayPath() labels the end of a stay as 24:00 at midnight, and as 23:59 a minute earlier", () => {
  const stay = (start_time: string, end_time: string, place: number) => ({
    kind: "visit",
    start_time,
    end_time,
    lat: 52.5,
    long: 13.4,
    place,
  });
  const way = [{ time: "2024-03-30T10:00Z", lat: 52.5, long: 13.4, part: 0 }];
  const { summary } = dayPath(way, {
    tz,
    visits: [
      stay("2024-03-29T20:00Z", "2024-03-30T08:00Z", 0),
      stay("2024-03-30T09:00Z", "2024-03-30T22:59Z", 1),
      stay("2024-03-30T18:00Z", "2024-03-30T23:00Z", 2),
      stay("2024-03-30T20:00Z", "2024-03-31T02:00Z", 3),
    ],
    names: ["A", "B", "C", "D"],
  });
  for (
    const text of [
      "A: 00:00 to 09:00",
      "B: 10:00 to 23:59",
      "C: 19:00 to 24:00",
      "D: 21:00 to 24:00",
    ]
  ) assert(summary.includes(text), summary);
});

Deno.test("dayPath() without visits marks the ends, and leaves gaps open", async () => {
  const svg = await golden("dayPath-gap", dayPath(path(dayGrid(), { tz, date: "2024-03-30" })));
  const [line] = found(svg, "[aria-label=line] path");
  assert(line !== undefined);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(
    texts.includes("First known 00:00") && texts.includes("Last known 23:59"),
    texts.join("|"),
  );
});

Deno.test("dayPath() has the same scale in both directions, and grid lines at the labelled distance", async () => {
  const start = { latitude: 60, longitude: 25 };
  const corners = [start, offset(start, 3000, 0), offset(start, 3000, 3000)];
  const svg = await dayPath(
    path(grid("2024-03-30T08:00Z", corners), { date: "2024-03-30", tz: "UTC" }),
    {
      tz: "UTC",
    },
  ).svg();
  const points = found(svg, "[aria-label=line] path")[0]!.getAttribute("d")!
    .slice(1).split("L").map((pair) => pair.split(",").map(Number));
  const [a, b, c] = points as [number[], number[], number[]];
  const up = Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!),
    across = Math.hypot(c[0]! - b[0]!, c[1]! - b[1]!);
  assertAlmostEquals(up / across, 1, 0.002);
  const label = textBoxes(svg).find(({ text }) => /^\d+ km$/.test(text))!.text;
  const lines = found(svg, '[aria-label=rule][stroke="#e3e6ea"]')[0]!.children;
  const [first, second] = [...lines].map((line) => number(line, "x1"));
  assertAlmostEquals((second! - first!) / up, parseInt(label) / 3, 0.003);
});

Deno.test("dayPath() has a scale bar of the labelled length", async () => {
  const start = { latitude: 60, longitude: 25 };
  const corners = [start, offset(start, 3000, 0)];
  const svg = await dayPath(
    path(grid("2024-03-30T08:00Z", corners), { date: "2024-03-30", tz: "UTC" }),
    {
      tz: "UTC",
    },
  ).svg();
  const label = textBoxes(svg).find(({ text }) => /^\d+ k?m$/.test(text))!.text;
  const meters = parseInt(label) * (label.endsWith("km") ? 1000 : 1);
  const ends = (selector: string): number[][] =>
    found(svg, selector)[0]!.getAttribute("d")!.match(/-?[\d.]+,-?[\d.]+/g)!
      .map((point) => point.split(",").map(Number));
  const length = ([a, b]: number[][]): number => Math.hypot(a![0]! - b![0]!, a![1]! - b![1]!);
  assertAlmostEquals(
    length(ends("[aria-label=link] path")) / length(ends("[aria-label=line] path")),
    meters / 3000,
    0.003,
  );
});

Deno.test("dayPath() draws the nearby lines of a GeoJSON outline", async () => {
  const day = path(dayGrid(), { tz, date: "2024-03-29" });
  const points = day.getColumn("lat").toArray() as number[];
  const long = (day.getColumn("long").toArray() as number[])[0]!, lat = points[0]!;
  const road = [[long - 0.05, lat], [long + 0.05, lat + 0.01]];
  const outline = {
    type: "FeatureCollection",
    features: [
      { type: "Feature", geometry: { type: "LineString", coordinates: road } },
      {
        type: "Feature",
        geometry: {
          type: "MultiPolygon",
          coordinates: [[[...road, [long, lat - 0.03], road[0]]], [[[0, 0], [1, 1], [0, 1]]]],
        },
      },
      { type: "Feature", geometry: { type: "Point", coordinates: [long, lat] } },
      { type: "Feature", geometry: null },
    ],
  };
  const svg = await golden("dayPath-outline", dayPath(day, { outline }));
  assertEquals(found(svg, '[aria-label=line] [stroke="#b4bac2"] path').length, 2);
  for (
    const [wrong, message] of [
      [{ type: "Topology" }, "expected GeoJSON"],
      [{ type: "LineString", coordinates: [[1]] }, "expected a pair of longitude and latitude"],
      [{ type: "Polygon", coordinates: [3] }, "expected a list of positions"],
    ] as const
  ) assertThrows(() => dayPath(day, { outline: wrong }), TypeError, message);
});

Deno.test("dayPath() draws a day at one point, across the date line, and at a pole", async () => {
  const still = dayPath(
    path(grid("2024-03-30T08:00Z", [{ latitude: 52.5, longitude: 13.4 }]), {
      date: "2024-03-30",
      tz: "UTC",
    }),
    { tz: "UTC" },
  );
  assert(still.summary.endsWith(": 0 m"), still.summary);
  assert((await still.svg()).includes(">200 m<"));
  const crossing = [179.98, 179.99, -179.99, -179.98].map((longitude, i) => ({
    latitude: -16 - i * i / 1000,
    longitude,
  }));
  const svg = await dayPath(
    path(grid("2024-03-30T08:00Z", crossing), { date: "2024-03-30", tz: "UTC" }),
    {
      tz: "UTC",
    },
  )
    .svg();
  assert(
    svg.includes(">1 km<"),
    "the map is as wide as the way, not as the Earth",
  );
  const pole = [0, 90, 180, -90].map((longitude) => ({ latitude: 89.99, longitude }));
  await dayPath(path(grid("2024-03-30T08:00Z", pole), { date: "2024-03-30", tz: "UTC" }), {
    tz: "UTC",
  }).svg();
});

Deno.test("dayPath() reports missing data and invalid options", () => {
  assertEquals(dayPath([]).summary, "Path of a day: no data");
  assertThrows(
    () => dayPath([{ time: "2024-03-30T08:00Z" }]),
    TypeError,
    "Cannot draw the path of a day",
  );
});

Deno.test("mapPlane() keeps distances from the middle exact, and others nearly so within a city", () => {
  const near = fc.tuple(
    fc.integer({ min: -9000, max: 9000 }),
    fc.integer({ min: -9000, max: 9000 }),
  );
  const centres = fc.constantFrom({ latitude: 0, longitude: 180 }, {
    latitude: 52.5,
    longitude: 13.4,
  }, { latitude: 78, longitude: -179.9 });
  fc.assert(fc.property(centres, near, near, (centre, a, b) => {
    const [p, q] = [offset(centre, ...a), offset(centre, ...b)] as const;
    const project = mapPlane([p, q, centre]);
    const [u, v] = [project(p), project(q)];
    const meters = metersBetween(p, q);
    assertAlmostEquals(Math.hypot(u.x - v.x, u.y - v.y), meters, 0.001 * meters + 0.01);
  }));
});

Deno.test("mapFrame() contains all points, roundMeters() is round, spacedDots() do not overlap", () => {
  const point = fc.record({
    x: fc.integer({ min: -1e6, max: 1e6 }),
    y: fc.integer({ min: -1e6, max: 1e6 }),
  });
  fc.assert(fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (points) => {
    const { x, y, scale } = mapFrame(points, { width: 700, height: 400 });
    assertAlmostEquals((x[1] - x[0]) / 700, scale, scale * 1e-9);
    assertAlmostEquals((y[1] - y[0]) / 400, scale, scale * 1e-9);
    for (const p of points) assert(p.x > x[0] && p.x < x[1] && p.y > y[0] && p.y < y[1]);
  }));
  fc.assert(fc.property(fc.double({ min: 1, max: 2e7, noNaN: true }), (most) => {
    const { meters } = roundMeters(most);
    assert(meters <= most && meters > most / 2.6 && /^[125]0*$/.test(String(meters)));
  }));
  const dots = spacedDots([{ x: 50, y: 50 }, { x: 50, y: 50 }, { x: 52, y: 50 }, { x: 0, y: 99 }], {
    distance: 20,
    width: 200,
    height: 100,
  });
  for (const [i, a] of dots.entries()) {
    for (const b of dots.slice(0, i)) assert(Math.hypot(a.x - b.x, a.y - b.y) >= 19.5);
    assert(a.x >= 10 && a.x <= 190 && a.y >= 10 && a.y <= 90);
  }
});
