import { windowLabel } from "./axis/reducerName.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { unitOf } from "./groups/readSeries.ts";
import { pointed } from "./picture/pointed.ts";
import { differencesOf, type PairOptions, readPairs } from "../sleep/agreement/pairDifferences.ts";
import { optionNames } from "../options/checkOptions.ts";
import { chart, frameWidth, MOST_TITLED } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import { FINDINGS } from "./picture/findings.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, UNTIMED_OPTIONS } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type UntimedPictureOptions } from "./picture/spec.ts";
import { textWidth } from "./picture/textWidth.ts";
import { spreadApart } from "./picture/endLabels.ts";
import {
  category,
  DASHES,
  FRAMES,
  INK_2,
  LINES,
  RIGHT_OF_FRAME,
  STROKES,
} from "./picture/theme.ts";
import { axisExtent, extent } from "./axis/extent.ts";
import { pointsBeyond } from "./axis/valuesBeyond.ts";
import { clockReading, nameLabel, valueAxis, withUnit } from "./axis/valueAxis.ts";
import {
  areWhole,
  axisNumbers,
  bareText,
  differenceText,
  signed,
  unitText,
  valueText,
  valueTicks,
} from "./axis/valueTicks.ts";
import { differenceUnit } from "../series/sentenceParts.ts";
import { axisBelow } from "./axis/axisBelow.ts";
import { lowerFirst } from "./picture/letterCase.ts";
import { CLOCK_UNIT } from "../time/units.ts";
import { decimalText, inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode agreement}. */
export interface AgreementOptions extends UntimedPictureOptions, PairOptions {
  /** Unit of the values, for labels. @default the unit of both columns, if known */
  unit?: string;
}

/** A line across the chart, with its name and value on the right. */
interface Level {
  readonly name: string;
  /** Text at the right. */
  readonly label: string;
  readonly at: number;
  readonly text: string;
}

const MOST = 20_000;
/** Height of a name with a value below it. */
const LABEL = 2 * LINES.label;

const OPTIONS = optionNames<AgreementOptions>()(UNTIMED_OPTIONS, "reference other unit");

/**
 * Draws how well two columns of paired values agree (Bland and Altman 1986). Each pair is a point
 * at the mean of its two values and their difference, other minus reference. A line marks the mean
 * difference (the bias); dashed lines mark the limits of agreement, 1.96 standard deviations away.
 *
 * @param frame One row per pair, such as the time asleep of a night by two devices; pairs that lack
 * a value are skipped.
 * @throws {TypeError} if a column is missing or is not numeric
 * @throws {RangeError} if there are more than 20,000 pairs
 *
 * @example A ring compared with a watch
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const nights = [{ watch: 400, ring: 410 }, { watch: 420, ring: 450 }, { watch: 380, ring: 400 }];
 * const picture = plot.agreement(nights, { reference: "watch", other: "ring", unit: "min" });
 * assertEquals(
 *   String(picture),
 *   "Ring minus watch, 3 pairs: bias 20.0 min, limits of agreement 0.4 to 39.6 min",
 * );
 * ```
 */
export function agreement(frame: FrameLike, options: AgreementOptions): Picture {
  return inLanguage(options, () => drawAgreement(frame, options));
}

