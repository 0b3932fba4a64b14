import { zoneText } from "../plot/picture/labels.ts";
import { zone, type Zones } from "../time/zone.ts";
import { zonedTime, zonesWithin } from "../time/zones.ts";
import { replaceFile } from "../options/replaceFile.ts";
import { fileURLToPath } from "node:url";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { Displayable } from "../display/displayable.ts";
import { liveOnce } from "../display/liveTag.ts";
import { table, type TableLike } from "../frame/polars/table.ts";
import type { TableDisplay } from "../frame/table/tableDisplay.ts";
import { type Range, toInterval } from "../time/interval.ts";
import { unitSystem } from "./ask/amounts.ts";
import { checkClient, checkFunction } from "./ask/checkInput.ts";
import type { Client } from "../client/client.ts";
import type { UnitSystem } from "../client/connectOptions.ts";
import { looksLikeRange, type When, whenRange } from "../time/when.ts";
import { readProvenance } from "./days/provenance.ts";
import { pageLabels } from "./page/pageLabels.ts";
import { page, type PageContent, sectionHtml } from "./page/page.ts";
import { printPdf } from "./page/printPdf.ts";
import type { Dates } from "./report/changes.ts";
import { deidentify, secretWeeks } from "./report/deidentify.ts";
import { readFrontPage } from "./report/readFrontPage.ts";
import { reportStyle, runningFoot } from "./report/reportStyle.ts";
import { activitySections, methodSection, sleepSections } from "./report/reportSections.ts";
import { readReport } from "./report/reportData.ts";
import type { TimeTextOptions } from "../time/textPatterns.ts";
import { zoneOf } from "./ask/zoneOf.ts";
import { inLanguage, keepLanguage, say } from "../words/language.ts";

/** Options of {@linkcode Questions.report}. */
export interface ReportOptions {
  /** Title of the report. @default the name, else the days */
  title?: string | undefined;
  /** Name of the person, the default title. @default none */
  name?: string | undefined;
  /**
   * Period to compare with: `"before"` for the same number of days before, a range, or `"nothing"`.
   * @default "before"
   */
  against?: "before" | "nothing" | When | undefined;
  /**
   * Removes everything that identifies the person. Local dates are shifted by a secret number of
   * weeks. Zone, places, events, names, addresses and identifiers are left out, and devices are
   * numbered. Values stay as measured.
   * @default false
   */
  deidentify?: boolean | undefined;
  /** IANA zone of days, nights and labels. @default the client's */
  tz?: Zones | undefined;
  /**
   * Sources of sleep, highest priority first; unlisted sources come last.
   * @default sources with stages before those without, then in the order of the service's data
   * sources
   */
  sourcePriority?: readonly string[] | undefined;
  /**
   * Description of the data, such as the file that it was read from. @default the client's
   * description
   */
  data?: string | undefined;
  /**
   * Language of words, dates and numbers: a BCP 47 name such as `de`, or a locale of date-fns.
   * Words are English or German. @default English
   */
  locale?: TimeTextOptions["locale"] | undefined;
  /**
   * Format of times, as a pattern of date-fns such as `dd.MM.yyyy HH:mm`. @default HH:mm, or the
   * locale's
   */
  timeFormat?: string | undefined;
  /** System of units of amounts: kilometres or miles, kilograms or pounds. @default the client's */
  units?: UnitSystem | undefined;
  /** Instructions for creating the report again, such as a command; shown at its end. @default none */
  again?: string | undefined;
  /** Called after each step with a few rows of its result. @default none */
  onStep?: ((shown: TableDisplay) => void) | undefined;
}

const OPTIONS = optionNames<ReportOptions>()(
  "title name against deidentify tz sourcePriority data again onStep units locale timeFormat",
);

/** A report. It displays itself in a notebook and can be saved as a self-contained HTML page. */
export class Report extends Displayable {
  readonly #speak = keepLanguage();

  /** Creates a report from its content. */
  constructor(readonly content: PageContent) {
    super();
  }

  /** Returns the page as HTML. It loads nothing and can be printed. */
  page(): Promise<string> {
    return this.#speak(() => page(this.content));
  }

