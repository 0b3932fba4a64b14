import { LIMITS } from "../../options/limits.ts";
import type { Pause } from "../../options/pause.ts";
import { checkLine } from "./checkLine.ts";

/** Component of jCal: name, properties, components. */
export type Component = [
  name: string,
  properties: [
    name: string,
    parameters: { readonly tzid?: unknown },
    type: string,
    ...values: unknown[],
  ][],
  components: Component[],
];

/** Options for parsing calendars. */
export interface ParseOptions {
  /** Parses a whole calendar, and throws if it is not one. */
  readonly parse: (text: string) => unknown;
  /** Called between lines and entries. */
  readonly pause: Pause;
  /** Called for each skipped entry. */
  readonly skip: (entry: SkippedEntry) => void;
}

/** Entry of a calendar that is skipped. */
export interface SkippedEntry {
  /** Line in which it begins. */
  readonly line: number;
  readonly reason: string;
  /** Title of an event, and its wrong line. */
  readonly wrong?: WrongLine & { readonly title: string | undefined } | undefined;
}

interface WrongLine {
  readonly number: number;
  readonly detail: string;
}

/** Number of characters that are parsed at once. */
const AT_ONCE = 1 << 14;

/** Number of continuation lines that are joined at once. */
const FOLDS = 1 << 10;

/** Properties with values that are cheap to parse at any length. */
const TEXTS = /^(?:DESCRIPTION|SUMMARY|LOCATION|COMMENT|ATTACH|X-[\w-]+)[;:]/i;

/**
 * Parses the calendars of a text some entries at a time, with pauses between them.
 *
 * @throws {TypeError} if the text is not iCalendar
 */
export async function parseCalendars(
  text: string,
  { parse, pause, skip }: ParseOptions,
): Promise<Component[]> {
  const calendars: Component[] = [];
  let own = "", entry = "", waiting = "", depth = 0, weight = 0, size = 0, number = 0, began = 0;
  let isEvent = false, wrong: WrongLine | undefined; // of the current entry
  const add = (lines: string): Component => {
    const parsed = parse(`BEGIN:VCALENDAR\r\n${lines}END:VCALENDAR\r\n`) as Component;
    calendars.at(-1)![2].push(...parsed[2]);
    return parsed;
  };
  const isTooLarge = (): boolean =>
    weight > LIMITS.calendarEntryBytes.most || size > LIMITS.calendarText.most;
  const isLight = (line: number): boolean => {
    const { calendarEntryBytes, calendarText } = LIMITS, isHeavy = isTooLarge();
    const { most, error } = weight > calendarEntryBytes.most ? calendarEntryBytes : calendarText;
    weight = size = 0;
    if (isHeavy) skip({ line, reason: `it has more than ${most} ${error}` });
    return !isHeavy;
  };
  for (const line of linesOf(text)) {
    if (pause.isDue()) await pause();
    if (line === undefined) continue;
    const first = number + 1;
    number += line.count;
    const [, tag = "", name = ""] = /^(BEGIN|END):(.*)$/is.exec(line.text) ?? [];
    const begins = tag.toUpperCase() === "BEGIN", ends = tag.toUpperCase() === "END";
    if (depth === 0) {
      if (line.text.trim() === "") continue;
      if (!begins || name.trim().toUpperCase() !== "VCALENDAR") {
        throw new TypeError(
          `invalid line outside of a calendar: ${JSON.stringify(line.text.slice(0, 80))}`,
        );
      }
      calendars.push(["vcalendar", [], []]);
      depth = 1;
      continue;
    }
    if (depth === 1 && ends) {
      if (isLight(number)) calendars.at(-1)![1].push(...add(own)[1]);
      else calendars.at(-1)![1] = [];
      if (waiting !== "") add(waiting);
      own = waiting = "";
      depth = 0;
      continue;
    }
    weight += weightOf(line.text);
    size += line.text.length;
    if (depth === 1 && !begins) {
      own += `${line.text}\r\n`;
      if (own.length < AT_ONCE || isTooLarge()) continue;
      calendars.at(-1)![1].push(...add(own)[1]);
      own = "";
      continue;
    }
    if (depth === 1) {
      began = number;
      isEvent = name.trim().toUpperCase() === "VEVENT";
      wrong = undefined;
    } else if (depth === 2 && isEvent && tag === "") wrong ??= wrongIn(line.text, first);
    depth += begins ? 1 : ends ? -1 : 0;
    if (!isTooLarge()) entry += `${line.text}\r\n`;
    if (depth > 1) continue;
    if (isLight(began)) {
      if (wrong === undefined) waiting += entry;
      else {
        const title = /^SUMMARY(?:;[^:]*)?:(.+)$/im.exec(entry)?.[1]?.trim();
        skip({ line: began, reason: "the event cannot be read", wrong: { ...wrong, title } });
      }
    }
    entry = "";
    if (waiting.length < AT_ONCE) continue;
    add(waiting);
    waiting = "";
    await pause();
  }
  if (depth > 0) throw new TypeError("a component began but did not end");
  return calendars;
}

/**
 * Weight of a line, and of each parameter, in addition to its bytes: both take longer than long
 * values.
 */
const LINE = 4, PARAMETER = 4;

/**
 * Estimates how long a line takes to parse: its bytes, plus a weight for each parameter. For text,
 * only the bytes before the value and the escapes count.
 */
function weightOf(text: string): number {
  const before = text.indexOf(":"), { most } = LIMITS.calendarEntryBytes;
  const isText = TEXTS.test(text), end = isText ? before : text.length;
  let weight = LINE + end;
  for (let at = text.indexOf(";"); at >= 0 && at < end && weight <= most; weight += PARAMETER) {
    at = text.indexOf(";", at + 1);
  }
  if (!isText) return weight;
  for (let at = text.indexOf("\\", before); at >= 0 && weight <= most; weight++) {
    at = text.indexOf("\\", at + 1);
  }
  return weight;
}

/** Returns what is wrong with a line; `undefined` if nothing is. */
function wrongIn(line: string, number: number): WrongLine | undefined {
  try {
    checkLine(line);
    return undefined;
  } catch (error) {
    return { number, detail: (error as Error).message };
  }
}

/**
 * Yields the lines of a text, joined with their continuation lines, and the number of lines of each.
 * Yields `undefined` within a line of many continuation lines.
 */
export function* linesOf(text: string): Generator<{ text: string; count: number } | undefined> {
  let whole: string | undefined, count = 0;
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; at <= text.length;) {
    const found = text.indexOf("\n", at), end = found < 0 ? text.length : found;
    const line = text.slice(at, text[end - 1] === "\r" ? end - 1 : end);
    at = end + 1;
    if (whole !== undefined && (line[0] === " " || line[0] === "\t")) {
      whole += line.slice(1);
      if (++count % FOLDS === 0) yield undefined;
      continue;
    }
    if (whole !== undefined) yield { text: whole, count };
    whole = line;
    count = 1;
  }
  if (whole !== undefined) yield { text: whole, count };
}