function drawAgreement(frame: FrameLike, options: AgreementOptions): Picture {
  checkPictureOptions("draw agreement", options, OPTIONS, "reference and other");
  const { width = DEFAULT_WIDTH, reference, other } = options;
  const data = openFrame(frame, { action: "draw agreement" });
  const found = differencesOf(readPairs(data, options));
  const [own, others] = [reference, other].map((name) => unitOf(data, name));
  const unit = options.unit ?? (own === others ? own : undefined), by = differenceUnit(unit);
  const { difference, mean, bias, limits } = found, count = difference.length;
  const names = say("{other} minus {reference}", {
    other: windowLabel(other, data.windows),
    reference: lowerFirst(windowLabel(reference, data.windows)),
  });
  if (bias === null) return noData("agreement", names, frame, options, "numbers");
  if (count > MOST) {
    throw new RangeError(
      `Cannot draw agreement of ${count} pairs: the maximum is ${MOST}. Select fewer rows.`,
    );
  }
  const ticks = valueTicks(...extent([axisExtent([difference])!, [bias], limits ?? []])!, 5, {
    whole: areWhole(difference),
  });
  const isClock = unit === CLOCK_UNIT, inUnit = isClock ? "" : unitText(unit);
  const levelText = isClock
    ? (at: number) => signed(at, (size) => differenceText(size, unit))
    : axisNumbers(ticks.domain, [bias, ...(limits ?? [])]);
  const levels: Level[] = [
    ...(limits === null ? [] : [{
      name: `+${decimalText("1.96")} ${say("SD")}`,
      label: say("Upper limit"),
      at: limits[1],
      text: levelText(limits[1]),
    }]),
    { name: say("Bias"), label: say("Bias"), at: bias, text: levelText(bias) },
    ...(limits === null ? [] : [{
      name: `\u2212${decimalText("1.96")} ${say("SD")}`,
      label: say("Lower limit"),
      at: limits[0],
      text: levelText(limits[0]),
    }]),
  ];
  const right = Math.max(
    ...levels.flatMap(({ label, text }) => [textWidth(label), textWidth(text)]),
  ) + 14;
  const differenceLabel = withUnit(say("Difference"), by, "");
  const y = valueAxis(ticks, differenceLabel);
  const steps = Math.floor(frameWidth({ y, labels: right }, width) / 80);
  const x = valueTicks(...axisExtent([mean])!, Math.max(2, Math.min(8, steps)), { unit });
  const describe = (mean: number, at: number): string =>
    `${bareText(mean, unit)}: ${isClock ? levelText(at) : valueText(at, unit)}`;
  const pairs = say("{n} {n|pair|pairs}", { n: count });
  return chart({
    forWidth: (width) => agreement(frame, { ...options, width }),
    name: "agreement",
    summary: `${names}, ${pairs}: ${say("bias {bias}", { bias: levelText(bias) + inUnit })}${
      limits === null ? "" : say(", limits of agreement {low} to {high}", {
        low: levelText(limits[0]),
        high: levelText(limits[1]) + inUnit,
      })
    }`,
    title: names,
    finding: FINDINGS.bias(
      nameLabel(other),
      isClock ? differenceText(Math.abs(bias), unit) : levelText(Math.abs(bias)) + inUnit,
      bias < 0,
      lowerFirst(nameLabel(reference)),
    ),
    x: {
      domain: x.domain,
      reading: { kind: "number", name: withUnit(say("Mean"), unit, "") },
      ...clockReading(unit),
      layout: () =>
        axisBelow({
          ticks: x.ticks,
          label: `${withUnit(say("Mean of both"), unit, "")}; ${pairs}`,
        }),
    },
    y,
    source: limits === null ? "" : say("shaded: limits of 19 in 20 differences"),
    beyond: pointsBeyond(Float64Array.from(mean), Float64Array.from(difference), {
      title: describe,
      xUnit: unit,
      yUnit: by,
    }),
    labels: right,
    height: { whole: FRAMES.tall },
    marks: (plot, axes, frame) => {
      const perPixel = (ticks.domain[1] - ticks.domain[0]) / frame.height;
      const high = ticks.domain[1], lowest = frame.height - LABEL / 2;
      const places = spreadApart(
        levels.map(({ at }) => Math.min(lowest, (high - at) / perPixel)),
        LABEL,
        lowest,
      );
      const labels = levels.map((level, i) => ({ ...level, y: high - places[i]! * perPixel }));
      const levelTitle = ({ name, text }: Level): string => `${name}: ${text}${inUnit}`;
      return [
        plot.rect(limits === null ? [] : [limits], {
          y1: ([low]: readonly [number, number]) => low,
          y2: ([, high]: readonly [number, number]) => high,
          fill: category(0),
          fillOpacity: LIMITS_OPACITY,
          pointerEvents: "none",
        }),
        ...axes.y,
        ...axes.x,
        plot.dot(difference.map((at, i) => ({ at, mean: mean[i]! })), {
          x: "mean",
          y: "at",
          filter: ({ at, mean }: { at: number; mean: number }) =>
            isWithin(at, ticks.domain) && isWithin(mean, x.domain),
          r: 3.5,
          fill: category(0),
          fillOpacity: 0.75,
          ...(count <= MOST_TITLED.dots
            ? { title: ({ at, mean }: { at: number; mean: number }) => describe(mean, at) }
            : { render: pointed(differenceLabel).render }),
        }),
        plot.ruleY(levels.filter(({ name }) => name === say("Bias")), {
          y: "at",
          strokeWidth: STROKES.reference,
          title: levelTitle,
        }),
        plot.ruleY(levels.filter(({ name }) => name !== say("Bias")), {
          y: "at",
          strokeWidth: STROKES.reference,
          strokeDasharray: DASHES.limit,
          title: levelTitle,
        }),
        plot.text(labels, {
          y: "y",
          text: "label",
          ...RIGHT_OF_FRAME,
          dy: -LINES.label / 2,
          fill: INK_2,
        }),
        plot.text(labels, {
          y: "y",
          text: "text",
          ...RIGHT_OF_FRAME,
          fontWeight: 600,
          dy: LINES.label / 2,
        }),
      ];
    },
  }, options);
}

const LIMITS_OPACITY = 0.1;

function isWithin(value: number, [low, high]: readonly [number, number]): boolean {
  return value >= low && value <= high;
}
