import { eachInTurns } from "../export/pause.ts";
import type { RuleContext } from "../export/readExport.ts";
import { type FitMessages, timeOf } from "./fitMessages.ts";

/** Sleep levels and their codes of table `consumer`; `unmeasurable` has no code. */
const LEVELS: Readonly<Record<string, number>> = { awake: 2, light: 3, deep: 4, rem: 5 };

/** Event that starts and ends a night. */
const SLEEP_EVENT = 74;

/** Maximum length of one level if the start of the night is unknown: 4 hours. */
const LONGEST = 4 * 3600e6;

/**
 * Adds the stages of a night. The level of a message ends at its time, and starts at the previous
 * message or at the start of the night.
 */
export async function addSleep(
  { sleep_level = [], event = [] }: FitMessages,
  source: string,
  { collector, pause }: RuleContext,
): Promise<void> {
  const starts = Float64Array.from(
    event.filter(({ event, event_type }) =>
      (event === SLEEP_EVENT || event === "sleep") && event_type === "start"
    ).map((message) => timeOf(message)).filter((time) => time !== undefined),
  ).sort();
  let before: number | undefined;
  await eachInTurns(sleep_level, pause, (message, at) => {
    const end = timeOf(message), where = `sleep_level ${at + 1}`;
    if (end === undefined) return collector.skip("it has no time", where);
    const night = lastBefore(starts, end);
    const start = night !== undefined && night >= (before ?? -Infinity)
      ? night
      : before !== undefined && end - before <= LONGEST
      ? before
      : undefined;
    before = end;
    const level = String(message["sleep_level"]), stage = LEVELS[level];
    if (level === "unmeasurable") collector.skip("a time of sleep that was not measured", where);
    else if (stage === undefined) collector.skip("its level of sleep is not known", where, level);
    else if (start === undefined) {
      collector.skip("nothing tells when its level of sleep began", where);
    } else if (start < end) collector.stage({ start, end, stage, source }, where);
  });
}

/** Returns the last of some sorted times before a given time. */
function lastBefore(times: Float64Array, end: number): number | undefined {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < end) low = middle + 1;
    else high = middle;
  }
  return times[low - 1];
}
