import { type FrameLike, openFrame } from "../frame/open.ts";
import { extent } from "./axis/extent.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { metersBetween } from "../places/metersBetween.ts";
import { localZone } from "../time/zone.ts";
import type { LegendEntry } from "./picture/header.ts";
import type { Box } from "./picture/pathMark.ts";
import { pointed } from "./picture/pointed.ts";
import { placesOf, wrapAtCommas } from "./days/readVisits.ts";
import { localTime } from "../time/localText.ts";
import { optionNames } from "../options/checkOptions.ts";
import { datesLabel, labelsOf, timesText, zoneText } from "./picture/labels.ts";
import { type MapFrame, mapFrame, mapPlane, pathArrows, roundMeters } from "./days/mapPlane.ts";
import { type GeoJson, outlineOf, visibleLines } from "./days/outline.ts";
import { clockWithin, pathTimes, piecesOf, timeOf, wayTime } from "./days/pathTimes.ts";
import { numberedDots, type PlacedName, placeNames, SIDES, textAtSide } from "./days/placeNames.ts";
import { chart, type FrameSize } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import { FINDINGS } from "./picture/findings.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS, rejectUnused } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { GRID, HATCH, INK, INK_2, LINES, PAPER, ROWS, SPACES, STROKES } from "./picture/theme.ts";
import { inLanguage, numberText, say } from "../words/language.ts";

/** Options of {@linkcode dayPath}. */
export interface DayPathPictureOptions extends PictureOptions {
  /** Result of `places.visits`, for the places of that day. @default none */
  visits?: FrameLike;
  /** With `visits`: names of the places by number, `["Home", "Work"]`. @default city, if known, and number */
  names?: readonly string[];
  /**
   * Map lines to draw faintly below the path, such as coasts, borders or roads, as your own
   * GeoJSON.
   * @default none
   */
  outline?: GeoJson;
  /** Other names of columns, such as `{ time: "at" }`. @default none */
  columns?: ColumnNames;
}

const STRIP = ROWS.row, RADIUS = 9;
/** Distance between two arrows in pixels. */
const ARROWS = 130;
const PLACE = INK_2;

const OPTIONS = optionNames<DayPathPictureOptions>()(
  PICTURE_OPTIONS,
  "visits names outline columns",
);

/**
 * Draws the path of a day on a plain map, without network access. Each part of the path is a line
 * with arrows, coloured by time of day. Places are numbered dots, named where the names fit, with
 * the times of their visits below. The scale bar has a round length, the same as the grid. No line
 * is drawn where the location is unknown. The map is flat around the middle of the day (azimuthal
 * equidistant), with north up.
 *
 * @param frame A result of `places.dayPath`: `time`, `lat`, `long`, `part`.
 * @throws {TypeError} if a column is missing or has another type, or a value is null
 * @throws {RangeError} if the zone does not exist
 * @throws {TypeError} if the outline is not GeoJSON, or `names` is given without `visits`
 *
 * @example A day with one way
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const path = [
 *   { time: "2024-03-30T08:00Z", lat: 52.50, long: 13.4, part: 0 },
 *   { time: "2024-03-30T08:20Z", lat: 52.52, long: 13.4, part: 0 },
 * ];
 * assertEquals(
 *   String(plot.dayPath(path, { tz: "Europe/Berlin" })),
 *   "Path of Sat 30 Mar 2024, 09:00 to 09:20, Europe/Berlin: 2.2 km",
 * );
 * ```
 */
export function dayPath(frame: FrameLike, options: DayPathPictureOptions = {}): Picture {
  return inLanguage(options, () => drawDayPath(frame, options));
}

