import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { around as lookAround, AROUND_OPTIONS, type AroundOptions } from "../series/around.ts";
import { optionNames } from "../options/checkOptions.ts";
import { endsOf, FINDINGS } from "./picture/findings.ts";
import { chart, type FrameSize } from "./picture/chart.ts";
import { lastKnown } from "./picture/endLabels.ts";
import { noData } from "./axis/noData.ts";
import { pointed } from "./picture/pointed.ts";
import { unitOf } from "./groups/readSeries.ts";
import { offsetLabel, offsetTicks } from "./axis/offsetTicks.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, UNTIMED_OPTIONS } from "./picture/pictureOptions.ts";
import type { UntimedPictureOptions } from "./picture/spec.ts";
import { textWidth } from "./picture/textWidth.ts";
import {
  FRAMES,
  HATCH,
  INK_2,
  INK_3,
  LEFT_OF_FRAME,
  measureColor,
  ROWS,
  STROKES,
} from "./picture/theme.ts";
import { axisExtent, extent } from "./axis/extent.ts";
import { valuesBeyond } from "./axis/valuesBeyond.ts";
import { nameLabel, valueAxis } from "./axis/valueAxis.ts";
import { bareText, valueText, valueTicks } from "./axis/valueTicks.ts";
import { axisBelow } from "./axis/axisBelow.ts";
import { inLanguage, say, term } from "../words/language.ts";

/**
 * Options of {@linkcode around}; the options of `series.around` only apply to data with `events`.
 */
export interface AroundPictureOptions
  extends UntimedPictureOptions, Omit<AroundOptions, "by" | "band" | "each"> {
  /**
   * Events to align the data to, as in `series.around`.
   * @default none: the frame is a result of `series.around`
   */
  events?: FrameLike;
  /** Name of the values. @default the column's name; for a result "Mean" */
  label?: string;
  /** Unit of the values, shown on the axis. @default the unit of the means, if known */
  unit?: string;
  /** Name of the band in the legend. @default "95 % interval of the mean" */
  band?: string;
  /** Other names of columns, such as `{ mean: "average" }`. @default none */
  columns?: ColumnNames;
}

const ACTION = "draw a series around events";
const COUNT_HEIGHT = ROWS.lane;

const { by: _by, band: _band, each: _each, ...LOOK_OPTIONS } = AROUND_OPTIONS;

const OPTIONS = optionNames<AroundPictureOptions>()(
  UNTIMED_OPTIONS,
  LOOK_OPTIONS,
  "events label unit band columns",
);

/**
 * Draws a series around events: the mean over events in each window with its band, and below it the
 * number of events per window. The event is at 0; offsets are elapsed time. Each window is drawn at
 * its middle; the line breaks where no event counts.
 *
 * @param frame A result of `series.around` (`offset_ms`, `mean`, `low`, `high`, `n`); or, with
 * `events`, a series: a column of instants (`time`) and a numeric column.
 * @throws {TypeError} if a column is missing or has another type, an offset is null, or options of
 * `series.around` are given without `events`
 * @throws {RangeError} in the same cases as `series.around`
 *
 * @example Two windows
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.around([
 *   { offset_ms: -600_000, mean: 60, low: 58, high: 62, n: 3 },
 *   { offset_ms: 0, mean: 75, low: 70, high: 80, n: 2 },
 * ], { label: "heart_rate", unit: "bpm" });
 * assertEquals(
 *   String(picture),
 *   "Heart rate (bpm) from −10 min to +10 min around 2 to 3 events: lowest mean 60 at −10 min, highest 75 at 0",
 * );
 * ```
 */
export function around(frame: FrameLike, options: AroundPictureOptions = {}): Picture {
  return inLanguage(options, () => drawAround(frame, options));
}

