// @ts-types="@types/d3-array"
import { thresholdFreedmanDiaconis } from "d3-array";
import { type Percentile, percentileOf } from "../axis/percentiles.ts";
import type { Picture } from "../picture/picture.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "../picture/spec.ts";
import { textWidth } from "../picture/textWidth.ts";
import { FRAMES, INK, INK_2, LINES, SPACES, STROKES } from "../picture/theme.ts";
import { valueAxis } from "../axis/valueAxis.ts";
import { axisExtent } from "../axis/extent.ts";
import { valueAxisX } from "../axis/valueAxisX.ts";
import { beyondNotes } from "../axis/valuesBeyond.ts";
import {
  areWhole,
  bareText,
  rangeText,
  unitText,
  valueText,
  valueTicks,
} from "../axis/valueTicks.ts";
import { chart, frameWidth } from "../picture/chart.ts";
import { FINDINGS } from "../picture/findings.ts";
import { numberText, say } from "../../words/language.ts";

/** Texts of a chart of a distribution. */
export interface DistributionWords {
  readonly title: string;
  /** Label of the value axis, with the unit. */
  readonly label: string;
  readonly unit: string | undefined;
  /** Number of rows without a value. */
  readonly missing: number;
  readonly color: string;
  /** Percentiles to mark. */
  readonly percentiles: readonly Percentile[];
}

const FEWEST = 5, MOST = 60;

/** Draws a histogram of ascending values: bars of one round width, with lines at percentiles. */
export function histogram(
  sorted: Float64Array,
  words: DistributionWords & { bins: number | undefined },
  options: PictureOptions,
): Picture {
  const { width = DEFAULT_WIDTH } = options;
  const low = sorted[0]!, high = sorted.at(-1)!, ends = axisExtent([sorted])!;
  const wanted = words.bins ??
    Math.min(MOST, Math.max(FEWEST, thresholdFreedmanDiaconis(sorted, ...ends) || FEWEST));
  const whole = areWhole(sorted);
  const { domain, step } = valueTicks(...ends, wanted, { whole, unit: words.unit });
  const above = sorted.filter((value) => value > domain[1]);
  const below = sorted.filter((value) => value < domain[0]);
  const inside = sorted.subarray(below.length, sorted.length - above.length);
  const bars = countInBars(inside, domain, step);
  // A bar at each end for the values beyond, apart from the others.
  const overflow = [
    {
      n: above.length,
      x1: domain[1] + step,
      x2: domain[1] + 2 * step,
      word: say("above"),
      at: domain[1],
    },
    {
      n: below.length,
      x1: domain[0] - 2 * step,
      x2: domain[0] - step,
      word: say("below"),
      at: domain[0],
    },
  ].filter(({ n }) => n > 0);
  const counts = valueTicks(
    0,
    [...bars, ...overflow].reduce((most, { n }) => Math.max(most, n), 1),
    5,
    {
      whole: true,
    },
  );
  const y = valueAxis(counts, say("Number of values"));
  const suffix = unitText(words.unit);
  const room = frameWidth({ y }, width);
  const marked = words.percentiles.map(({ percent, label }, line) => {
    const at = percentileOf(sorted, percent), short = bareText(at, words.unit);
    // A label right of its line does not cross the lines before it, which start above it.
    const free = room * (domain[1] - at) / (domain[1] - domain[0]) - 2 * SPACES.tight;
    const text = [`${label}: ${short}${suffix}`, short].find((text) => textWidth(text) <= free);
    return { at, line, name: label, isRight: text !== undefined, text: text ?? short };
  });
  const named = marked.length * LINES.label;
  const counted = valueCount(sorted.length) +
    (words.missing === 0 ? "" : say(", {n} missing", { n: numberText(words.missing) }));
  return chart({
    forWidth: (width) => histogram(sorted, words, { ...options, width }),
    name: "distribution",
    summary: `${words.title}: ${
      [
        counted,
        rangeText(low, high, words.unit),
        ...marked.map(({ name, at }) => `${name} ${bareText(at, words.unit)}`),
      ].join(", ")
    }`,
    title: words.title,
    finding: sorted.length < 4 ? undefined : FINDINGS.half(
      bareText(percentileOf(sorted, 25), words.unit, 3),
      valueText(percentileOf(sorted, 75), words.unit, 3),
    ),
    source: [
      counted,
      ...beyondNotes(above, below, domain, words.unit),
    ].join("; "),
    x: valueAxisX(domain, words.label, {
      whole,
      unit: words.unit,
      beyond: [
        Math.min(domain[0], ...overflow.map(({ x1 }) => x1)),
        Math.max(domain[1], ...overflow.map(({ x2 }) => x2)),
      ],
    }),
    y,
    scales: { insetTop: named },
    height: named + FRAMES.usual,
    marks: (plot, axes) => [
      ...axes.x,
      ...axes.y,
      plot.rect(bars.filter(({ n }) => n > 0), {
        x1: "x1",
        x2: "x2",
        y1: 0,
        y2: "n",
        fill: words.color,
        title: ({ x1, x2, n }: { x1: number; x2: number; n: number }) =>
          `${rangeText(x1, x2, words.unit)}: ${numberText(n)}`,
        insetLeft: 0.5,
        insetRight: 0.5,
      }),
      plot.rect(overflow, {
        x1: "x1",
        x2: "x2",
        y1: 0,
        y2: "n",
        fill: "none",
        stroke: words.color,
        pointerEvents: "all",
        title: ({ word, at, n }: typeof overflow[number]) =>
          `${word} ${valueText(at, words.unit)}: ${numberText(n)}`,
      }),
      plot.text(overflow, {
        x: ({ x1, x2 }: typeof overflow[number]) => (x1 + x2) / 2,
        y: "n",
        text: ({ word, at, n }: typeof overflow[number]) =>
          `${numberText(n)} ${word}\n${bareText(at, words.unit)}`,
        lineAnchor: "bottom",
        dy: -4,
        fill: INK_2,
      }),
      ...marked.flatMap((one) => [
        plot.ruleX([one], {
          x: "at",
          stroke: INK,
          strokeWidth: STROKES.reference,
          insetTop: LINES.label * one.line + SPACES.tight,
        }),
        plot.text([one], {
          x: "at",
          text: "text",
          frameAnchor: "top",
          lineAnchor: "top",
          textAnchor: one.isRight ? "start" : "end",
          dx: one.isRight ? SPACES.tight : -SPACES.tight,
          dy: LINES.label * one.line + SPACES.tight,
        }),
      ]),
    ],
  }, options);
}

/** `1 value`, `1,200 values` */
function valueCount(n: number): string {
  return n === 1 ? say("1 value") : say("{n} values", { n: numberText(n) });
}

/** Counts the values in each bar, from its left edge inclusive; the last includes both edges. */
function countInBars(
  sorted: Float64Array,
  [from, to]: readonly [number, number],
  step: number,
): { x1: number; x2: number; n: number }[] {
  const count = Math.max(1, Math.round((to - from) / step));
  const edges = Array.from(
    { length: count + 1 },
    (_, i) => Number((from + i * step).toPrecision(12)),
  );
  const bars = edges.slice(1).map((x2, i) => ({ x1: edges[i]!, x2, n: 0 }));
  let bar = 0;
  for (const value of sorted) {
    while (bar < count - 1 && value >= bars[bar]!.x2) bar++;
    bars[bar]!.n++;
  }
  return bars;
}
