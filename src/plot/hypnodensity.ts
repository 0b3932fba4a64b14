import { type FrameLike, openFrame } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import { namePrefixOf } from "../sleep/stages/stageKinds.ts";
import { stageTableOf } from "../sleep/stages/stageTableOf.ts";
import type { Stages } from "../sleep/stages/stageTables.ts";
import { localZone } from "../time/zone.ts";
import { noData } from "./axis/noData.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { valueAxis } from "./axis/valueAxis.ts";
import { valueTicks } from "./axis/valueTicks.ts";
import { stageOrder } from "./nights/lanes.ts";
import { chart } from "./picture/chart.ts";
import { FINDINGS } from "./picture/findings.ts";
import { datesLabel, labelsOf, lengthLabel, timesText, zoneText } from "./picture/labels.ts";
import { DAY_MS, MINUTE_MS } from "../time/units.ts";
import { lowerFirst } from "./picture/letterCase.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { pointed } from "./picture/pointed.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { missingTimes } from "./marks/missing.ts";
import { inLanguage, percentText, say, term } from "../words/language.ts";

/** Options of {@linkcode hypnodensity}. */
export interface HypnodensityOptions extends PictureOptions {
  /** Stage table with the names of the columns. @default the frame's `stage_table`, otherwise "consumer" */
  stages?: Stages;
}

const ACTION = "draw a hypnodensity",
  OPTIONS = optionNames<HypnodensityOptions>()(PICTURE_OPTIONS, "stages");

/**
 * Draws the share of each stage in each epoch as a stack, from deep sleep at the bottom to awake at
 * the top: how sure a night's scoring is (Stephansen et al. 2018). The title states how much of the
 * scored time has one stage only. Epochs without shares are grey. Where epochs would be narrower than
 * two pixels, stripes show the mean of several.
 *
 * @param frame A result of `sleep.hypnodensity`, or probabilities in the same form: `start_time`,
 * `end_time` (instants), and a column of numbers from 0 to 1 per stage, such as `W`, `N1`, `N2`,
 * `N3` and `REM` of `aasm`.
 * @throws {TypeError} if a column is missing or has another type, or a time is null
 * @throws {RangeError} if a share is not from 0 to 1, or the zone does not exist
 *
 * @example Two of three score N2 in the second epoch
 * ```ts
 * import { plot, sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const scored = [["N2", "N2"], ["N2", "N2"], ["N2", "N3"]].flatMap((stages, i) =>
 *   sleep.fromHypnogram(stages, { start: "2024-01-01T22:00Z", tz: "UTC" }).toRecords()
 *     .map((row) => ({ ...row, source: `scorer ${i}` }))
 * );
 * assertEquals(
 *   String(plot.hypnodensity(sleep.hypnodensity(scored), { tz: "UTC" })),
 *   "Share of each stage, Mon 1 Jan 2024, 22:00 to 22:01 UTC: N3 17 %, N2 83 %; votes agree on one stage for 50 % of the time",
 * );
 * ```
 */
export function hypnodensity(frame: FrameLike, options: HypnodensityOptions = {}): Picture {
  return inLanguage(options, () => drawHypnodensity(frame, options));
}