  /** Returns the report as a fragment, for a notebook. */
  override html(): Promise<string> {
    return this.#fragment(false);
  }

  /**
   * Returns the fragment with a single version of each chart, which already includes one for a
   * phone.
   */
  protected override notebookHtml(): Promise<string> {
    return this.#fragment(true);
  }

  #fragment(isNotebook: boolean): Promise<string> {
    return this.#speak(() => this.#write(isNotebook));
  }

  async #write(isNotebook: boolean): Promise<string> {
    const { title, intro, sections } = this.content;
    const parts = await Promise.all(
      [{ heading: title, text: intro, show: [] }, ...sections].map((section) =>
        sectionHtml(section, isNotebook)
      ),
    );
    return liveOnce(`<div class="lifeframe-report">${parts.join("\n")}</div>`);
  }

  /** Returns the text of the report, with descriptions of its charts. */
  override toString(): string {
    const { title, intro, sections } = this.content;
    return this.#speak(() =>
      [
        title,
        intro,
        ...sections.map(({ heading, text, show }) =>
          [heading, text ?? [], ...show].flat().join("\n")
        ),
      ].join("\n\n")
    );
  }

  /**
   * Writes the page to a file: `.html`, or `.pdf` in A4 if Chromium, Chrome or Edge is installed
   * (on PATH, or in the variable LIFEFRAME_BROWSER).
   *
   * @throws {TypeError} if the file name has another ending
   * @throws {Error} if no browser is installed to print it
   */
  async save(path: string | URL): Promise<void> {
    const name = path instanceof URL ? fileURLToPath(path) : path;
    if (/\.html?$/i.test(name)) {
      return await replaceFile("save the report", name, await this.page());
    }
    if (/\.pdf$/i.test(name)) return await printPdf(await this.page(), name);
    throw new TypeError(`Cannot save the report: ${path} does not end in .html or .pdf`);
  }
}

/**
 * Creates a report about some days: sleep, heart rate, steps, workouts and events, with charts. At
 * the end it lists method, sources, coverage, data, range, zone and version.
 *
 * The first page is for a doctor: the finding in a sentence, four tiles, and all measures compared
 * with the period before, the largest change first. With at least 28 days, it lists measures of
 * days and nights that vary together, with trend and weekdays removed. The page reads well on a
 * phone and prints to A4.
 *
 * It covers the whole local days that the range touches, and the nights with a wake-up date among
 * them. Parts without data are left out. Parts that the service does not have (404) or does not
 * share (403) are reported as absent.
 *
 * If several devices recorded a night, one of them counts at each instant, by the rule of
 * `me.lastNight`. The report lists the sources, their order, and the record of each. Means cover
 * nights with at least two thirds recorded, and days that are over. Each value has
 * its number of days or nights.
 *
 * @throws {TypeError} if the client or the range is missing, or an option does not exist
 * @throws {RangeError} if the zone is missing, the system of units does not exist, or the range is
 * empty
 */
export async function report(
  me: Client,
  range: Range,
  options: ReportOptions,
  source: string,
): Promise<Report> {
  return await inLanguage(options, () => makeReport(me, range, options, source));
}

