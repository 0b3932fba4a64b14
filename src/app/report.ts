import { zone, type Zones } from "../time/zone.ts";
import { zonedTime, zoneLabel } from "../time/zones.ts";
import { replaceFile } from "../options/replaceFile.ts";
import { fileURLToPath } from "node:url";
import { openFrame } from "../frame/open.ts";
import { frameHeight } from "../frame/polars/seriesOf.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { Displayable } from "../display/displayable.ts";
import { liveOnce } from "../display/liveTag.ts";
import { table, type TableLike } from "../frame/polars/table.ts";
import type { TableDisplay } from "../frame/table/tableDisplay.ts";
import { type Range, toInterval } from "../time/interval.ts";
import { checkClient, checkFunction, checkSources } from "./ask/checkInput.ts";
import type { Client } from "../client/client.ts";
import { type When, whenRange } from "../time/when.ts";
import { readProvenance } from "./days/provenance.ts";
import { pageLabels } from "./page/pageLabels.ts";
import { page, type PageContent, sectionHtml } from "./page/page.ts";
import { printPdf } from "./page/printPdf.ts";
import type { Dates } from "./report/changes.ts";
import { deidentify, secretWeeks } from "./report/deidentify.ts";
import { readFrontPage } from "./report/readFrontPage.ts";
import { REPORT_STYLE } from "./report/reportStyle.ts";
import { figuresSection } from "./report/reportFigures.ts";
import { relationsSection } from "./report/reportRelations.ts";
import { activitySections, sleepSections } from "./report/reportSections.ts";
import { readReport } from "./report/reportData.ts";
import type { TimeTextOptions } from "../time/textPatterns.ts";
import { zoneOf } from "./ask/zoneOf.ts";

/** Of what, and of when, a report is made. */
export interface ReportOptions {
  /** What stands above it. @default its days */
  title?: string | undefined;
  /** Whose it is, on its first page. @default nobody is named */
  name?: string | undefined;
  /**
   * What it is held against: as many days before it (`"before"`), other days, or nothing (`"nothing"`).
   * @default "before"
   */
  against?: "before" | "nothing" | When | undefined;
  /**
   * Whether it can be handed on: local dates are moved by whole weeks that nobody is told, zone, places,
   * events, names, addresses and identifiers are left out, devices numbered. Values stay as measured.
   * @default false
   */
  deidentify?: boolean | undefined;
  /** IANA zone of days, nights and labels. @default the client's */
  tz?: Zones | undefined;
  /**
   * Sources of sleep from the highest to the lowest; one that is not named ranks below all.
   * @default sources with stages before those without, then in the order of the service's data sources
   */
  sourcePriority?: readonly string[] | undefined;
  /** What the data is, in words, such as the file that it was read from. @default what the client knows of it */
  data?: string | undefined;
  /** The language and order of dates: a BCP 47 name such as `de`, or a locale of date-fns. @default English */
  locale?: TimeTextOptions["locale"] | undefined;
  /** How times are written, as a pattern of date-fns such as `dd.MM.yyyy HH:mm`. @default HH:mm, or the locale's */
  timeFormat?: string | undefined;
  /** How the report can be made again, such as a command; written below it. @default none */
  again?: string | undefined;
  /** Called after each step with a few rows of what it gave. @default nobody */
  onStep?: ((shown: TableDisplay) => void) | undefined;
}

const OPTIONS = optionNames<ReportOptions>()(
  "title name against deidentify tz sourcePriority data again onStep locale timeFormat",
);

/** A report: shows itself in a notebook, and can be had as a page of HTML that stands alone. */
export class Report extends Displayable {
  /** Of what stands in it. */
  constructor(readonly content: PageContent) {
    super();
  }

  /** The page: it loads nothing, and can be printed. */
  page(): Promise<string> {
    return page(this.content);
  }

  /** The report as a fragment, for a notebook. */
  override async html(): Promise<string> {
    const { title, intro, sections } = this.content;
    const parts = await Promise.all(
      [{ heading: title, text: intro, show: [] }, ...sections].map(sectionHtml),
    );
    return liveOnce(`<div class="lifeframe-report">${parts.join("\n")}</div>`);
  }

  /** What the report says, without its pictures' marks. */
  override toString(): string {
    const { title, intro, sections } = this.content;
    return [
      title,
      intro,
      ...sections.map(({ heading, text, show }) =>
        [heading, text ?? [], ...show].flat().join("\n")
      ),
    ].join("\n\n");
  }

  /**
   * Writes the page to a file: `.html`, or `.pdf` where Chromium, Chrome or Edge is installed (on PATH, or
   * named in the variable LIFEFRAME_BROWSER), which prints it to A4.
   *
   * @throws {TypeError} if the file's name ends otherwise
   * @throws {Error} if there is no browser to print it
   */
  async save(path: string | URL): Promise<void> {
    const name = path instanceof URL ? fileURLToPath(path) : path;
    if (/\.html?$/i.test(name)) {
      return await replaceFile("save the report", name, await this.page());
    }
    if (/\.pdf$/i.test(name)) return await printPdf(await this.page(), name);
    throw new TypeError(`Cannot save the report: ${path} ends in neither .html nor .pdf`);
  }
}

