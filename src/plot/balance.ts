import type { FrameLike } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import { extent } from "./axis/extent.ts";
import { noData } from "./axis/noData.ts";
import { differenceUnit } from "../series/sentenceParts.ts";
import { signed, threeDigits, valueText, valueTicks } from "./axis/valueTicks.ts";
import {
  DAILY_OPTIONS,
  type DailyOptions,
  dailyValues,
  knownDays,
  partialText,
} from "./days/dailyValues.ts";
import { dayBars, dayChart } from "./days/dayChart.ts";
import { dayContext, readTarget, type Target } from "./days/dayContext.ts";
import { daysSummary, daysWithData } from "./days/daysSummary.ts";
import { FINDINGS } from "./picture/findings.ts";
import { labelsOf } from "./picture/labels.ts";
import { lowerFirst } from "./picture/letterCase.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH } from "./picture/spec.ts";
import { measureColor } from "./picture/theme.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode balance}. */
export interface BalanceOptions extends DailyOptions {
  /** Value of a day that keeps the balance, in the unit of the column: `8`, `{ value: 8, label: "Need" }`. */
  target: number | Target;
}

const ACTION = "draw a balance";

const OPTIONS = optionNames<BalanceOptions>()(DAILY_OPTIONS, "target");

/**
 * Draws a balance against a target: for each local day, the sum of all differences from the target
 * so far, such as hours of sleep above or below eight a night. Days without a value are grey bands
 * and change nothing, and so do days that are not over at `now` or that the column `whole` marks as
 * partial.
 *
 * @param frame A column of instants (`time`) and a numeric column, per day or finer.
 * @throws {TypeError} if a column is missing or has another type, an instant is null, or there is no
 * target
 * @throws {RangeError} if there are more than 4000 days, or the zone or range is invalid
 * @throws {RangeError} if samples of several sources overlap and `aggregate: "sum"` would add them
 * up
 *
 * @example Three nights against 8 hours
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const nights = [7, 6.5, 9].map((hours, i) => ({ time: `2024-03-0${i + 1}T12:00Z`, hours }));
 * assertEquals(
 *   String(plot.balance(nights, { y: "hours", unit: "h", target: 8, tz: "Europe/Berlin" })),
 *   "Balance of hours per day against 8 h, Fri 1 Mar 2024 to Sun 3 Mar 2024, Europe/Berlin: " +
 *     "3 of 3 days have data, lowest −2.5, highest −1, last −1.5",
 * );
 * ```
 */
export function balance(frame: FrameLike, options: BalanceOptions): Picture {
  return inLanguage(options, () => drawBalance(frame, options));
}

function drawBalance(frame: FrameLike, options: BalanceOptions): Picture {
  checkPictureOptions(ACTION, options, OPTIONS, "target");
  const { width = DEFAULT_WIDTH } = options;
  const target = readTarget(options.target, ACTION, undefined)?.value;
  if (target === undefined) {
    throw new TypeError(
      `Cannot ${ACTION}: target is missing. Pass the value of a day that keeps the balance.`,
    );
  }
  const { name: y, label: perDay, unit, tz, days } = dailyValues(frame, {
    ...options,
    action: ACTION,
  });
  const labels = labelsOf(options, tz), { whole: counted } = knownDays(days);
  const amount = (value: number): string => valueText(value, differenceUnit(unit), 3);
  const against = valueText(target, unit, 3);
  const name = say("Balance of {name} against {target}", {
    name: lowerFirst(perDay),
    target: against,
  });
  if (counted.length === 0) return noData("balance", name, frame, { ...options, tz });
  let sum = 0;
  const { day } = labels.in("UTC");
  const bars = counted.map(({ slot, value }) => {
    sum += value - target;
    const difference = signed(value - target, threeDigits);
    return {
      slot,
      value: sum,
      title: `${day(slot)}: ${signed(sum, amount)} (${difference})`,
    };
  });
  const sums = bars.map(({ value }) => value), [low, high] = extent([sums])!;
  const color = measureColor(y), slots = days.map(({ slot }) => slot);
  return dayChart({
    forWidth: (width) => balance(frame, { ...options, width }),
    name: "balance",
    summary: `${name}, ${daysSummary(days, labels)}, ${
      say("lowest {low}, highest {high}", {
        low: signed(low, threeDigits),
        high: signed(high, threeDigits),
      })
    }${say(", last {last}", { last: signed(sum, threeDigits) })}${partialText(days)}`,
    finding: FINDINGS.balance(amount(Math.abs(sum)), sum, against, counted.length),
    source: `${daysWithData(days)}${partialText(days)}`,
    labels,
    slots,
    missing: days.filter(({ value }) => value === null).map(({ slot }) => slot),
    ends: [{ text: signed(sum, amount), color, y: sum }],
    legend: [],
    values: valueTicks(Math.min(0, low), Math.max(0, high)),
    valueLabel: say("{name}, sum of differences from {target}", {
      name: perDay,
      target: against,
    }),
    context: dayContext(slots, [], {}, { labels, action: ACTION }),
    bars: (plot) => [
      dayBars(plot, bars, {
        count: days.length,
        width,
        color,
        label: name,
        unit: differenceUnit(unit),
      }),
    ],
  }, options);
}
