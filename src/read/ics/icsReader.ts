import { type ExportFile, headText, readText } from "../export/exportFile.ts";
import { StrictError } from "../export/exportCollector.ts";
import { inSteps } from "../../options/pause.ts";
import { eachInTurns } from "../export/pause.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { LIMITS } from "../../options/limits.ts";
import { readDamagedIcs } from "./damagedIcs.ts";
import { countSteps, stepBudget, StepsError } from "./icsBudget.ts";
import { type Component, parseCalendars, type SkippedEntry } from "./parseCalendars.ts";
import { readSeries } from "./icsSeries.ts";
import { registerZone, zoneOfId } from "./icsZones.ts";

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

/** Name and parameters of a property whose value is a time. */
const BEFORE_TIME = /^[A-Z-]+;[^:\r\n]*(?=:\d{8}T\d{6})/gim;

/** Parameter that marks a day. */
const AS_DATE = /;VALUE=DATE(?=;|$)/g;

/** Number of characters in which line ends are replaced in one step. */
const STEP = 1 << 20;

/** Day without that parameter, which programs write although the standard does not allow it. */
const BARE_DATE =
  /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)((?:;(?!VALUE=)[A-Z-]+=(?:"[^"\r\n]*"|[^:;\r\n]*))*):(\d{8})(?=\r?$)/gim;

/** Replaces line ends of a carriage return only. */
function* withLineFeeds(text: string): Generator<void, string> {
  const parts: string[] = [];
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(text.length, at + STEP);
    while (text[end - 1] === "\r") end++; // a line feed may follow
    parts.push(text.slice(at, end).replaceAll(/\r(?!\n)/g, "\n"));
    yield;
  }
  return parts.join("");
}

/** Yields the zones that the properties of entries name, each once. */
function* zonesIn(calendars: readonly Component[]): Generator<string> {
  const found = new Set<unknown>();
  for (const [, , entries] of calendars) {
    for (const [, properties] of entries) {
      for (const [, { tzid }] of properties) {
        if (typeof tzid !== "string" || found.has(tzid)) continue;
        found.add(tzid);
        yield tzid;
      }
    }
  }
}

async function readIcs(file: ExportFile, context: RuleContext): Promise<void> {
  const { default: library } = await import("ical.js"); // few scripts read a calendar
  countSteps(library);
  const { most, error } = LIMITS.calendarBytes;
  if (file.size > most) {
    throw new TypeError(`it has ${file.size} ${error}, more than ${most}`);
  }
  const written = await readText(file, context.collector), budget = stepBudget();
  const text = await inSteps(withLineFeeds(written), context.pause);
  const parse = (text: string): unknown =>
    library.parse(
      text.replaceAll(BARE_DATE, "$1;VALUE=DATE$2:$3")
        .replaceAll(BEFORE_TIME, (before) => before.replaceAll(AS_DATE, "")),
    );
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
  await eachInTurns(zonesIn(calendars), pause, (id) => registerZone(library, id));
  for (const given of calendars) {
    if (pause.isDue()) await pause();
    const [type, properties, components] = given;
    // The library searches all entries of a calendar for each event and for each named zone.
    const zonesOnly: Component[] = [], { calendarVersions, calendarZones } = LIMITS;
    await eachInTurns(components, pause, (entry) => {
      if (entry[0] !== "vtimezone" || zonesOnly.push(entry) <= calendarZones.most) return;
      throw new TypeError(`it has more than ${calendarZones.most} ${calendarZones.error}`);
    });
    const calendar = new library.Component([type, properties, zonesOnly]);
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
    // Components are created one by one, because creating all at once takes long.
    const groups = new Map<unknown, Component[]>();
    let others = 0;
    await eachInTurns(components, pause, (entry) => {
      const [name, properties] = entry;
      if (name === "vtodo" || name === "vjournal") others++;
      if (name !== "vevent") return;
      const uid = properties.find(([name]) => name === "uid")?.[3] ?? entry;
      groups.getOrInsertComputed(uid, () => []).push(entry);
    });
    for (const entries of groups.values()) {
      await context.pause();
      const group = entries.slice(0, calendarVersions.most)
        .map((entry) => new library.Component([...entry], calendar));
      if (entries.length > group.length) {
        const what = group[0]?.getFirstPropertyValue("summary") ?? "an event without a title";
        const reason = `it has more than ${calendarVersions.most} ${calendarVersions.error}`;
        context.collector.skip(reason, String(what));
        continue;
      }
      try {
        await readSeries(library, group, series);
      } catch (cause) {
        await context.pause(); // throws again if the reading was ended
        if (!(cause instanceof Error)) throw cause;
        if (cause instanceof StrictError) throw cause;
        if (budget.file < 0) throw new TypeError(cause.message, { cause });
        const [master] = group;
        const what = master?.getFirstPropertyValue("summary") ?? "an event without a title";
        const rule = master?.getFirstPropertyValue("rrule");
        const detail = cause instanceof StepsError
          ? cause.message
          : rule === null
          ? "its times contradict each other"
          : `RFC 5545 does not allow its rule ${rule}, or one of its dates; correct it`;
        context.collector.skip("the event cannot be read", String(what), detail);
      }
    }
    if (others > 0) {
      context.collector.note(
        `${others} tasks and journal entries are not read: they are not events`,
      );
    }
  }
}
