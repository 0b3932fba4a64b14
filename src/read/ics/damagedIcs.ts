import type { Pause } from "../../options/pause.ts";

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

/** A line with its continuations, and the number of its first line. */
interface Line {
  readonly text: string;
  readonly number: number;
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
  const all = unfolded(text), kept: string[] = [], problems: DamagedIcs["problems"][number][] = [];
  let open: Line[] = []; // the lines of a component of the calendar that has not ended yet
  let events = 0, isInCalendar = false;
  const keep = (lines: readonly Line[]): boolean => {
    const own = lines.map(({ text }) => text), where = `line ${lines[0]!.number}`;
    const alone = ["BEGIN:VCALENDAR", ...own, "END:VCALENDAR"];
    try {
      parse(alone.join("\r\n"));
      if (isInCalendar) kept.push(...own);
      else if (lines.length > 1) kept.push(...alone);
      else problems.push({ where, reason: "the line is outside of a calendar" });
      return true;
    } catch {
      if (isInCalendar && lines.at(-1) === all.at(-1)) return false; // where the file is cut short
      const reason = lines.length > 1 ? "the entry is not iCalendar" : "the line is not iCalendar";
      const wrong = wrongLine(lines, parse);
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
  for (const line of all) {
    await pause();
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
      open.push(line);
      if (tag === "" || begins || own !== nameOf(open[0]!)) continue;
      if (keep(open) && own === "VEVENT") events++;
      open = [];
    } else if (line.text.trim() !== "") keep([line]);
  }
  if (open.length > 0) drop("the file is cut short here");
  else if (isInCalendar) {
    problems.push({ where: `line ${all.at(-1)!.number}`, reason: "the file is cut short here" });
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
function wrongLine(
  lines: readonly Line[],
  parse: DamagedOptions["parse"],
): Line | undefined {
  return lines.find(({ text }) => {
    if (/^(?:BEGIN|END):[\w-]+\s*$/i.test(text)) return false;
    try {
      parse(["BEGIN:VCALENDAR", "BEGIN:VEVENT", text, "END:VEVENT", "END:VCALENDAR"].join("\r\n"));
      return false;
    } catch {
      return true;
    }
  });
}

/** Components that no other component holds. */
const TOP: ReadonlySet<string> = new Set(["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]);

function nameOf({ text }: Line): string {
  return text.slice(text.indexOf(":") + 1).trim().toUpperCase();
}

/** The lines of a text, each with the lines that continue it. */
function unfolded(text: string): Line[] {
  const lines: { text: string; number: number }[] = [];
  text.replace(/^\uFEFF/, "").split(/\r?\n|\r/).forEach((text, i) => {
    const last = lines.at(-1);
    if (/^[ \t]/.test(text) && last !== undefined) last.text += `\r\n${text}`;
    else lines.push({ text, number: i + 1 });
  });
  return lines;
}