/**
 * A report over some days: sleep, heart rate, steps, workouts and events, with pictures and the
 * numbers behind them, and below it which data, range, zone and version it came from.
 *
 * Its first page is one for a doctor: each measure with its course, beside the period before; what
 * changed; what was measured and what not; method and limits. From 28 days on it names measures of days and
 * of nights that go together, trend and weekdays removed.
 * The page reads on a phone, and prints to A4.
 *
 * It covers whole local days, those that the range touches, and the nights whose date of waking lies
 * among them. What there is no data of is left out, and what the service does not have (404) or does
 * not share (403) is said to be absent.
 *
 * Where several devices saw a night, one of them counts at each instant, by the rule of
 * `me.lastNight`; the report names the sources, their order, and what each says alone.
 * Medians are over the nights that are recorded to two thirds at least, means of days over the days
 * that are over; beside each figure stands on how many it rests.
 *
 * @throws {TypeError} if there is no client, an option does not exist, or the range is missing
 * @throws {RangeError} if there is no zone, or the range is empty
 */
export async function report(
  me: Client,
  range: Range,
  options: ReportOptions,
  source: string,
): Promise<Report> {
  const action = "make a report";
  checkClient(action, me);
  checkOptions(action, options, OPTIONS);
  checkSources(action, options.sourcePriority);
  checkFunction(action, "onStep", options.onStep);
  const tz = zoneOf(me, options.tz, action);
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
    { first, last, tz, sourcePriority },
    pageLabels(options, tz),
  );
  const front = await readFrontPage(me, known, {
    name: options.name,
    before,
    sourcePriority,
    isAnonymous,
    labels: known.labels,
  });
  const data = isAnonymous
    ? { ...deidentify(known, secretWeeks()), labels: pageLabels(options, "UTC") }
    : known;
  const step = (title: string, frame: TableLike): void =>
    onStep(table(frame, { head: 2, tail: 1, title, ...data.labels.options }));
  step("Raw sleep samples of all sources", data.sleep.samples);
  step("Sleep stages, sources merged here", data.sleep.stages);
  step("Sleep statistics of each night", data.sleep.statistics);
  step("Heart rate every 5 minutes, as Arrow", data.heart);
  step("Heart rate by the hour, resampled here", data.hourly);
  step("Steps per day, as Arrow", data.steps);
  step("Events", data.events);
  const { facts } = readProvenance(me, source, data.range, {
    tz,
    sourcePriority: data.sources.order,
    data: options.data,
  });
  const hasFigures = frameHeight(data.sleep.stages) > 0 ||
    openFrame(data.heart).hasValues("heart_rate") ||
    openFrame(data.steps).hasValues("step_count") || frameHeight(data.events) > 0 ||
    frameHeight(data.activities) > 0;
  const hasAny = hasFigures || front.content.changes.length > 0;
  const { labels } = known, days = known.count === 1 ? "A day" : `${known.count} days`;
  const period = first.equals(last)
    ? labels.date(first)
    : `${labels.date(first)} to ${labels.date(last)}`;
  const where = isAnonymous ? "" : `, in ${zoneLabel(tz)}`;
  return new Report({
    title: options.title ?? (isAnonymous ? days : period),
    style: REPORT_STYLE,
    intro: [
      hasAny
        ? `Sleep, heart rate, steps, workouts and events${where}. A night counts on the day of waking.`
        : `Nothing is known of these days${where}.`,
      ...isAnonymous ? ["Times of day are local ones, although pictures call them UTC."] : [],
      ...data.absent.length === 0 ? [] : [`Absent: ${data.absent.join("; ")}.`],
    ].join(" "),
    sections: [
      ...hasAny ? [{ heading: "In short", show: [front] }] : [],
      ...hasFigures
        ? [
          figuresSection(data),
          ...sleepSections(data),
          ...activitySections(data),
          ...relationsSection(front.content.changes, { first, last }),
        ]
        : [],
    ],
    provenance: isAnonymous
      ? { Data: ANONYMOUS, "Made with": facts["Made with"]! }
      : again === undefined
      ? facts
      : { ...facts, "To make it again": again },
  });
}

const ANONYMOUS =
  "dates are moved by whole weeks, devices are numbered; names, places, notes and identifiers are left out";

/** Rejects what would name the person in a report that is to name nobody. */
function rejectNames(action: string, options: ReportOptions): void {
  for (const name of ["name", "data", "again"] as const) {
    if (!options.deidentify || options[name] === undefined) continue;
    throw new TypeError(
      `Cannot ${action}: ${name} may tell whose it is, and deidentify asks for nothing that does; leave one out`,
    );
  }
}

/** The days that a period is held against. */
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
  if (against === null || !["object", "string"].includes(typeof against) || isWord(against)) {
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

/** Returns whether text has no digits and so cannot name days. */
function isWord(text: unknown): boolean {
  return typeof text === "string" && !/\d/.test(text);
}
