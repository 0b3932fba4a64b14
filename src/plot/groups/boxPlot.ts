import type { DistributionWords } from "./histogram.ts";
import { percentileOf } from "../axis/percentiles.ts";
import type { Picture } from "../picture/picture.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "../picture/spec.ts";
import { textWidth } from "../picture/textWidth.ts";
import { AXIS, category, INK, INK_2, RIGHT_OF_FRAME, ROWS, STROKES } from "../picture/theme.ts";
import { axisExtent } from "../axis/extent.ts";
import { valueAxisX } from "../axis/valueAxisX.ts";
import { areWhole, bareText, valueText, valueTicks } from "../axis/valueTicks.ts";
import { valuesBeyond } from "../axis/valuesBeyond.ts";
import { chart, frameWidth } from "../picture/chart.ts";
import { FINDINGS } from "../picture/findings.ts";
import { rowAxis } from "../axis/rowAxis.ts";
import { numberText, say } from "../../words/language.ts";

/** The five numbers of a box and the values beyond its whiskers. */
interface Box {
  readonly low: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly high: number;
  readonly beyond: readonly number[];
}

const HALF = 0.3;

/** Draws box plots of groups below each other, on one axis. */
export function boxPlot(
  groups: readonly { readonly name: string; readonly values: Float64Array }[],
  words: DistributionWords,
  options: PictureOptions,
): Picture {
  const { width = DEFAULT_WIDTH } = options;
  const whole = areWhole(...groups.map(({ values }) => values));
  const { domain } = valueTicks(...axisExtent(groups.map(({ values }) => values))!, 5, {
    whole,
    unit: words.unit,
  });
  const labels = groups.map(({ name, values }, i) => ({
    y: i + 0.5,
    name,
    n: `n = ${numberText(values.length)}`,
  }));
  const y = rowAxis(groups.length, labels.map(({ y, name }) => ({ y, text: name })));
  const right = Math.max(...labels.map(({ n }) => textWidth(n))) + 14;
  const inner = frameWidth({ y, labels: right }, width);
  // Dots closer than half a pixel look like one.
  const boxes = groups.map(({ values }, i) => ({
    y: i + 0.5,
    ...boxOf(values, (domain[1] - domain[0]) / inner / 2),
  }));
  const medians = boxes.map(({ median, q1, q3 }, i) => {
    const { name, values } = groups[i]!;
    const text = say("median {median}, quartiles {low} to {high}, n = {n}", {
      median: bareText(median, words.unit),
      low: bareText(q1, words.unit),
      high: bareText(q3, words.unit),
      n: numberText(values.length),
    });
    return name === "" ? text : `${name} ${text}`;
  });
  const isShown = (value: number): boolean => value >= domain[0] && value <= domain[1];
  return chart({
    forWidth: (width) => boxPlot(groups, words, { ...options, width }),
    name: "distribution",
    summary: `${words.title}, ${words.label}${
      words.missing === 0 ? "" : say(", {n} missing", { n: numberText(words.missing) })
    }: ${medians.join("; ")}`,
    title: words.title,
    finding: groupsFinding(groups.map(({ name }) => name), boxes, words.unit),
    source: say("box: middle half of the values; line: up to one and a half times its length"),
    legend: words.percentiles.map(({ label }, i) => ({ label, color: category(i + 1) })),
    x: valueAxisX(domain, words.label, { whole, unit: words.unit }),
    y,
    beyond: valuesBeyond(
      "x",
      words.unit,
      groups.map(({ values }, row) => ({
        values,
        at: () => row + 0.5,
        title: (i) => valueText(values[i]!, words.unit),
      })),
    ),
    labels: right,
    height: ROWS.lane * groups.length,
    marks: (plot, axes) => [
      ...axes.x,
      plot.ruleY(boxes, { y: "y", x1: "low", x2: "high", stroke: AXIS }),
      plot.ruleX(
        boxes.flatMap(({ y, low, high }) =>
          [low, high].map((x) => ({ x, y1: y - 0.12, y2: y + 0.12 }))
        ),
        { x: "x", y1: "y1", y2: "y2", stroke: AXIS },
      ),
      plot.rect(boxes.map((box) => ({ ...box, y1: box.y - HALF, y2: box.y + HALF })), {
        x1: "q1",
        x2: "q3",
        y1: "y1",
        y2: "y2",
        fill: words.color,
        fillOpacity: 0.32,
        stroke: words.color,
        title: (_: unknown, i: number) => medians[i]!,
      }),
      plot.ruleX(boxes.map((box) => ({ ...box, y1: box.y - HALF, y2: box.y + HALF })), {
        x: "median",
        y1: "y1",
        y2: "y2",
        stroke: INK,
        strokeWidth: STROKES.data,
      }),
      plot.dot(boxes.flatMap(({ y, beyond }) => beyond.filter(isShown).map((x) => ({ x, y }))), {
        x: "x",
        y: "y",
        r: 2,
        stroke: words.color,
        title: ({ x }: { x: number }) => valueText(x, words.unit),
      }),
      ...words.percentiles.map(({ percent, label }, i) =>
        plot.dot(
          groups.map(({ values }, row) => ({ x: percentileOf(values, percent), y: row + 0.5 })),
          {
            x: "x",
            y: "y",
            r: 4.5,
            symbol: "diamond",
            fill: category(i + 1),
            title: ({ x }: { x: number }) => `${label} ${valueText(x, words.unit)}`,
            stroke: INK,
          },
        )
      ),
      ...axes.y,
      plot.text(labels, {
        y: "y",
        text: "n",
        ...RIGHT_OF_FRAME,
        fill: INK_2,
      }),
    ],
  }, options);
}

/** Returns the box of ascending values; outliers are at least `apart` from each other. */
function boxOf(sorted: Float64Array, apart: number): Box {
  const q1 = percentileOf(sorted, 25), q3 = percentileOf(sorted, 75);
  const reach = 1.5 * (q3 - q1);
  const low = sorted.find((value) => value >= q1 - reach)!;
  const high = sorted.findLast((value) => value <= q3 + reach)!;
  let last = -Infinity;
  const beyond: number[] = [];
  for (const value of sorted) {
    if ((value >= low && value <= high) || value - last < apart) continue;
    beyond.push(last = value);
  }
  return { low, q1, median: percentileOf(sorted, 50), q3, high, beyond };
}

/** Returns the middle half of the values, or the range of the groups' medians. */
function groupsFinding(
  names: readonly string[],
  boxes: readonly { readonly median: number; readonly q1: number; readonly q3: number }[],
  unit: string | undefined,
): string {
  const [only] = boxes;
  return only !== undefined && names[0] === ""
    ? FINDINGS.half(bareText(only.q1, unit, 3), valueText(only.q3, unit, 3))
    : FINDINGS.groupMedians(
      boxes.map(({ median }, i) => ({
        name: names[i]!,
        value: median,
        text: valueText(median, unit, 3),
      })),
    );
}
