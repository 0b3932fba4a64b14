import type { FrameLike } from "../frame/open.ts";
import { extent } from "./axis/extent.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { localZone } from "../time/zone.ts";
import { optionNames } from "../options/checkOptions.ts";
import { labelsOf, lengthLabel, spanLabel, zoneText } from "./picture/labels.ts";
import { chart, frameWidth } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { readVisits, type Visit } from "./days/readVisits.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { barRows, LANE_BARS } from "./marks/barRows.ts";
import { shareBars } from "./days/coverageLanes.ts";
import { DAY_MS } from "../time/units.ts";
import { missingTimes } from "./marks/missing.ts";
import { DOMAINS, HATCH, INK_3 } from "./picture/theme.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { rowAxis } from "./axis/rowAxis.ts";
import { FINDINGS } from "./picture/findings.ts";
import { inLanguage, say, term } from "../words/language.ts";

/** Options of {@linkcode visits}. */
export interface VisitsPictureOptions extends PictureOptions {
  /** Names of the places by number, `["Home", "Work"]`. @default city, if known, and number */
  names?: readonly string[];
  /** Other names of columns, such as `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

const MOST_LANES = 12;
const WAY = "On the way", OTHERS = "Other places";

const OPTIONS = optionNames<VisitsPictureOptions>()(PICTURE_OPTIONS, "names columns");

/**
 * Draws when you were where: a lane for each place, the longest visited on top, with a bar for each
 * visit, and a lane for travel. Times without data are grey bands over all lanes. Beyond twelve
 * places, the others share a lane.
 *
 * @param frame A result of `places.visits`: `kind`, `start_time`, `end_time`, `lat`, `long`,
 * `place`, optionally `city`.
 * @throws {TypeError} if a column is missing or has another type, or a time is null
 * @throws {RangeError} if the zone does not exist
 *
 * @example A morning at home
 * ```ts
 * import { places, plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const visits = places.visits([
 *   { timestamp: "2024-03-30T06:00Z", latitude_degrees: 52.52, longitude_degrees: 13.40 },
 *   { timestamp: "2024-03-30T07:00Z", latitude_degrees: 52.52, longitude_degrees: 13.40 },
 * ]);
 * assertEquals(
 *   String(plot.visits(visits, { tz: "Europe/Berlin", names: ["Home"] })),
 *   "Visits, Sat 30 Mar 2024 07:00 to 08:00, Europe/Berlin: Home 1 h",
 * );
 * ```
 */
export function visits(frame: FrameLike, options: VisitsPictureOptions = {}): Picture {
  return inLanguage(options, () => drawVisits(frame, options));
}

function drawVisits(frame: FrameLike, options: VisitsPictureOptions): Picture {
  checkPictureOptions("draw visits", options, OPTIONS);
  const { names, columns } = options;
  const read = readVisits(frame, { action: "draw visits", names, columns, tz: options.tz });
  const tz = localZone(options.tz, read.zone, "draw visits"), labelled = labelsOf(options, tz);
  if (read.visits.length === 0) return noData("visits", say("Visits"), frame, options);
  const [start, end] = extent(read.visits.map((visit) => [visit.start, visit.end]))!;
  const span = { start, end, tz };

  const totals = new Map<number, number>();
  for (const { place, start, end } of read.visits) {
    if (typeof place === "number") totals.set(place, (totals.get(place) ?? 0) + end - start);
  }
  const ranked = [...totals].sort(([a, x], [b, y]) => y - x || a - b).map(([place]) => place);
  const shown = ranked.length > MOST_LANES ? ranked.slice(0, MOST_LANES - 1) : ranked;
  const hasOthers = shown.length < ranked.length;
  const isMoving = read.visits.some(({ place }) => place === null);
  const lanes = [
    ...shown.map((place) => read.nameOf(place)),
    ...(hasOthers ? [say(OTHERS)] : []),
    ...(isMoving ? [say(WAY)] : []),
  ];
  const laneOf = ({ place }: Visit): number => {
    if (typeof place !== "number") return lanes.length - 1;
    const rank = shown.indexOf(place);
    return rank < 0 ? shown.length : rank;
  };
  const bars = read.visits.filter(({ place }) => place !== undefined).map((visit) => {
    const lane = laneOf(visit), moving = visit.place === null, half = moving ? 0.12 : 0.3;
    return {
      ...visit,
      title: `${moving ? say(WAY) : read.nameOf(visit.place!)}: ${
        spanLabel(visit.start, visit.end, labelled)
      }, ${lengthLabel(visit.end - visit.start)}`,
      y1: lane + 0.5 - half,
      y2: lane + 0.5 + half,
      color: moving ? INK_3 : hasOthers && lane === shown.length ? HATCH : DOMAINS.activity,
    };
  });
  const gaps = read.visits.filter(({ place }) => place === undefined);
  const rows = Math.max(1, lanes.length);
  const spent = lanes.map((_, lane) =>
    bars.reduce((sum, bar) => laneOf(bar) === lane ? sum + bar.end - bar.start : sum, 0)
  );
  const axis = rowAxis(
    rows,
    lanes.map((text, i) => ({ y: i + 0.5, text, total: lengthLabel(spent[i]!) })),
    { least: 20, lines: true },
  );
  const inner = frameWidth({ y: axis, labels: axis.labels }, options.width ?? DEFAULT_WIDTH);
  // Bars of a pixel would look like one.
  const shares = (end - start) / DAY_MS > inner / 8 ? shareBars(span, tz, inner) : undefined;
  const boxes = shares && lanes.flatMap((_, lane) => {
    const own = bars.filter((bar) => laneOf(bar) === lane);
    return shares.of({
      start: Float64Array.from(own, ({ start }) => start),
      end: Float64Array.from(own, ({ end }) => end),
    }).map(({ x1, x2, share }) => ({ x1, x2, y1: lane + 0.9, y2: lane + 0.9 - 0.8 * share }));
  });
  return chart({
    forWidth: (width) => visits(frame, { ...options, width }),
    name: "visits",
    summary: `${say("Visits")}, ${spanLabel(start, end, labelled)}, ${
      zoneText(tz, { start, end })
    }: ${
      ranked.map((place) => `${read.nameOf(place)} ${lengthLabel(totals.get(place)!)}`).join(
        ", ",
      ) ||
      say("no place for long")
    }`,
    title: `${say("Visits")}, ${spanLabel(start, end, labelled)}`,
    finding: ranked.length === 0 ? undefined : FINDINGS.part(
      read.nameOf(ranked[0]!),
      lengthLabel(totals.get(ranked[0]!)!),
      lengthLabel(end - start),
    ),
    source: [
      shares === undefined
        ? []
        : say("bars: share of each {length}", { length: term(shares.unit) }),
      gaps.length === 0 ? [] : say("grey: no data"),
    ].flat().join("; "),
    time: span,
    x: timeAxis(span, labelled),
    y: axis,
    labels: axis.labels,
    height: rows * axis.row,
    marks: (plot, axes, frame) => [
      ...axes.x,
      ...axes.y,
      ...missingTimes(plot, gaps, { labels: labelled, pixel: (end - start) / frame.width }),
      boxes ? barRows(boxes, { fill: DOMAINS.activity }) : plot.rect(bars, LANE_BARS),
    ],
  }, options);
}
