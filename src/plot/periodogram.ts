// @ts-types="@types/d3-array"
import { tickStep } from "d3-array";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { extent } from "./axis/extent.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import {
  periodogram as search,
  PERIODOGRAM_OPTIONS,
  type PeriodogramOptions,
} from "../series/periodogram.ts";
import { coefficient } from "../series/sentenceParts.ts";
import { optionNames } from "../options/checkOptions.ts";
import { FINDINGS } from "./picture/findings.ts";
import { chart } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import { pointed } from "./picture/pointed.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, UNTIMED_OPTIONS } from "./picture/pictureOptions.ts";
import type { UntimedPictureOptions } from "./picture/spec.ts";
import { textWidth } from "./picture/textWidth.ts";
import { category, DASHES, INK, INK_3, PAPER, SPACES, STROKES } from "./picture/theme.ts";
import { valueAxis } from "./axis/valueAxis.ts";
import { shortNumber, threeDigits, valueTicks } from "./axis/valueTicks.ts";
import { axisBelow, type AxisLabels } from "./axis/axisBelow.ts";
import { decimalText, inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode periodogram}; the options of `series.periodogram` only apply to data. */
export interface PeriodogramPictureOptions
  extends UntimedPictureOptions, Omit<PeriodogramOptions, "by"> {
  /** Label of the power axis. @default "Power" */
  label?: string;
  /** Other names of columns, such as `{ power: "strength" }`. @default none */
  columns?: ColumnNames;
}

const ACTION = "draw a periodogram";

const { by: _, ...SEARCH_OPTIONS } = PERIODOGRAM_OPTIONS;

const OPTIONS = optionNames<PeriodogramPictureOptions>()(
  UNTIMED_OPTIONS,
  SEARCH_OPTIONS,
  "label columns",
);

/**
 * Draws how strongly a series recurs at each period: power over the period in hours, with its peak
 * labelled and a line above which a peak is significant.
 *
 * @param frame A result of `series.periodogram` (`period_h`, `power`, optionally `threshold`); or a
 * series, a column of instants (`time`) and a numeric column, to compute it from.
 * @throws {TypeError} if a column is missing or has another type, a period is null, or a result is
 * given with options of the search
 * @throws {RangeError} in the same cases as `series.periodogram`
 *
 * @example A scan of three periods
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.periodogram([
 *   { period_h: 23, power: 0.1, threshold: 0.3 },
 *   { period_h: 24, power: 0.8, threshold: 0.3 },
 *   { period_h: 25, power: 0.2, threshold: 0.3 },
 * ]);
 * assertEquals(String(picture), "Periodogram from 23 to 25 h: peak at 24 h, power 0.80, significant");
 * ```
 */
export function periodogram(frame: FrameLike, options: PeriodogramPictureOptions = {}): Picture {
  return inLanguage(options, () => drawPeriodogram(frame, options));
}