async function makeReport(
  me: Client,
  range: Range,
  options: ReportOptions,
  source: string,
): Promise<Report> {
  const action = "make a report";
  checkClient(action, me);
  checkOptions(action, options, OPTIONS);
  checkFunction(action, "onStep", options.onStep);
  const tz = zoneOf(me, options.tz, action);
  const units = unitSystem(me, options.units, action);
  const { sourcePriority, again, onStep = () => {} } = options;
  const { start, end } = toInterval(range, { tz });
  if (start === end) throw new RangeError("Cannot make a report: the range is empty");
  const isAnonymous = options.deidentify ?? false;
  rejectNames(action, options);
  const date = (micros: bigint): Temporal.PlainDate => zonedTime(micros, tz).toPlainDate();
  const first = date(start), last = date(end - 1n);
  const before = againstOf(me, options.against, { first, last }, options.tz ?? tz);
  const known = await readReport(
    me,
    { first, last, tz, sourcePriority, units },
    pageLabels(options, tz, "words"),
  );
  const { front, facts: more, method } = await readFrontPage(me, known, {
    name: options.name,
    before,
    sourcePriority,
    isAnonymous,
    labels: known.labels,
  });
  const data = isAnonymous
    ? { ...deidentify(known, secretWeeks()), labels: pageLabels(options, "UTC", "words") }
    : known;
  const step = (title: string, frame: TableLike): void =>
    onStep(table(frame, { head: 2, tail: 1, title, ...data.labels.options }));
  step(say("Raw sleep samples of all sources"), data.sleep.samples);
  step(say("Sleep stages, sources merged here"), data.sleep.stages);
  step(say("Sleep statistics of each night"), data.sleep.statistics);
  step(say("Heart rate every 5 minutes, as Arrow"), data.heart);
  step(say("Heart rate by the hour, resampled here"), data.hourly);
  step(say("Steps per day, as Arrow"), data.steps);
  step(say("Events"), data.events);
  const { facts } = readProvenance(me, source, data.range, {
    tz,
    sourcePriority: data.sources.order,
    data: options.data,
  });
  const { labels } = known, { changes, against } = front.content;
  const sections = [
    ...sleepSections(data, changes),
    ...activitySections(data, changes),
  ];
  const hasAny = sections.length > 0 || changes.length > 0;
  const days = say("{n} {n|day|days}", { n: known.count });
  const period = isAnonymous
    ? days
    : known.count === 1
    ? labels.date(first)
    : say("{n} days to {date}", { n: known.count, date: labels.date(last) });
  const title = options.title ?? options.name ?? period;
  const where = isAnonymous
    ? ""
    : say(", in {zone}", { zone: zoneText(zonesWithin({ start, end }, tz)) });
  const what = before === undefined
    ? say("Not compared")
    : say("Compared with {period}", { period: against });
  return new Report({
    title,
    style: reportStyle() + runningFoot(title === period ? period : `${title}, ${period}`),
    intro: [
      ...title === period ? [] : [`${period}.`],
      hasAny ? `${what}${where}.` : `${say("These days have no values")}${where}.`,
      ...isAnonymous
        ? [
          say("Times of day are local ones, although pictures call them UTC."),
        ]
        : [],
      ...data.absent.length === 0
        ? []
        : [say("Absent: {parts}.", { parts: data.absent.join("; ") })],
    ].join(" "),
    sections: hasAny
      ? [
        { heading: front.finding, show: more.sentences.length > 0 ? [front, more] : [front] },
        ...sections,
        methodSection(data, method),
      ]
      : [],
    provenance: isAnonymous
      ? { [say("Data")]: say(ANONYMOUS), [say("Made with")]: facts[say("Made with")]! }
      : again === undefined
      ? facts
      : { ...facts, [say("To make it again")]: again },
  });
}

const ANONYMOUS =
  "dates are moved by whole weeks, devices are numbered; names, places, notes and identifiers are left out";

/** Rejects options that would identify the person in a report without names. */
function rejectNames(action: string, options: ReportOptions): void {
  for (const name of ["name", "data", "again"] as const) {
    if (!options.deidentify || options[name] === undefined) continue;
    throw new TypeError(
      `Cannot ${action}: ${name} may identify the person, so it cannot be combined with deidentify. Leave out one of them.`,
    );
  }
}

/** Returns the days that a period is compared with. */
function againstOf(
  me: Client,
  against: ReportOptions["against"],
  { first, last }: Dates,
  tz: Zones,
): Dates | undefined {
  if (against === "nothing") return undefined;
  if (against === undefined || against === "before") {
    const days = first.until(last).days + 1;
    return { first: first.subtract({ days }), last: first.subtract({ days: 1 }) };
  }
  if (typeof against !== "object" ? !looksLikeRange(against) : against === null) {
    throw new TypeError(
      `Cannot make a report: against is ${
        describeValue(against)
      }, expected "before", "nothing" or a range`,
    );
  }
  const name = zone(tz), range = whenRange(against, { tz, now: me.now });
  const { start, end } = toInterval(range, { tz: name });
  if (start === end) throw new RangeError("Cannot make a report: the range of against is empty");
  const date = (micros: bigint): Temporal.PlainDate => zonedTime(micros, name).toPlainDate();
  return { first: date(start), last: date(end - 1n) };
}
