import { type FrameLike, openFrame } from "../frame/open.ts";
import {
  nremCycles as findCycles,
  type NremCyclesOptions as RuleOptions,
} from "../sleep/nremCycles.ts";
import type { DayLike } from "../time/day.ts";
import { AASM_STAGES } from "../sleep/stages/stageTables.ts";
import { optionNames } from "../options/checkOptions.ts";
import { datesLabel, labelsOf, timesText, zoneText } from "./picture/labels.ts";
import { extent } from "./axis/extent.ts";
import { FINDINGS } from "./picture/findings.ts";
import { chart } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS, withoutPicture } from "./picture/pictureOptions.ts";
import type { PictureOptions } from "./picture/spec.ts";
import { textWidth } from "./picture/textWidth.ts";
import { INK_2, LINES, ROWS, SPACES, STROKES } from "./picture/theme.ts";
import { nightChanges } from "./axis/clockChanges.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { rowAxis } from "./axis/rowAxis.ts";
import { shortNumber } from "./axis/valueTicks.ts";
import { inLanguage, numberText, say } from "../words/language.ts";

/** Options of {@linkcode nremCycles}. */
export interface NremCyclesOptions extends PictureOptions, Omit<RuleOptions, "tz" | "by"> {
  /** Night to draw if the frame has several, such as `"2024-03-31"`. @default the only night */
  night?: DayLike;
}

/** A period of a cycle; times are in milliseconds since 1970. */
interface Period {
  /** Index of the cycle within the night. */
  readonly lane: number;
  /** Number of the cycle; null after sleep of unknown stage. */
  readonly cycle: number | null;
  readonly isRem: boolean;
  readonly start: number;
  readonly end: number;
  /** `true` if the length is known. */
  readonly isKnown: boolean;
  /** `true` if the cycle ends with a REM period; null if unknown. */
  readonly complete: boolean | null;
}

const HALF = 0.32;
const colorOf = (name: string): string => AASM_STAGES.find((stage) => stage.name === name)!.color;
const NREM = colorOf("n2"), REM = colorOf("rem");

const OPTIONS = optionNames<NremCyclesOptions>()(
  PICTURE_OPTIONS,
  "night lightsOff lightsOn rule gap wholeNights shortestMain dstNights begin shortestNrem",
  "shortestRem longestNrem shortestLighter stages columns",
);

/**
 * Draws the NREM-REM cycles of a night by local time: a lane for each cycle, with a bar each for
 * its NREM and REM period and their minutes on the right. A cycle that the end of the night cut off
 * is an outline, and so is a period of unknown length because of sleep of unknown stage.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code), without overlaps, as in
 * `sleep.nremCycles`.
 * @throws {TypeError} if a column is missing or has another type, or a time or stage is null
 * @throws {RangeError} if stages overlap, there are several nights and `night` is not given, the
 * night does not exist, or an option is not a valid zone or duration
 *
 * @example A complete and a partial cycle
 * ```ts
 * import { plot, sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const tens = ["N1", "N2", "N3", "N3", "R", "N2", "N2"];
 * const night = sleep.fromHypnogram(tens, { start: "2024-01-01T22:00Z", epoch: "PT10M" });
 * assertEquals(
 *   String(plot.nremCycles(night, { tz: "Europe/Berlin" })),
 *   "NREM cycles, Mon 1 to Tue 2 Jan 2024, 23:00 to 00:10 Europe/Berlin: " +
 *     "1 NREM 40 min, REM 10 min; 2 NREM 20 min (not complete)",
 * );
 * ```
 */
export function nremCycles(frame: FrameLike, options: NremCyclesOptions = {}): Picture {
  return inLanguage(options, () => drawNremCycles(frame, options));
}