function drawDayPath(frame: FrameLike, options: DayPathPictureOptions): Picture {
  checkPictureOptions("draw the path of a day", options, OPTIONS);
  const { width = DEFAULT_WIDTH, names, columns } = options;
  if (options.visits === undefined) {
    rejectUnused("draw the path of a day", options, ["names"], "without visits. Pass both.");
  }
  const data = openFrame(frame, { action: "draw the path of a day", tz: options.tz });
  const read = data.read(
    { time: "time", lat: "float64", long: "float64", part: "int64" },
    { full: ["time", "lat", "long", "part"], columns },
  );
  const count = read.time.values.length;
  if (count === 0) return noData("dayPath", say("Path of a day"), frame, options, "numbers");
  const tz = localZone(data.tz, read.time.zone, "draw the path of a day");
  const path = Array.from({ length: count }, (_, i) => ({
    at: Number(read.time.values[i]!) / 1000,
    part: Number(read.part.values[i]!),
    latitude: read.lat.values[i]!,
    longitude: read.long.values[i]!,
  }));
  const labels = labelsOf(options, tz), first = path[0]!.at, last = path.at(-1)!.at;
  const name = say("Path of {day}", { day: datesLabel(first, last, labels) });
  const stays = placesOf(localTime(first, tz).toPlainDate(), {
    frame: options.visits,
    labels,
    names,
  });

  const project = mapPlane(path);
  const line = path.map((point) => ({ ...project(point), part: point.part, at: point.at }));
  const spots = stays.map(({ middle }) => project(middle));
  const clock = clockWithin(first, last, labels);
  const times = pathTimes(line, labels), pieces = piecesOf(line, times);
  const outline = options.outline === undefined
    ? []
    : outlineOf(options.outline, "draw the path of a day").flatMap((points, z) =>
      points.map((point) => ({ ...project(point), z }))
    );
  const legend: LegendEntry[] = [
    ...(times.length < 2 ? [] : pieces.map(({ time: { label, color } }): LegendEntry => ({
      label,
      color,
      shape: "line",
    }))),
    ...(stays.length > 0 ? [] : [
      { text: say("First known {time}", { time: clock(first) }), hollow: false },
      { text: say("Last known {time}", { time: clock(last) }), hollow: true },
    ].map(({ text: label, hollow }) => ({
      label,
      color: INK,
      symbol: { name: "circle" as const, hollow },
    }))),
  ];
  const lines = stays.flatMap(({ text }, i) => wrapAtCommas(`${i + 1}  ${text}`, width));
  const [west, east] = extent([line.map(({ x }) => x)])!;
  const [south, north] = extent([line.map(({ y }) => y)])!;
  const shape = (north - south) / (east - west || 1);
  const lengths = path.slice(1).map((point, i) =>
    point.part === path[i]!.part ? metersBetween(path[i]!, point) : 0
  );
  const way = lengths.reduce((sum, meters) => sum + meters, 0);
  const mapOf = (frame: FrameSize): MapFrame => mapFrame([...line, ...spots], frame);
  return chart({
    forWidth: (width) => dayPath(frame, { ...options, width }),
    name: "dayPath",
    summary: `${name}, ${timesText(first, last, labels)}, ${
      zoneText(tz, { start: first, end: last })
    }: ${[distanceLabel(way), ...stays.map(({ text }) => text)].join("; ")}`,
    finding: FINDINGS.path(distanceLabel(way), stays.map(({ name }) => name)),
    title: `${name}, ${zoneText(tz, { start: first, end: last })}`,
    legend,
    x: { domain: (frame) => mapOf(frame).x, reading: { kind: "plain", labels } },
    y: { domain: (frame) => mapOf(frame).y },
    margin: { bottom: STRIP + lines.length * LINES.subtitle },
    bleeds: true,
    height: Math.round(width * Math.max(0.4, Math.min(0.75, shape || 0.4))),
    marks: (plot, _, frame) => {
      const map = mapOf(frame), bar = roundMeters(frame.width * map.scale * 0.3);
      const dots = numberedDots(spots, { map, radius: RADIUS, frame });
      // Arrows below a number are left out.
      const arrows = pathArrows(line, ARROWS * map.scale)
        .filter(({ x, y }) =>
          dots.every((dot) => Math.hypot(x - dot.x, y - dot.y) > 2 * RADIUS * map.scale)
        );
      const names = placeNames(
        dots.map(({ x, y }, i) => ({
          x: (x - map.x[0]) / map.scale,
          y: (map.y[1] - y) / map.scale,
          name: stays[i]!.name,
        })),
        { radius: RADIUS, ...frame },
        line.map(({ x, y }) => ({
          x: (x - map.x[0]) / map.scale,
          y: (map.y[1] - y) / map.scale,
        })),
      );
      const below = (dy: number) =>
        ({ frameAnchor: "bottom-left", lineAnchor: "top", dy }) as const;
      const [start, end] = stays.length > 0 ? [[], []] : [[line[0]!], [line.at(-1)!]];
      return [
        plot.ruleX(multiples(map.x, bar.meters), { stroke: GRID }),
        plot.ruleY(multiples(map.y, bar.meters), { stroke: GRID }),
        plot.frame({ stroke: HATCH }),
        plot.line(visibleLines(outline, map), {
          x: "x",
          y: "y",
          z: "z",
          stroke: HATCH,
          strokeWidth: STROKES.fine,
          clip: true,
          pointerEvents: "none",
          title: () => say("Outline"),
        }),
        ...pieces.map(({ time, points }) =>
          plot.line(points, {
            x: "x",
            y: "y",
            z: "piece",
            stroke: time.color,
            strokeWidth: STROKES.data,
            strokeLinejoin: "round",
            strokeLinecap: "round",
            ...pointed(say("Path")),
            title: () =>
              time.label === "" ? distanceLabel(way) : say("{times}, of {distance}", {
                times: time.label,
                distance: distanceLabel(way),
              }),
            channels: { t: "at" },
          })
        ),
        ...times.map((time) =>
          plot.vector(arrows.filter(({ to }) => timeOf(wayTime(line, to), times) === time), {
            x: "x",
            y: "y",
            rotate: "turn",
            shape: "spike",
            anchor: "middle",
            length: 12,
            r: 5,
            fill: time.color,
            stroke: time.color,
            fillOpacity: 1,
          })
        ),
        plot.dot(start, {
          x: "x",
          y: "y",
          r: 4.5,
          fill: INK,
          title: () => say("First known {time}", { time: labels.clock(first) }),
        }),
        plot.dot(end, {
          x: "x",
          y: "y",
          r: 7.5,
          stroke: INK,
          strokeWidth: STROKES.reference,
          title: () => say("Last known {time}", { time: labels.clock(last) }),
        }),
        plot.link(dots, {
          x1: "x",
          y1: "y",
          x2: (dot) => dot.spot.x,
          y2: (dot) => dot.spot.y,
          stroke: PLACE,
        }),
        plot.dot(dots, {
          x: "x",
          y: "y",
          r: RADIUS,
          fill: PLACE,
          title: (_: unknown, i: number) => stays[i]!.text,
        }),
        plot.text(dots, {
          x: "x",
          y: "y",
          text: "text",
          fill: PAPER,
          fontWeight: 600,
          pointerEvents: "none",
        }),
        ...SIDES.map((side) =>
          plot.text(names.filter((name) => name.side === side), {
            x: ({ x }: PlacedName) => map.x[0] + x * map.scale,
            y: ({ y }: PlacedName) => map.y[1] - y * map.scale,
            text: "name",
            ...textAtSide(side, RADIUS),
            fontWeight: 600,
            pointerEvents: "none",
          })
        ),
        plot.link(barLines(map, bar.meters), {
          x1: "x1",
          x2: "x2",
          y1: "y1",
          y2: "y2",
          dy: 15,
          strokeWidth: STROKES.reference,
          title: () => bar.label,
        }),
        plot.text([bar.label], {
          ...below(9),
          dx: bar.meters / map.scale + 8,
          fill: INK_2,
        }),
        plot.text([say("North is up ↑")], {
          ...below(9),
          frameAnchor: "bottom-right",
          fill: INK_2,
        }),
        ...lines.map((text, i) =>
          plot.text([text], { ...below(STRIP + i * LINES.subtitle + SPACES.tight), fill: INK })
        ),
      ];
    },
  }, options);
}

/** Returns the scale bar at the lower left corner of a map, with a tick at each end. */
function barLines({ x: [left], y: [low], scale }: MapFrame, meters: number): Box[] {
  const x1 = left, x2 = left + meters, y1 = low - 4 * scale, y2 = low + 4 * scale;
  return [
    { x1, x2, y1: low, y2: low },
    { x1, x2: x1, y1, y2 },
    { x1: x2, x2, y1, y2 },
  ];
}

function multiples([low, high]: readonly [number, number], step: number): number[] {
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

function distanceLabel(meters: number): string {
  return meters < 1000 ? `${Math.round(meters)} m` : `${
    numberText(meters / 1000, {
      minimumFractionDigits: meters < 1e6 ? 1 : 0,
      maximumFractionDigits: meters < 1e6 ? 1 : 0,
    })
  } km`;
}
