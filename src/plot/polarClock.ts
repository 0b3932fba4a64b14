import { zonesWithin } from "../time/zones.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { coefficient } from "../series/sentenceParts.ts";
import { clockFaces, localClock } from "../series/clock/localClock.ts";
import { meanDay } from "../series/statistics/meanDay.ts";
import { readEventTimes } from "../series/input/readEventTimes.ts";
import { NO_VALUES, valueTest } from "../series/input/valueTest.ts";
import { readValues } from "../series/input/readValues.ts";
import { localZone } from "../time/zone.ts";
import { optionNames } from "../options/checkOptions.ts";
import { changeNote, type ClockChange, clockChanges } from "./axis/clockChanges.ts";
import { extent } from "./axis/extent.ts";
import { FINDINGS } from "./picture/findings.ts";
import { labelsOf, zoneText } from "./picture/labels.ts";
import { chart } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { readSeries } from "./groups/readSeries.ts";
import { rejectPeople } from "./picture/rejectPeople.ts";
import { RING, ring, sector, towards, valueRing } from "./marks/polar.ts";
import { hasZero, shadeOf, shadesLegend, shadesOf } from "./marks/shades.ts";
import type { PictureOptions } from "./picture/spec.ts";
import { textWidth } from "./picture/textWidth.ts";
import { AXIS, DASHES, DOMAINS, GRID, INK, INK_2, NOTE_SIZE, STROKES } from "./picture/theme.ts";
import { nameLabel } from "./axis/valueAxis.ts";
import { areWhole, cellNumbers, shortNumber, valueText, valueTicks } from "./axis/valueTicks.ts";
import type { LegendEntry } from "./picture/header.ts";
import { DAY_US, HOUR_MS, HOUR_US } from "../time/units.ts";
import { upperFirst } from "./picture/letterCase.ts";
import { decimalText, inLanguage, say, term } from "../words/language.ts";

/** Options of {@linkcode polarClock}. */
export interface PolarClockOptions extends PictureOptions {
  /** Column of values to average per hour; without it, events are counted. @default none */
  y?: string;
  /**
   * Column of instants.
   * @default with `y` the first of `time`, `start_time`, `start_date` in the frame; otherwise the
   * first of `start_time`, `time`, `start_date`, `recorded_at`
   */
  x?: string;
  /** Name of the counted events or measured values. @default "Events", or the name of the column */
  label?: string;
  /** Unit of the values. @default the unit of the column, if known */
  unit?: string;
}

/** Radius at which the bars start, and size of the area around the circle, for a radius of 1. */
const HOLE = 0.28, EDGE = 1.25;
const DEFAULT_SIZE = 380, MOST_SIDE = 420;
/** Hours with a line and a name. */
const NAMED = [0, 3, 6, 9, 12, 15, 18, 21];

const OPTIONS = optionNames<PolarClockOptions>()(PICTURE_OPTIONS, "x y label unit");

/**
 * Draws a 24-hour clock, with midnight at the top and noon at the bottom. It shows the number of
 * events that started in each hour of the day as bars, or the mean of a column per hour as a ring,
 * stronger for higher values, with numbers where they fit. For events, the arrow points to the
 * circular mean; its length relative to the radius is R: near 0 if times are spread around the
 * clock, 1 if all are the same. If R is below that of as many random times, 1/√n, the events have no
 * mean time. Values have none.
 *
 * @param frame A column of instants, and with `y` a numeric column.
 * @throws {TypeError} if a column is missing or has another type
 * @throws {RangeError} if the zone does not exist
 *
 * @example Three cups of coffee
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const coffees = ["07:30", "08:00", "08:30"].map((clock) => ({ time: `2024-01-01T${clock}Z` }));
 * assertEquals(
 *   String(plot.polarClock(coffees, { tz: "UTC", label: "Coffee" })),
 *   "Coffee by hour of the day, UTC: 3 events, most from 08:00 to 09:00 (2); circular mean 08:00, R 0.99",
 * );
 * ```
 */
export function polarClock(frame: FrameLike, options: PolarClockOptions = {}): Picture {
  return inLanguage(options, () => drawPolarClock(frame, options));
}