function drawPeriodogram(frame: FrameLike, options: PeriodogramPictureOptions): Picture {
  checkPictureOptions(ACTION, options, OPTIONS);
  const { label = say("Power") } = options;
  const columns = openFrame(scanOf(frame, options), { action: ACTION }).read({
    period_h: "float64",
    power: "float64",
    "threshold?": "float64",
    "note?": "text",
  }, { full: ["period_h"], columns: options.columns });
  const { power, threshold } = columns;
  const rows = Array.from(columns.period_h.values, (x, i) => ({
    x,
    y: power.valid?.[i] === 0 ? NaN : power.values[i]!,
    limit: threshold === undefined || threshold.valid?.[i] === 0 ? NaN : threshold.values[i]!,
  })).sort((a, b) => a.x - b.x);
  const known = rows.filter(({ y }) => !Number.isNaN(y));
  if (known.length === 0) {
    const note = columns.note?.values.find((one) => one !== null);
    return noData("periodogram", say("Periodogram"), frame, options, "numbers", note ?? undefined);
  }

  const peak = known.reduce((a, b) => b.y > a.y ? b : a);
  const limits = rows.filter(({ limit }) => !Number.isNaN(limit));
  const isSignificant = peak.y > peak.limit;
  const [, top] = extent(rows.map(({ y, limit }) => [y, limit]))!;
  const axis = valueTicks(0, top * 1.15);
  const from = rows[0]!.x, to = rows.at(-1)!.x;
  const domain: [number, number] = from < to ? [from, to] : [from - 1, to + 1];
  // Power is a share of the variance, except of chi-square.
  const strength = peak.y <= 1 ? decimalText(coefficient(peak.y)) : threeDigits(peak.y);
  const text = `${shortNumber(Number(peak.x.toPrecision(4)))} h`;
  return chart({
    name: "periodogram",
    summary: say("Periodogram from {from} to {to} h: peak at {peak}, power {power}", {
      from: shortNumber(from),
      to: shortNumber(to),
      peak: text,
      power: strength,
    }) + (Number.isNaN(peak.limit)
      ? ""
      : isSignificant
      ? say(", significant")
      : say(", not significant")),
    title: say("{label} of periods from {from} to {to} h", {
      label,
      from: shortNumber(from),
      to: shortNumber(to),
    }),
    finding: Number.isNaN(peak.limit)
      ? FINDINGS.peak(text, strength)
      : isSignificant
      ? FINDINGS.rhythm(text, strength)
      : say("No significant rhythm from {from} to {to} h", {
        from: shortNumber(from),
        to: shortNumber(to),
      }),
    ends: limits.length === 0 ? [] : [{
      text: say("Significant above"),
      quiet: true,
      color: INK_3,
      y: limits.at(-1)!.limit,
      entry: { label: say("Significant above"), color: INK_3, shape: "dashed" },
    }],
    x: {
      domain,
      reading: { kind: "number", unit: "h" },
      layout: (pixels) => axisBelow(periodTicks(domain, pixels)),
    },
    y: valueAxis(axis, label),
    marks: (plot, axes, frame) => {
      const place = (peak.x - domain[0]) / (domain[1] - domain[0]) * frame.width;
      const half = textWidth(text) / 2;
      return [
        ...axes.x,
        ...axes.y,
        plot.line(limits, {
          x: "x",
          y: "limit",
          stroke: INK_3,
          ...pointed(say("Significant above")),
          strokeDasharray: DASHES.limit,
          strokeWidth: STROKES.reference,
        }),
        plot.line(rows, {
          x: "x",
          y: "y",
          stroke: category(0),
          strokeWidth: STROKES.data,
          ...pointed(label),
        }),
        plot.dot([peak], {
          x: "x",
          y: "y",
          r: 3.5,
          fill: category(0),
          title: () => say("Peak at {peak}: {power}", { peak: text, power: strength }),
        }),
        plot.text(isSignificant || Number.isNaN(peak.limit) ? [peak] : [], {
          x: "x",
          y: "y",
          text: () => text,
          textAnchor: place < half ? "start" : place + half > frame.width ? "end" : "middle",
          lineAnchor: "bottom",
          dy: -SPACES.near,
          fontWeight: 600,
          stroke: PAPER,
          strokeWidth: 4,
          fill: INK,
        }),
      ];
    },
  }, options);
}

/** Returns round numbers of hours along the period axis, as dense as they fit. */
function periodTicks([from, to]: readonly [number, number], pixels: number): AxisLabels {
  const room = textWidth(to < 100 ? "00.0" : "0,000.0") + 16;
  const step =
    [0.5, 1, 2, 4, 6, 12, 24, 48].find((hours) => (to - from) / hours * room <= pixels) ??
      24 * tickStep(0, (to - from) / 24, Math.floor(pixels / room));
  const first = Math.ceil(from / step - 1e-9);
  return {
    ticks: Array.from(
      { length: Math.floor(to / step + 1e-9) - first + 1 },
      (_, i) => (first + i) * step,
    )
      .map((at) => ({ at, text: shortNumber(at) })),
    label: say("Period in hours"),
  };
}

/** Returns a result of `series.periodogram` as is; computes it for a series. */
function scanOf(frame: FrameLike, options: PeriodogramPictureOptions): FrameLike {
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const asked = Object.entries(options).filter(([name, value]) =>
    Object.hasOwn(SEARCH_OPTIONS, name) && value !== undefined
  );
  const isResult = data.has(options.columns?.power ?? "power") ||
    !data.has(data.timeName(options.time)) && asked.length === 0;
  if (!isResult) return search(data, Object.fromEntries(asked));
  if (asked.length === 0) return data;
  throw new TypeError(
    `Cannot ${ACTION}: ${
      asked[0]![0]
    } is an option of series.periodogram, but the frame is its result already. ` +
      "Pass it to series.periodogram, or draw the series itself.",
  );
}