function drawNremCycles(frame: FrameLike, options: NremCyclesOptions): Picture {
  checkPictureOptions("draw NREM cycles", options, OPTIONS);
  const { night, ...rule } = withoutPicture(options);
  const { periods, tz } = readPeriods(findCycles(frame, rule), night);
  if (periods.length === 0) {
    return noData("nremCycles", say("NREM cycles"), frame, options, "span", "no whole NREM cycle");
  }
  const start = periods[0]!.start, end = periods.at(-1)!.end;
  const minutes = (period: Period): string => period.isKnown ? shortNumber(lengthOf(period)) : "?";
  const inWords = (period: Period): string =>
    period.isKnown ? `${minutes(period)} min` : say("of unknown length");
  const lanes = [...Map.groupBy(periods, ({ lane }) => lane).values()].map((of, lane) => ({
    cycle: of[0]!.cycle ?? "?",
    of,
    y: lane + 0.5,
    text: of.map(minutes).join(" + "),
    open: of[0]!.complete === false
      ? say("not complete")
      : of.some(({ isKnown }) => !isKnown)
      ? say("next to sleep of unknown stage")
      : null,
  }));
  const isOpen = lanes.some(({ of }) => of[0]!.complete === false);
  const isUntold = periods.some(({ isKnown }) => !isKnown);
  const labels = labelsOf(options, tz);
  const dates = datesLabel(start, end, labels);
  const axis = rowAxis(
    lanes.length,
    lanes.map(({ y, cycle, text }) => ({ y, text: say("Cycle {n}", { n: cycle }), total: text })),
    { lines: true },
  );
  const bars = lanes.flatMap(({ of, y, open }) =>
    of.map((period) => ({
      ...period,
      y1: y - HALF,
      y2: y + HALF,
      color: period.isRem ? REM : NREM,
      opacity: of[0]!.complete === false || !period.isKnown ? 0.12 : 1,
      title: `${say("Cycle {n}", { n: period.cycle ?? "?" })} ${period.isRem ? "REM" : "NREM"} ${
        timesText(period.start, period.end, labels)
      }, ${inWords(period)}${open === null ? "" : `, ${open}`}`,
    }))
  );
  return chart({
    name: "nremCycles",
    summary: `${say("NREM cycles")}, ${dates}, ${timesText(start, end, labels)} ${
      zoneText(tz, { start, end })
    }${nightChanges(start, end, labels)}: ${
      lanes.map(({ cycle, of, open }) =>
        `${cycle} ${
          of.map((period) => `${period.isRem ? "REM" : "NREM"} ${inWords(period)}`).join(", ")
        }${open === null ? "" : ` (${open})`}`
      ).join("; ")
    }`,
    title: `${say("NREM cycles with the REM sleep after them")}, ${dates}`,
    finding: cyclesFinding(lanes.map(({ of }) => of)),
    legend: [
      { label: "NREM", color: NREM },
      ...(periods.some(({ isRem }) => isRem) ? [{ label: "REM", color: REM }] : []),
      ...(isOpen || isUntold
        ? [
          {
            label: [
              ...isOpen ? [say("Not complete")] : [],
              ...isUntold ? [say("Unknown length")] : [],
            ]
              .join(", "),
            color: NREM,
            shape: "outline",
          } as const,
        ]
        : []),
    ],
    time: { start, end, tz },
    x: timeAxis({ start, end }, labels),
    y: axis,
    margin: { top: LINES.label },
    labels: Math.max(axis.labels, textWidth(say("Minutes")) + SPACES.near),
    height: lanes.length * ROWS.lane,
    marks: (plot, { x, y: [rowLines, ...rowNames] }) => [
      ...x,
      rowLines,
      plot.rect(bars, {
        x1: "start",
        x2: "end",
        y1: "y1",
        y2: "y2",
        fill: "color",
        fillOpacity: "opacity",
        stroke: "color",
        strokeWidth: STROKES.fine,
        title: "title",
        insetLeft: 0.6,
        insetRight: 0.6,
      }),
      ...rowNames,
      plot.text([say("Minutes")], {
        frameAnchor: "top-right",
        textAnchor: "start",
        lineAnchor: "bottom",
        dx: SPACES.near,
        dy: -SPACES.near,
        fill: INK_2,
      }),
    ],
  }, options);
}

/** Returns the number and lengths of the complete cycles. */
function cyclesFinding(
  lanes: readonly (readonly Period[])[],
): string | undefined {
  const whole = lanes.filter((of) =>
    of[0]!.complete === true && of.every(({ isKnown }) => isKnown)
  );
  const lengths = whole.map((of) => of.reduce((sum, period) => sum + lengthOf(period), 0));
  const ends = extent([lengths]);
  return ends &&
    FINDINGS.cycles(
      lengths.length,
      numberText(Math.round(ends[0])),
      numberText(Math.round(ends[1])),
    );
}

function readPeriods(
  frame: FrameLike,
  wanted: DayLike | undefined,
): { periods: Period[]; tz: string } {
  const columns = openFrame(frame).read({
    night: "text",
    cycle: "int64",
    period: "text",
    start_time: "time",
    end_time: "time",
    duration_ms: "int64",
    complete: "bool",
  });
  const nights = [...new Set(columns.night.values)];
  const night = wanted === undefined ? undefined : String(wanted);
  if (night === undefined ? nights.length > 1 : !nights.includes(night)) {
    throw new RangeError(
      `Cannot draw NREM cycles: ${
        night === undefined ? "expected one night" : `the frame has no night ${night}`
      }. Its nights are ${nights.slice(0, 7).join(", ") || "missing"}${
        nights.length > 7 ? " and others" : ""
      }. Pass one of them as night.`,
    );
  }
  let lane = -1;
  const periods = Array.from(columns.cycle.values, (cycle, i): Period & { night: unknown } => ({
    night: columns.night.values[i],
    lane: columns.period.values[i] === "NREM" ? ++lane : lane,
    cycle: columns.cycle.valid?.[i] === 0 ? null : Number(cycle),
    isRem: columns.period.values[i] === "REM",
    isKnown: columns.duration_ms.valid?.[i] !== 0,
    start: Number(columns.start_time.values[i]!) / 1000,
    end: Number(columns.end_time.values[i]!) / 1000,
    complete: columns.complete.valid?.[i] === 0 ? null : columns.complete.values[i] === 1,
  })).filter((period) => night === undefined || period.night === night);
  return { periods, tz: columns.start_time.zone };
}

/** Returns the minutes of a period, to one decimal. */
function lengthOf({ start, end }: Period): number {
  return Math.round((end - start) / 6000) / 10;
}
