import { type ExportFile, headText, readText } from "../export/exportFile.ts";
import { StrictError } from "../export/exportCollector.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { LIMITS } from "../../options/limits.ts";
import { readDamagedIcs } from "./damagedIcs.ts";
import { countSteps, stepBudget, StepsError } from "./icsBudget.ts";
import { parseCalendars, type SkippedEntry } from "./parseCalendars.ts";
import { readSeries } from "./icsSeries.ts";
import { registerZones, zoneOfId } from "./icsZones.ts";

/**
 * Reads calendars as iCalendar (RFC 5545, https://www.rfc-editor.org/rfc/rfc5545), which all calendar
 * programs export. ical.js, the library of a mail program, parses them and expands series. Local times in
 * a named zone use the runtime's zone data, because descriptions of zones in such files often start in the
 * year of the export.
 */
export const ICS: MakerReader = {
  name: "ics",
  title: "iCalendar file",
  rules: [{
    name: /\.(?:ics|ical|icalendar)$|^the file$/i,
    isOurs: async (file) => /^\s*BEGIN:VCALENDAR/i.test(await headText(file)),
    read: readIcs,
  }],
};

/** Parameter that marks a day, before a value that is a time. */
const TIME_AS_DATE = /;VALUE=DATE(?=(?:;[^:\r\n]*)?:\d{8}T\d{6})/g;

/** Day without that parameter, which programs write although the standard does not allow it. */
const BARE_DATE =
  /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)((?:;(?!VALUE=)[A-Z-]+=(?:"[^"\r\n]*"|[^:;\r\n]*))*):(\d{8})(?=\r?$)/gim;

async function readIcs(file: ExportFile, context: RuleContext): Promise<void> {
  const { default: library } = await import("ical.js"); // few scripts read a calendar
  countSteps(library);
  const { most, error } = LIMITS.calendarBytes;
  if (file.size > most) {
    throw new TypeError(`it has ${file.size} ${error}, more than ${most}`);
  }
  const written = await readText(file, context.collector), budget = stepBudget();
  const text = written.replaceAll(/\r(?!\n)/g, "\n");
  const parse = (text: string): unknown =>
    library.parse(text.replaceAll(BARE_DATE, "$1;VALUE=DATE$2:$3").replaceAll(TIME_AS_DATE, ""));
  const { collector, pause } = context;
  const skipped: [reason: string, where: string, detail?: string | undefined][] = [];
  const options = {
    parse,
    pause,
    skip: ({ line, reason, wrong }: SkippedEntry) => {
      const detail = wrong === undefined ? undefined : `line ${wrong.number}: ${wrong.detail}`;
      skipped.push([reason, wrong?.title ?? `line ${line}`, detail]);
    },
  };
  const calendars = await parseCalendars(text, options).catch(async (cause: Error) => {
    await pause(); // throws again if reading was stopped
    const { text: sound, problems } = await readDamagedIcs(text, { parse, pause, cause });
    skipped.length = 0;
    const parsed = await parseCalendars(sound, {
      ...options, // the numbers of the lines are now others
      skip: ({ reason, wrong }) =>
        void skipped.push([reason, wrong?.title ?? "an event without a title", wrong?.detail]),
    });
    for (const { where, reason, detail } of problems) skipped.push([reason, where, detail]);
    return parsed;
  });
  for (const args of skipped) collector.skip(...args);
  registerZones(
    library,
    new Set(Array.from(text.matchAll(/;TZID="?([^:;"\r\n]+)/g), ([, id]) => id!)),
  );
  for (const given of calendars) {
    const calendar = new library.Component(given);
    const name = ["x-wr-calname", "name"].map((property) =>
      calendar.getFirstPropertyValue(property)
    )
      .find((value) => typeof value === "string" && value !== "");
    const title = String(name ?? file.name.replace(/^.*\//, "").replace(/\.[^.]+$/, ""));
    const zone = calendar.getFirstPropertyValue("x-wr-timezone");
    const series = {
      ...context,
      budget,
      calendar: title,
      zone: typeof zone === "string" ? zoneOfId(zone) : undefined,
    };
    const events = calendar.getAllSubcomponents("vevent");
    const groups = Map.groupBy(events, (event) => event.getFirstPropertyValue("uid") ?? event);
    for (const group of groups.values()) {
      await context.pause();
      try {
        await readSeries(library, group, series);
      } catch (cause) {
        await context.pause(); // throws again if the reading was ended
        if (!(cause instanceof Error)) throw cause;
        if (cause instanceof StrictError) throw cause;
        if (budget.file < 0) throw new TypeError(cause.message, { cause });
        const what = group[0]!.getFirstPropertyValue("summary") ?? "an event without a title";
        const rule = group[0]!.getFirstPropertyValue("rrule");
        const detail = cause instanceof StepsError
          ? cause.message
          : rule === null
          ? "its times contradict each other"
          : `RFC 5545 does not allow its rule ${rule}, or one of its dates; correct it`;
        context.collector.skip("the event cannot be read", String(what), detail);
      }
    }
    const others = calendar.getAllSubcomponents().map(({ name }) => name)
      .filter((name) => name === "vtodo" || name === "vjournal");
    if (others.length > 0) {
      context.collector.note(
        `${others.length} tasks and journal entries are not read: they are not events`,
      );
    }
  }
}