function drawPolarClock(frame: FrameLike, options: PolarClockOptions): Picture {
  checkPictureOptions("draw a clock", options, OPTIONS);
  const { y, width = DEFAULT_SIZE } = options;
  const hours = y === undefined ? countEvents(frame, options) : meanHours(frame, options, y);
  const unit = options.unit ?? hours.unit, texts = labelsOf(options, hours.tz);
  const label = options.label === undefined && hours.measure !== undefined
    ? hours.measure
    : nameLabel(options.label ?? say("Events"), unit);
  if (hours.n === 0) return noData("polarClock", label, frame, options, "numbers");

  const known = hours.values.filter((value) => !Number.isNaN(value));
  const asRing = y !== undefined;
  const axis = valueTicks(...extent([[0], known])!, 3, { whole: areWhole(known) });
  const [low, high] = axis.domain;
  const radius = (value: number): number => HOLE + (1 - HOLE) * (value - low) / (high - low);
  const bars = hours.values.flatMap((value, hour) =>
    !(value > low) ? [] : sector(hour, hour + 1, radius(low), radius(value))
  );
  const rings = asRing ? [] : axis.ticks.flatMap(({ at }) => ring(radius(at), at));
  // Rings are numbered where no bar is, between two names of hours.
  const emptiest = hours.values.reduce(
    (least, value, hour, all) => hour % 3 === 1 && value < all[least]! ? hour : least,
    1,
  );
  const scale = axis.ticks.filter(({ at }) => at > low && at > hours.values[emptiest]! && !asRing)
    .map(({ at, text }) => ({ ...towards(emptiest + 0.5, radius(at)), text }));
  const mean = hours.mean;
  const most = hours.values.reduce(
    (a, value, i) => value > (hours.values[a] ?? NaN) || Number.isNaN(hours.values[a]!) ? i : a,
    0,
  );
  const from = texts.hour(most), to = texts.hour(most + 1);
  const highest = valueText(Number(hours.values[most]!.toPrecision(3)), asRing ? unit : undefined);
  const isEven = hours.values.every((value) => value === hours.values[0]);
  const arrow = mean === undefined ? "" : say("circular mean {time}, R {r}", {
    time: texts.hour(mean.hour),
    r: decimalText(coefficient(mean.length)),
  });
  const what = y === undefined
    ? say("{n} {n|event|events}", { n: hours.n })
    : say("{n} {n|value|values}", { n: hours.n });
  const hole = hours.changes.find(({ wall, by }) =>
    by > 0 && Number.isNaN(hours.values[Math.floor(wall / HOUR_MS) % 24]!)
  );
  const skipped = hole && Math.floor(hole.wall / HOUR_MS) % 24;
  const hourWide = 2 * Math.PI * RING.middle / 24 * Math.min(width, MOST_SIDE) / (2 * EDGE);
  const numbers = [3, 2].map((digits) => cellNumbers(known, digits))
    .find((text) => asRing && known.every((value) => textWidth(text(value)) + 8 <= hourWide));
  const fits = numbers !== undefined;
  const shades = shadesOf(known, { fromZero: y === undefined || hasZero(y) });
  const titleOf = ({ z }: { z: number }): string =>
    `${say("{from} to {to}", { from: texts.hour(z), to: texts.hour(z + 1) })}: ${
      valueText(Number(hours.values[z]!.toPrecision(4)), y === undefined ? undefined : unit)
    }`;
  const legend: LegendEntry[] = [
    ...(asRing && !fits ? shadesLegend(shades) : []),
    ...(arrow === "" ? [] : [{
      label: upperFirst(arrow),
      color: INK,
      shape: "line" as const,
    }]),
    ...(hole === undefined ? [] : [{
      label: upperFirst(changeNote([hole], texts, width)[0]!),
      color: INK,
      shape: "dashed" as const,
    }]),
  ];
  return chart({
    name: "polarClock",
    summary: say("{name} by hour of the day, {zone}: {count}, most from {from} to {to} ({high})", {
      name: label,
      zone: zoneText(hours.tz),
      count: what,
      from,
      to,
      high: shortNumber(Number(hours.values[most]!.toPrecision(4))),
    }) + (arrow === "" ? "" : `; ${arrow}`),
    title: say("{name} by hour of the day", { name: label }),
    finding: asRing && !isEven
      ? FINDINGS.highest(from, to, highest)
      : FINDINGS.hour(from, to, highest, hours.values),
    source: `${what}; ${say("hour of the day, {zone}", { zone: zoneText(hours.tz) })}`,
    legend,
    x: { domain: [-EDGE, EDGE] },
    y: { domain: [-EDGE, EDGE] },
    square: true,
    bleeds: true,
    width: DEFAULT_SIZE,
    forWidth: (width) => polarClock(frame, { ...options, width }),
    height: Math.min(width, MOST_SIDE),
    marks: (plot) => [
      plot.line(rings, {
        x: "x",
        y: "y",
        z: "z",
        stroke: GRID,
        pointerEvents: "none",
      }),
      plot.link(
        NAMED.map((hour) => ({
          a: towards(hour, asRing ? RING.to : HOLE),
          b: towards(hour, asRing ? 1.04 : 1),
        })),
        {
          x1: ({ a }) => a.x,
          y1: ({ a }) => a.y,
          x2: ({ b }) => b.x,
          y2: ({ b }) => b.y,
          stroke: GRID,
        },
      ),
      ...(skipped === undefined ? [] : [
        plot.line(sector(skipped, skipped + 1, asRing ? RING.from : radius(low), 1), {
          x: "x",
          y: "y",
          stroke: AXIS,
          strokeDasharray: DASHES.clock,
          title: () => upperFirst(changeNote([hole!], texts, width)[0]!),
          curve: "linear-closed",
        }),
      ]),
      ...(asRing ? valueRing(plot, hours.values, shades, titleOf) : [plot.line(bars, {
        x: "x",
        y: "y",
        z: "z",
        fill: DOMAINS.notes,
        stroke: DOMAINS.notes,
        strokeWidth: STROKES.fine,
        curve: "linear-closed",
        title: titleOf,
      })]),
      plot.text(
        hours.values.flatMap((value, hour) =>
          fits && !Number.isNaN(value)
            ? [{
              ...towards(hour + 0.5, RING.middle),
              text: numbers!(value),
              fill: shadeOf(value, shades).text,
            }]
            : []
        ),
        { x: "x", y: "y", text: "text", fill: "fill", pointerEvents: "none" },
      ),
      plot.text(NAMED.map((hour) => ({ ...towards(hour, 1.12), text: texts.hour(hour) })), {
        x: "x",
        y: "y",
        text: "text",
      }),
      plot.text(asRing && unit !== undefined ? [term(unit)] : [], {
        x: () => 0,
        y: () => 0,
        fill: INK_2,
      }),
      plot.text(scale, {
        x: "x",
        y: "y",
        text: "text",
        fontSize: NOTE_SIZE,
        textAnchor: "start",
        dx: 3,
        fill: INK,
      }),
      ...(mean === undefined ? [] : [plot.arrow([towards(mean.hour, mean.length)], {
        x1: 0,
        y1: 0,
        x2: "x",
        y2: "y",
        stroke: INK,
        strokeWidth: STROKES.data,
        headLength: 6,
      })]),
    ],
  }, options);
}

