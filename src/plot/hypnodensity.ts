import { type FrameLike, openFrame } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import { namePrefixOf } from "../sleep/stages/stageKinds.ts";
import { stageTableOf } from "../sleep/stages/stageTableOf.ts";
import type { Stages } from "../sleep/stages/stageTables.ts";
import { localZone } from "../time/zone.ts";
import { noData } from "./axis/noData.ts";
import { dayAxis } from "./axis/dayAxis.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { valueAxis } from "./axis/valueAxis.ts";
import { valueTicks } from "./axis/valueTicks.ts";
import { clockOf } from "./nights/actogramDays.ts";
import { meanLabel, type RowPeriod, rowPeriod } from "./nights/rowPeriods.ts";
import { stageOrder } from "./nights/lanes.ts";
import { MOST_DAYS_APART } from "./days/longSpans.ts";
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
 * two pixels, stripes show the mean of several: of minutes, then of each night by the date on which
 * it ends, of weeks over 90 nights and of months over two years.
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
  const known = rows.filter((row) => shares.some((of) => of[row]! > ROUNDING));
  if (known.length === 0) return noData("hypnodensity", name, frame, options);
  const start = from[rows[0]!]!, end = to[rows.at(-1)!]!, span = { start, end };
  const time = (of: (row: number) => number, own: readonly number[] = known): number =>
    own.reduce((sum, row) => sum + of(row) * (to[row]! - from[row]!), 0);
  const sum = (row: number): number => shares.reduce((all, of) => all + (of[row] || 0), 0);
  const all = time(() => 1);
  const alike = time((row) => shares.some((of) => of[row]! >= sum(row) - 1e-9) ? 1 : 0) / all;
  const epoch = all / known.length, pixel = (end - start) / (options.width ?? DEFAULT_WIDTH);
  const step = epoch < 2 * pixel ? STRIPES.find((length) => length >= 3 * pixel) : 0;
  const days = step === undefined ? dayStripes(known, from, tz) : undefined;
  const stripes = (days?.stripes ?? epochStripes(known, { from, to, step: step ?? 0 }))
    .map((stripe) => ({ ...stripe, base: 0 }));
  const [first, last] = days === undefined
    ? [start, end]
    : [stripes[0]!.x1, stripes.at(-1)!.x2] as const;
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
  const edges = [first, ...stripes.flatMap(({ x1, x2 }) => [x1, x2]), last];
  const gaps = Array.from({ length: stripes.length + 1 }, (_, i) => ({
    start: edges[2 * i]!,
    end: edges[2 * i + 1]!,
  })).filter(({ start, end }) => end > start);
  const texts = days === undefined ? labels : labels.in("UTC");
  const dates = datesLabel(first, days === undefined ? end : last - 1, texts);
  return chart({
    forWidth: (width) => hypnodensity(frame, { ...options, width }),
    name: "hypnodensity",
    summary: `${
      [name, dates, ...days === undefined ? [timesText(start, end, labels)] : []].join(", ")
    } ${zoneText(tz, span)}: ${layers.map(({ label, mean }) => `${label} ${mean}`).join(", ")}; ${
      lowerFirst(FINDINGS.oneStage(alike))
    }`,
    title: `${
      days === undefined ? `${name} (%)` : meanLabel(`${name} (%)`, days.period)
    }, ${dates}`,
    finding: FINDINGS.oneStage(alike),
    source: [
      ...(step ? [say("each stripe: mean of {length}", { length: lengthLabel(step) })] : []),
      ...(gaps.length === 0 ? [] : [say("grey: no data")]),
    ].join("; "),
    ...(days === undefined
      ? { time: { ...span, tz }, x: timeAxis(span, labels) }
      : { x: dayAxis(first, last, labels) }),
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
      ...missingTimes(plot, gaps, { labels: texts, pixel: (last - first) / frame.width }),
      ...layers.map(({ label, color, points, mean }) =>
        plot.areaY(points, {
          x: "x",
          y1: "y1",
          y2: "y2",
          fill: color,
          ...pointed(label, "%", { difference: true }),
          title: () => `${label} ${mean}`,
        })
      ),
      ...x.slice(1),
      values,
    ],
  }, options);
}

/** Lengths of stripes, in milliseconds; longer ones are days, weeks or months. */
const STRIPES = [1, 2, 5, 10, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);

/** Epochs whose mean is drawn, and both ends. */
interface Stripe {
  readonly own: readonly number[];
  readonly x1: number;
  readonly x2: number;
}

/** Joins epochs within a step, but not across missing epochs. */
function epochStripes(
  rows: readonly number[],
  { from, to, step }: { from: Float64Array; to: Float64Array; step: number },
): Stripe[] {
  let run = 0;
  const stripes = Map.groupBy(rows, (row, at) => {
    if (at > 0 && from[row]! > to[rows[at - 1]!]!) run++;
    return step === 0 ? at : `${run} ${Math.floor(from[row]! / step)}`;
  });
  return [...stripes.values()].map((own) => ({ own, x1: from[own[0]!]!, x2: to[own.at(-1)!]! }));
}

/** Joins nights by the date on which they end, or all nights of a week or month. */
function dayStripes(
  rows: readonly number[],
  from: Float64Array,
  tz: string,
): { stripes: Stripe[]; period: RowPeriod } {
  const clock = clockOf(tz), noon = DAY_MS / 2;
  const byNight = Map.groupBy(
    rows,
    (row) => Math.floor((clock(from[row]!) + noon) / DAY_MS) * DAY_MS,
  );
  const nights = [...byNight.keys()], first = nights[0]!, end = nights.at(-1)! + DAY_MS;
  const period = rowPeriod((end - first) / DAY_MS, MOST_DAYS_APART);
  const stripes = [...Map.groupBy(byNight, ([night]) => period.startOf(night))]
    .map(([start, own]) => ({
      own: own.flatMap(([, rows]) => rows),
      x1: Math.max(first, start),
      x2: Math.min(end, period.startOf(start + period.days * DAY_MS)),
    }));
  return { stripes, period };
}

/** Largest rounding error of a share. */
const ROUNDING = 1e-9;

/** @throws {RangeError} if a share is not from 0 to 1 */
function shareOf(values: Float64Array): Float64Array {
  const wrong = values.find((value) => value < -ROUNDING || value > 1 + ROUNDING);
  if (wrong === undefined) return values;
  throw new RangeError(
    `Cannot ${ACTION}: a share is ${wrong}, expected a number from 0 to 1. Divide percentages by 100.`,
  );
}
