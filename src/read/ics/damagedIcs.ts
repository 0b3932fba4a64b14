import { LIMITS } from "../../options/limits.ts";
import type { Pause } from "../../options/pause.ts";
import { linesOf } from "./parseCalendars.ts";

/** A calendar that is read in part. */
export interface DamagedIcs {
  /** The calendar without what could not be read. */
  readonly text: string;
  /** Events and lines that could not be read, in order. */
  readonly problems: readonly {
    readonly where: string;
    readonly reason: string;
    readonly detail?: string;
  }[];
}

/** Options for reading a damaged calendar. */
export interface DamagedOptions {
  /** Parses a calendar and throws if it is not one. */
  readonly parse: (text: string) => unknown;
  /** Called between lines. */
  readonly pause: Pause;
  /** Error of the text as a whole. */
  readonly cause: Error;
}

/** Line joined with its continuation lines, and the number of its first line. */
interface Line {
  readonly text: string;
  readonly number: number;
  /** `true` for the last line of the file. */
  readonly isLast: boolean;
}

/**
 * Finds the events of a damaged calendar, and the properties of the calendar itself, that are whole.
 *
 * @throws {TypeError} if no event is whole
 */
export async function readDamagedIcs(
  text: string,
  { parse, pause, cause }: DamagedOptions,
): Promise<DamagedIcs> {
  const kept: string[] = [], problems: DamagedIcs["problems"][number][] = [];
  let open: Line[] = []; // the lines of a component of the calendar that has not ended yet
  let events = 0, isInCalendar = false, size = 0, number = 1;
  const { most, error } = LIMITS.calendarText;
  const keep = async (lines: readonly Line[]): Promise<boolean> => {
    const own = lines.map(({ text }) => text), where = `line ${lines[0]!.number}`;
    if (size > most) {
      problems.push({ where, reason: `it has more than ${most} ${error}` });
      return false;
    }
    const alone = ["BEGIN:VCALENDAR", ...own, "END:VCALENDAR"];
    try {
      parse(alone.join("\r\n"));
      if (isInCalendar) kept.push(...own);
      else if (lines.length > 1) kept.push(...alone);
      else problems.push({ where, reason: "the line is outside of a calendar" });
      return true;
    } catch {
      if (isInCalendar && lines.at(-1)!.isLast) return false; // where the file is cut short
      const reason = lines.length > 1 ? "the entry is not iCalendar" : "the line is not iCalendar";
      const wrong = await wrongLine(lines, parse, pause);
      const detail = wrong === undefined
        ? "it is nested wrongly"
        : `correct line ${wrong.number}, ${JSON.stringify(wrong.text.slice(0, 80))}`;
      problems.push({ where, reason, detail });
      return false;
    }
  };
  const drop = (reason: string): void => {
    problems.push({ where: `line ${open[0]!.number}`, reason });
    open = [];
  };
  for (const line of numbered(text)) {
    if (pause.isDue()) await pause();
    if (line === undefined) continue;
    number = line.number;
    size = open.length === 0 ? line.text.length : size + line.text.length;
    const [, tag = "", name = ""] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line.text) ?? [];
    const begins = tag.toUpperCase() === "BEGIN", own = name.toUpperCase();
    if (own === "VCALENDAR") {
      if (open.length > 0) drop("the entry has no end");
      if (begins !== isInCalendar) kept.push(line.text);
      isInCalendar = begins;
    } else if (begins && (open.length === 0 || TOP.has(own))) {
      if (open.length > 0) drop("the entry has no end");
      open = [line];
    } else if (open.length > 0) {
      if (size <= most) open.push(line);
      if (tag === "" || begins || own !== nameOf(open[0]!)) continue;
      if (await keep(open) && own === "VEVENT") events++;
      open = [];
    } else if (line.text.trim() !== "") await keep([line]);
  }
  if (open.length > 0) drop("the file is cut short here");
  else if (isInCalendar) {
    problems.push({ where: `line ${number}`, reason: "the file is cut short here" });
  }
  if (isInCalendar) kept.push("END:VCALENDAR");
  if (events === 0) {
    const [first] = problems.filter(({ reason }) => reason.endsWith("not iCalendar"));
    const reason = first === undefined
      ? "it has no complete event"
      : `no event of it can be read; ${first.where}: ${first.reason}: ${first.detail}`;
    throw new TypeError(`it is not a calendar: ${reason}`, { cause });
  }
  return { text: kept.join("\r\n"), problems };
}

/** Returns the first line that is not iCalendar by itself; `undefined` if all are. */
async function wrongLine(
  lines: readonly Line[],
  parse: DamagedOptions["parse"],
  pause: Pause,
): Promise<Line | undefined> {
  for (const line of lines) {
    if (pause.isDue()) await pause();
    if (/^(?:BEGIN|END):[\w-]+\s*$/i.test(line.text)) continue;
    try {
      parse(
        ["BEGIN:VCALENDAR", "BEGIN:VEVENT", line.text, "END:VEVENT", "END:VCALENDAR"].join("\r\n"),
      );
    } catch {
      return line;
    }
  }
  return undefined;
}

/** Components that no other component holds. */
const TOP: ReadonlySet<string> = new Set(["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]);

function nameOf({ text }: Line): string {
  return text.slice(text.indexOf(":") + 1).trim().toUpperCase();
}

/** Yields lines with their numbers, and `undefined` within a line of many continuation lines. */
function* numbered(text: string): Generator<Line | undefined> {
  let last: Line | undefined, number = 1;
  for (const line of linesOf(text)) {
    if (line === undefined) {
      yield undefined;
      continue;
    }
    if (last !== undefined) yield last;
    last = { text: line.text, number, isLast: false };
    number += line.count;
  }
  if (last !== undefined) yield { ...last, isLast: true };
}
