// @ts-types="@types/d3-array"
import { deviation, mean } from "d3-array";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import { compareDays } from "../series/statistics/compareDays.ts";
import { type ComparedGroup, readGroups } from "../series/statistics/readGroups.ts";
import type { When } from "../time/when.ts";
import { axisBelow } from "./axis/axisBelow.ts";
import { rowAxis } from "./axis/rowAxis.ts";
import { nameLabel } from "./axis/valueAxis.ts";
import { bareText } from "./axis/valueTicks.ts";
import { unitOf } from "./groups/readSeries.ts";
import { dumbbellMark, scaleOf, spreadsText } from "./marks/dumbbell.ts";
import { chart } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import { FINDINGS } from "./picture/findings.ts";
import { lowerFirst, upperFirst } from "./picture/letterCase.ts";
import { datesLabel, labelsOf, zoneText } from "./picture/labels.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import type { PictureOptions } from "./picture/spec.ts";
import { textWidth, wrapName } from "./picture/textWidth.ts";
import { GUTTERS, INK, INK_3, ROWS, SPACES } from "./picture/theme.ts";
import { decimalText, inLanguage, say, term } from "../words/language.ts";

/** Options of {@linkcode change}. */
export interface ChangeOptions extends PictureOptions {
  /** Period before, such as `"2025-02"`. */
  a: When;
  /** Period to compare with it, such as `"2025-03"`. */
  b: When;
  /** Columns of measures. @default all numeric columns */
  y?: string | readonly string[];
  /** Column of instants. @default "time" */
  x?: string;
}

const ACTION = "draw changes", GAP = SPACES.near, TRIANGLE = 10;
/** Minimum number of values before for a spread. */
const LEAST_SPREAD = 4;

const OPTIONS = optionNames<ChangeOptions>()(PICTURE_OPTIONS, "a b y x");

/** A measure in two periods. */
interface Row {
  readonly name: string;
  /** Means of both periods, as text. */
  readonly means: readonly [string, string];
  /** Change in spreads of the values before; `undefined` if that is unknown. */
  readonly size: number | undefined;
  readonly note: string;
  readonly marked: boolean;
  readonly text: string;
}

/**
 * Draws the change of several measures between two periods, as the first page of a report does: the
 * ring is the mean of `a`, the dot the mean of `b`, and the band one standard deviation of the days
 * of `a` to each side. All rows have this scale, and the largest clear change is first. A triangle
 * at the edge is a dot beyond the scale.
 *
 * A row in full ink is a clear change: the interval of the difference excludes 0. The intervals
 * hold for all rows together, so that at most one chart in twenty has such a row if nothing changed
 * (see `series.compare`). Weekdays, and a trend that goes through both periods, are not part of the
 * difference if the days can tell them apart.
 *
 * @param frame A column of instants or dates, and numeric columns with a value per day, such as the
 * result of `me.daily`.
 * @throws {TypeError} if a column is missing or not numeric, or a or b is missing
 * @throws {RangeError} if a period or the zone is invalid
 *
 * @example Two fortnights
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = Array.from({ length: 28 }, (_, day) => ({
 *   time: new Date(Date.UTC(2024, 0, 1 + day)),
 *   steps: 7000 + 400 * (day * 5 % 7) + (day < 14 ? 0 : 2500),
 * }));
 * const picture = plot.change(days, {
 *   a: { start_time: "2024-01-01", end_time: "2024-01-15" },
 *   b: { start_time: "2024-01-15", end_time: "2024-01-29" },
 *   tz: "UTC",
 * });
 * assertEquals(
 *   String(picture).split(": ")[1],
 *   "Steps 8,200 to 10,700 (n 14 and 14), 3.0 usual spreads above the period before",
 * );
 * ```
 */
export function change(frame: FrameLike, options: ChangeOptions): Picture {
  return inLanguage(options, () => drawChange(frame, options));
}

/** Notes of rows without a clear change. */
const TOO_FEW = "too few days to tell", NO_CHANGE = "no clear change";

