import type { Client } from "../../client/client.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { type Unusual, unusual as findUnusual, type UnusualOptions } from "../../series/unusual.ts";
import type { Range } from "../../time/interval.ts";
import {
  MEASURE_OPTIONS,
  measuredDays,
  type MeasureName,
  type MeasureOptions,
  USUAL_MEASURES,
} from "./measuredDays.ts";

/** Options of {@linkcode Questions.unusual}. */
export interface UnusualQuestion extends MeasureOptions, Pick<UnusualOptions, "confidence"> {
  /**
   * Measures to search: metrics, measures of nights, or columns of `own`. @default time asleep and in
   * REM and deep sleep, bedtime, heart rates, heart rate variability, respiratory rate and steps,
   * as far as they have data
   */
  measures?: readonly MeasureName[] | undefined;
}

const OPTIONS = optionNames<UnusualQuestion>()(MEASURE_OPTIONS, "measures confidence");

const ACTION = "find unusual days";

/** Finds unusual episodes in measures of days: `series.unusual` of the table of `me.daily`. */
export async function unusual(
  me: Client,
  range: Range,
  options: UnusualQuestion = {},
): Promise<Unusual> {
  checkOptions(ACTION, options, OPTIONS);
  const { measures = USUAL_MEASURES, confidence, ...asked } = options;
  const { frame, columns } = await measuredDays(me, range, measures, asked, ACTION);
  return findUnusual(frame, { y: columns, confidence });
}