function drawAround(frame: FrameLike, options: AroundPictureOptions): Picture {
  checkPictureOptions(ACTION, options, OPTIONS);
  const { band = say("95 % interval of the mean") } = options;
  const { data, values = say("Mean") } = meansOf(frame, options);
  const name = nameLabel(options.label ?? values);
  const unit = options.unit ?? unitOf(data, options.columns?.mean ?? "mean");
  const label = unit === undefined ? name : `${name} (${term(unit)})`;
  const columns = data.read({
    offset_ms: "float64",
    mean: "float64",
    low: "float64",
    high: "float64",
    n: "float64",
  }, { full: ["offset_ms", "n"], columns: options.columns });
  const value = (column: "mean" | "low" | "high", i: number): number =>
    columns[column].valid?.[i] === 0 ? NaN : columns[column].values[i]!;
  const rows = Array.from(columns.offset_ms.values, (offset, i) => ({
    offset,
    mean: value("mean", i),
    low: value("low", i),
    high: value("high", i),
    n: columns.n.values[i]!,
  })).sort((a, b) => a.offset - b.offset);
  const known = rows.filter(({ mean }) => !Number.isNaN(mean));
  if (known.length === 0) return noData("around", label, frame, options, "numbers");

  const length = rows.length > 1 ? rows[1]!.offset - rows[0]!.offset : 60_000;
  const points = rows.map((row) => ({
    ...row,
    x: row.offset + length / 2,
    end: row.offset + length,
  }));
  // A window without a row breaks the line like a window without a value.
  const broken = points.flatMap((one, i) => {
    const before = points[i - 1];
    return before !== undefined && one.offset > before.end + 1
      ? [{ ...before, x: before.end + 1, mean: NaN, low: NaN, high: NaN }, one]
      : [one];
  });
  const domain: [number, number] = [rows[0]!.offset, rows.at(-1)!.offset + length];
  const titleOf = ({ offset, mean }: { offset: number; mean: number }): string =>
    `${offsetLabel(offset)}: ${valueText(mean, unit, 4)}`;
  // Intervals of usual means always fit.
  const [lowest, highest] = axisExtent([known.map(({ mean }) => mean)])!;
  const usual = known.filter(({ mean }) => mean >= lowest && mean <= highest);
  const axis = valueTicks(
    ...extent(usual.map(({ mean, low, high }) => [mean, low, high]))!,
    5,
    { unit },
  );
  const beyond = valuesBeyond("y", unit, [{
    values: points.map(({ mean }) => mean),
    at: (i) => points[i]!.x,
    title: (i) => titleOf(points[i]!),
  }]);
  const [least, most] = extent([rows.map(({ n }) => n)])!;
  const y = valueAxis(axis, label), color = measureColor(label), varies = least !== most;
  const count = varies ? say("{from} to {to}", { from: least, to: most }) : String(most);
  const extremes = endsOf(known.map(({ mean: value, offset }) => ({ value, offset })));
  const [low, high] = extremes.map(({ value, offset }) =>
    say("{value} at {time}", { value: bareText(value, unit, 4), time: offsetLabel(offset) })
  );
  return chart({
    name: "around",
    summary: say(
      "{name} from {from} to {to} around {count} {n|event|events}: lowest mean {low}, highest {high}",
      {
        name: label,
        from: offsetLabel(domain[0]),
        to: offsetLabel(domain[1]),
        count,
        n: most,
        low: low!,
        high: high!,
      },
    ),
    title: say("{name} around {count} {n|event|events}", { name: label, count, n: most }),
    finding: bareText(extremes[0].value, unit, 4) === bareText(extremes[1].value, unit, 4)
      ? FINDINGS.throughout(valueText(extremes[0].value, unit, 4))
      : FINDINGS.extremes(low!, high!),
    source: varies ? say("boxes: number of events with a value") : "",
    ends: [
      {
        text: say("Mean"),
        color,
        y: lastKnown(rows.map(({ mean }) => mean)),
        entry: { label: say("Mean over events"), color, shape: "line" },
      },
      {
        text: band,
        quiet: true,
        color,
        y: lastKnown(rows.map(({ high }) => high)),
        entry: { label: band, color, opacity: 0.16 },
      },
    ],
    x: {
      domain,
      reading: { kind: "offset" },
      layout: (pixels) => axisBelow(offsetTicks(domain, pixels)),
    },
    y: varies
      ? {
        ...y,
        width: Math.max(y.width, Math.ceil(textWidth(`n ${most}`)) + 8),
        domain: (frame) => countScale(axis.domain, frame, most).domain,
      }
      : y,
    beyond: { axis: "y", layout: () => beyond.layout(axis.domain) },
    height: FRAMES.usual + (varies ? COUNT_HEIGHT : 0),
    marks: (plot, axes, frame) => {
      const { domain: [floor], tall } = countScale(axis.domain, frame, most);
      return [
        ...axes.x,
        ...axes.y,
        plot.rect(varies ? points : [], {
          x1: "offset",
          x2: "end",
          y1: floor,
          y2: ({ n }: { n: number }) => floor + n * tall,
          fill: HATCH,
          title: ({ offset, n }: { offset: number; n: number }) =>
            `${offsetLabel(offset)}: ${say("{n} {n|event|events}", { n })}`,
          insetLeft: 0.5,
          insetRight: 0.5,
        }),
        plot.text(varies ? [`n ${most}`] : [], {
          ...LEFT_OF_FRAME,
          y: floor + most * tall / 2,
          fill: INK_2,
        }),
        plot.areaY(broken, {
          x: "x",
          y1: "low",
          y2: "high",
          fill: color,
          fillOpacity: 0.16,
          ...pointed(band, unit),
        }),
        ...(domain[0] <= 0 && domain[1] >= 0
          ? [plot.ruleX([0], { stroke: INK_3, strokeWidth: STROKES.reference })]
          : []),
        plot.line(broken, {
          x: "x",
          y: "mean",
          stroke: color,
          strokeWidth: STROKES.data,
          ...pointed(say("Mean over events"), unit),
        }),
        plot.dot(points.filter(({ mean }) => points.length <= 60 && !Number.isNaN(mean)), {
          x: "x",
          y: "mean",
          r: 2.5,
          fill: color,
          title: titleOf,
        }),
      ];
    },
  }, options);
}

/** Returns where the counts start below the values, and the height of one event there. */
function countScale(
  [bottom, top]: readonly [number, number],
  { height }: FrameSize,
  most: number,
): { domain: [number, number]; tall: number } {
  const pixel = (top - bottom) / Math.max(1, height - COUNT_HEIGHT);
  return {
    domain: [bottom - COUNT_HEIGHT * pixel, top],
    tall: (COUNT_HEIGHT - 12) * pixel / most,
  };
}

/** Returns a result of `series.around` as is; aligns data to events, with the column's name. */
function meansOf(
  frame: FrameLike,
  { events, ...options }: AroundPictureOptions,
): { readonly data: OpenFrame; readonly values?: string } {
  const data = openFrame(frame, { action: ACTION });
  const asked = Object.entries(options).filter(([name, value]) =>
    Object.hasOwn(LOOK_OPTIONS, name) && value !== undefined
  );
  if (events !== undefined) {
    const found = lookAround(data, events, Object.fromEntries(asked));
    const values = options.y ?? data.onlyNumberName([options.time ?? "time"]);
    return { data: openFrame(found, { action: ACTION }), values };
  }
  if (asked.length === 0) return { data };
  throw new TypeError(
    `Cannot ${ACTION}: ${asked[0]![0]} only applies to data with events. ` +
      "Call plot.around(data, { events }), or pass the option to series.around.",
  );
}