function drawHypnodensity(frame: FrameLike, options: HypnodensityOptions): Picture {
  checkPictureOptions(ACTION, options, OPTIONS);
  const data = openFrame(frame, { action: ACTION }), name = say("Share of each stage");
  const { table } = stageTableOf(data, options.stages);
  const stages = stageOrder(table).filter((index) => table[index]!.name !== "asleep");
  const nameOf = (index: number): string => namePrefixOf(table[index]!);
  const order = stages.toReversed().filter((index) => data.has(nameOf(index)));
  if (order.length === 0) {
    throw new TypeError(
      `Cannot ${ACTION}: the frame has no column of a stage (${stages.map(nameOf).join(", ")}). ` +
        "Pass the result of sleep.hypnodensity, or another table as stages.",
    );
  }
  const { start_time, end_time } = data.read({ start_time: "time", end_time: "time" }, {
    full: ["start_time", "end_time"],
  });
  const tz = localZone(options.tz, start_time.zone, ACTION), labels = labelsOf(options, tz);
  const millis = (micros: BigInt64Array): Float64Array =>
    Float64Array.from(micros, Number)
      .map((at) => at / 1000);
  const from = millis(start_time.values), to = millis(end_time.values);
  const shares = order.map((index) => shareOf(data.numbers(nameOf(index))));
  const rows = Array.from(from, (_, row) => row).toSorted((a, b) => from[a]! - from[b]!);
  const known = rows.filter((row) => shares.some((of) => of[row]! > 0));
  if (known.length === 0) return noData("hypnodensity", name, frame, options);
  const start = from[rows[0]!]!, end = to[rows.at(-1)!]!, span = { start, end };
  const time = (of: (row: number) => number, own: readonly number[] = known): number =>
    own.reduce((sum, row) => sum + of(row) * (to[row]! - from[row]!), 0);
  const sum = (row: number): number => shares.reduce((all, of) => all + (of[row] || 0), 0);
  const all = time(() => 1);
  const alike = percentText(
    100 * time((row) => shares.some((of) => of[row]! >= sum(row) - 1e-9) ? 1 : 0) / all,
  );
  const breaks = rows.map((row, at) => from[rows[at + 1] ?? row]! > to[row]!);
  const step = stripeOf(all / known.length, (end - start) / (options.width ?? DEFAULT_WIDTH));
  const isWide = step !== undefined && step >= DAY_MS;
  let run = 0;
  const noon = isWide ? 0.5 : 0; // stripes of days end at noon
  const stripes = [
    ...Map.groupBy(known, (row, at) => {
      if (!isWide && at > 0 && from[row]! > to[known[at - 1]!]!) run++;
      return step === undefined ? at : `${run} ${Math.floor(from[row]! / step + noon)}`;
    }).values(),
  ].map((own) => ({ own, x1: from[own[0]!]!, x2: to[own.at(-1)!]!, base: 0 }));
  /** Returns the mean share of a stage in some epochs, in percent. */
  const meanOf = (i: number, own: readonly number[]): number =>
    100 * time((row) => (shares[i]![row] || 0) / sum(row), own) / time(() => 1, own);
  let below = 0;
  const layers = order.flatMap((index, i) => {
    const points = stripes.flatMap((stripe, at) => {
      const { own, x1, x2, base: y1 } = stripe, y2 = stripe.base += meanOf(i, own);
      const isBroken = (stripes[at + 1]?.x1 ?? x2) > x2;
      return [{ x: x1, y1, y2 }, { x: x2, y1, y2 }, ...isBroken ? [{ x: x2, y1: NaN, y2 }] : []];
    });
    const share = meanOf(i, known), mean = percentText(share), middle = below + share / 2;
    below += share;
    const { label, color } = table[index]!;
    return share > 0 ? [{ middle, label: term(label), color, points, mean }] : [];
  });
  const isKnown = new Set(known);
  const gaps = rows.flatMap((row, at) => [
    ...isKnown.has(row) ? [] : [{ start: from[row]!, end: to[row]! }],
    ...breaks[at] ? [{ start: to[row]!, end: from[rows[at + 1]!]! }] : [],
  ]).filter(({ start, end }) => !isWide || end - start > step);
  return chart({
    forWidth: (width) => hypnodensity(frame, { ...options, width }),
    name: "hypnodensity",
    summary: `${name}, ${datesLabel(start, end, labels)}, ${timesText(start, end, labels)} ${
      zoneText(tz, span)
    }: ${layers.map(({ label, mean }) => `${label} ${mean}`).join(", ")}; ${
      lowerFirst(FINDINGS.oneStage(alike))
    }`,
    title: `${name} (%), ${datesLabel(start, end, labels)}`,
    finding: FINDINGS.oneStage(alike),
    source: [
      ...(step === undefined ? [] : [say("each stripe: mean of {length}", {
        length: isWide ? say("{n} {n|day|days}", { n: step / DAY_MS }) : lengthLabel(step),
      })]),
      ...(gaps.length === 0 ? [] : [say("grey: no data")]),
    ].join("; "),
    time: { ...span, tz },
    x: timeAxis(span, labels),
    y: valueAxis(valueTicks(0, 100, 5), "%"),
    ends: layers.toReversed().map(({ label, color, mean, middle }) => ({
      text: `${label} ${mean}`,
      color,
      y: middle,
      entry: { label, color },
    })),
    marks: (plot, { x, y: [valueLines, values] }, frame) => [
      valueLines,
      x[0],
      ...missingTimes(plot, gaps, { labels, pixel: (end - start) / frame.width }),
      ...layers.map(({ label, color, points, mean }) =>
        plot.areaY(points, {
          x: "x",
          y1: "y1",
          y2: "y2",
          fill: color,
          title: () => `${label} ${mean}`,
          ...pointed(label, "%", { difference: true }),
        })
      ),
      ...x.slice(1),
      values,
    ],
  }, options);
}

/** Lengths of stripes, in milliseconds; from a day on, they join nights. */
const STRIPES = [1, 2, 5, 10, 15, 30, 60, 1440, 7 * 1440, 28 * 1440]
  .map((minutes) => minutes * MINUTE_MS);

/** Returns the length of a stripe; `undefined` if epochs are wide enough to see. */
function stripeOf(epoch: number, pixel: number): number | undefined {
  return epoch < 2 * pixel ? STRIPES.find((length) => length >= 3 * pixel) : undefined;
}

/** @throws {RangeError} if a share is not from 0 to 1 */
function shareOf(values: Float64Array): Float64Array {
  const wrong = values.find((value) => value < 0 || value > 1);
  if (wrong === undefined) return values;
  throw new RangeError(
    `Cannot ${ACTION}: a share is ${wrong}, expected a number from 0 to 1. Divide percentages by 100.`,
  );
}