interface Hours {
  /** Zones from the first to the last value. */
  readonly tz: string;
  readonly n: number;
  /** `undefined` if unknown. */
  readonly unit: string | undefined;
  /** Label of the averaged values; `undefined` for events. */
  readonly measure: string | undefined;
  /** One value per hour of the day, NaN if missing. */
  readonly values: readonly number[];
  /** Clock changes between the first and the last value. */
  readonly changes: readonly ClockChange[];
  /** Circular mean, if defined. */
  readonly mean: { readonly hour: number; readonly length: number } | undefined;
}

function countEvents(frame: FrameLike, options: PolarClockOptions): Hours {
  const data = openFrame(frame, { action: "draw a clock", tz: options.tz });
  rejectPeople(data);
  const { at: given, row, zone: own } = readEventTimes(data, options.x);
  // A row of a series without a value is not an event.
  const hasValue = valueTest(
    data,
    data.has("time") ? data.numberNames().filter((name) => !NO_VALUES.has(name)) : [],
  );
  const at = given.filter((_, i) => hasValue(row[i]!));
  const tz = localZone(options.tz, own, "draw a clock"), sorted = at.toSorted();
  const clock = localClock({ first: sorted[0] ?? 0, last: sorted.at(-1) ?? 0 }, tz);
  const hours = clockFaces(sorted, clock).map((face) =>
    ((face % DAY_US) + DAY_US) % DAY_US / HOUR_US
  );
  const values = new Array<number>(24).fill(0);
  for (const hour of hours) values[Math.floor(hour)]!++;
  return {
    tz: zonesWithin(microsOf(sorted[0] ?? 0, sorted.at(-1) ?? 0), tz),
    n: at.length,
    unit: undefined,
    measure: undefined,
    values,
    changes: [],
    mean: circularMean(hours),
  };
}

function meanHours(frame: FrameLike, options: PolarClockOptions, y: string): Hours {
  const { tz: given } = options, action = "draw a clock";
  const { data, xName: x, tz, unit, measure } = readSeries(
    frame,
    { x: options.x, y, tz: given, unit: options.unit },
    action,
  );
  const read = readValues(data, { y, time: x });
  const { mean } = meanDay(read, localClock(read.span, tz), HOUR_US);
  return {
    tz: zonesWithin(microsOf(read.span.first, read.span.last), tz),
    n: read.at.length,
    unit,
    measure,
    values: [...mean],
    changes: clockChanges(read.span.first / 1000 - 1, read.span.last / 1000, tz),
    mean: undefined,
  };
}

function microsOf(first: number, last: number): { start: bigint; end: bigint } {
  return { start: BigInt(Math.floor(first)), end: BigInt(Math.floor(last)) + 1n };
}

/** Returns the circular mean of hours and its length R; `undefined` if random times have a longer one. */
function circularMean(hours: Float64Array): Hours["mean"] {
  let x = 0, y = 0;
  for (const hour of hours) {
    x += Math.cos(hour * Math.PI / 12);
    y += Math.sin(hour * Math.PI / 12);
  }
  const length = Math.hypot(x, y) / hours.length;
  if (!(length ** 2 * hours.length > 0.999)) return undefined;
  return { hour: (Math.atan2(y, x) * 12 / Math.PI + 24) % 24, length };
}