function drawChange(frame: FrameLike, options: ChangeOptions): Picture {
  checkPictureOptions(ACTION, options, OPTIONS, "a and b");
  const { a, b, x, tz } = options, data = openFrame(frame, { action: ACTION, tz });
  const time = data.timeName(x);
  const names = [options.y ?? data.numberNames().filter((name) => name !== time)].flat();
  const read = names.map((name) => ({
    name,
    groups: readGroups(data, { a, b, y: name, time, ...(tz === undefined ? {} : { tz }) }).groups,
  }));
  const found = read.filter(({ groups }) => groups.every(({ values }) => values.length > 0));
  const missing = read.filter((one) => !found.includes(one)).map(({ name }) => nameLabel(name));
  const title = say("Change of each measure");
  const [first] = found;
  if (first === undefined) {
    const reason = "no measure has values in both periods";
    return noData("change", title, frame, options, "numbers", reason);
  }
  const judged = compareDays(
    found.map(({ groups }) => [steps(groups[0]), steps(groups[1])]),
    { confidence: 0.95 },
  );
  const rows = found.map(({ name, groups }, i): Row => {
    const [before, now] = groups.map(({ values }) => mean(values)!) as [number, number];
    const [was, is] = groups.map(({ values }) => values.length);
    const { found: test } = judged[i]!, unit = unitOf(data, name);
    const spread = was! < LEAST_SPREAD ? undefined : deviation(groups[0].values) || undefined;
    const size = spread && (test?.difference ?? now - before) / spread;
    const marked = test !== undefined && (test.low > 0 || test.high < 0);
    const note = marked ? "" : test === undefined ? TOO_FEW : NO_CHANGE;
    const label = nameLabel(name, unit);
    const means = [before, now].map((value) => bareText(value, unit, 3)) as [string, string];
    return {
      name: label,
      means,
      size,
      note,
      marked,
      text: [
        say("{name} {before} to {now} (n {was} and {is})", {
          name: label,
          before: means[0],
          now: means[1],
          was: was!,
          is: is!,
        }),
        size === undefined
          ? []
          : say("{spreads} the period before", { spreads: spreadsText(size) }),
        note === "" ? [] : say(note),
      ].flat().join(", "),
    };
  }).toSorted((one, other) => rank(other) - rank(one));
  const clear = rows.filter(({ marked }) => marked), scale = scaleOf(rows.map(({ size }) => size));
  const labels = rows.map(({ means }) => wrapName(means.join(" → "), GUTTERS.right[1] - GAP));
  const { period: [before, now], zone, days } = periods(first.groups, options);
  const told = rows.every(({ note }) => note === TOO_FEW);
  return chart({
    name: "change",
    summary: `${title}, ${say("{from} to {to}", { from: before, to: now })}, ${zone}: ${
      rows.map(({ text }) => text).join("; ")
    }`,
    title: say(
      "Means, {before} (ring) to {now} (dot), in usual spreads of the values before",
      { before, now },
    ),
    finding: clear[0] === undefined
      ? FINDINGS.unchangedMeasures(rows.length, told)
      : FINDINGS.changedMeasures(
        clear.length,
        rows.length,
        `${lowerFirst(clear[0].name)} ${
          say("{from} to {to}", { from: clear[0].means[0], to: clear[0].means[1] })
        }`,
      ),
    source: [
      ...(clear.length === rows.length
        ? []
        : [say("Quiet rows: no clear change, or too few days")]),
      ...(missing.length === 0 ? [] : [say("No values: {names}", { names: missing.join(", ") })]),
      days,
    ].join("; "),
    x: {
      domain: ({ width }) => ends(scale, width),
      layout: () => axisBelow({ ticks: ticksOf(scale) }),
    },
    y: rowAxis(rows.length, rows.map(({ name }, i) => ({ y: i + 0.5, text: name }))),
    labels: GAP + Math.max(...labels.flat().map((line) => textWidth(line))),
    height: ROWS.lane * rows.length,
    marks: (plot, axes) => [
      ...axes.x,
      dumbbellMark(
        rows.map(({ size, marked, text }) => ({
          change: size === undefined ? undefined : { size, marked },
          title: text,
        })),
        scale,
      ),
      ...axes.y,
      plot.text(
        rows.map(({ size, note }, i) => ({
          i,
          text: size === undefined && note !== "" ? term(note) : "",
        })),
        {
          x: 0,
          y: ({ i }: { i: number }) => i + 0.5,
          text: ({ text }: { text: string }) => upperFirst(text),
          fill: INK_3,
        },
      ),
      plot.text(rows, {
        y: (_: unknown, i: number) => i + 0.5,
        text: (_: unknown, i: number) => labels[i]!.join("\n"),
        lineHeight: 1.1,
        fill: ({ marked }: Row) => marked ? INK : INK_3,
        frameAnchor: "right",
        textAnchor: "start",
        dx: GAP,
      }),
    ],
  }, options);
}

/** Clear changes come before others, and larger ones before smaller ones. */
function rank({ size = 0, marked }: Row): number {
  return Math.abs(size) + (marked ? 1e6 : 0);
}

function steps({ stepped }: ComparedGroup) {
  return stepped ?? { at: [], value: new Float64Array(), weekday: new Uint8Array() };
}

/** Returns the ends of the axis, with room for the triangles of dots beyond the scale. */
function ends(scale: number, width: number): [number, number] {
  const end = scale * width / (width - 2 * TRIANGLE);
  return [-end, end];
}

function ticksOf(scale: number) {
  return [-scale, -scale / 2, 0, scale / 2, scale].map((at) => ({
    at,
    text: `${at < 0 ? "\u2212" : at > 0 ? "+" : ""}${decimalText(String(Math.abs(at)))}`,
  }));
}

/** Returns the dates of both periods, and their zone. */
function periods(groups: readonly ComparedGroup[], options: ChangeOptions) {
  const { tz } = groups[0]!.period!, labels = labelsOf(options, tz);
  const spans = groups.map(({ period }) => {
    const start = Number(period!.start / 1000n), end = Number(period!.end / 1000n);
    return { start, end: Math.max(start, end - 1) };
  });
  const span = {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
  return {
    period: spans.map(({ start, end }) => datesLabel(start, end, labels)) as [string, string],
    zone: zoneText(tz, span),
    days: labels.daysLabel(span),
  };
}
