import { fileURLToPath } from "node:url";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { openFrame } from "../../frame/open.ts";
import { replaceFile } from "../../options/replaceFile.ts";
import { VERSION } from "../../options/version.ts";
import { dailyBars } from "../../plot/dailyBars.ts";
import { sleepBars } from "../../plot/sleepBars.ts";
import { between, wholeNights, type ZonedRange } from "../../time/range.ts";
import { ifThere } from "../ask/ifThere.ts";
import { daily } from "../days/daily.ts";
import { page, type PageSection } from "../page/page.ts";
import { stages } from "../records/stages.ts";
import { bothWidths } from "./bothWidths.ts";
import { REPORT_STYLE } from "./reportStyle.ts";
import { sparkline } from "./sparkline.ts";
import type { Zones } from "../../time/zone.ts";
import { zonedTime, zoneLabel, zonesWithin } from "../../time/zones.ts";
import type { Client } from "../../client/client.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import { unitSystem } from "../ask/amounts.ts";
import { checkClient, checkSources } from "../ask/checkInput.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { type PageLabels, pageLabels } from "../page/pageLabels.ts";
import {
  bandText,
  type Change,
  changesOf,
  changeText,
  type Dates,
  intervalText,
  type Judgement,
  type Usual,
  vendorText,
} from "./changes.ts";
import { readMeasures } from "./readMeasures.ts";
import type { TimeTextOptions } from "../../time/textPatterns.ts";

/** Options of {@linkcode Questions.digest}. */
export interface DigestOptions {
  /** Number of days before that show what is usual. @default 28 */
  before?: number | undefined;
  /** IANA zone of days and nights. @default the client's */
  tz?: Zones | undefined;
  /** Sources of sleep, highest priority first. @default as in `me.lastNight` */
  sourcePriority?: readonly string[] | undefined;
  /** System of units of amounts: kilometres or miles, kilograms or pounds. @default the client's */
  units?: UnitSystem | undefined;
  /**
   * Language and order of dates: a BCP 47 name such as `de`, or a locale of date-fns.
   * @default English
   */
  locale?: TimeTextOptions["locale"] | undefined;
  /**
   * Format of times, as a pattern of date-fns such as `dd.MM.yyyy HH:mm`. @default HH:mm, or the
   * locale's
   */
  timeFormat?: string | undefined;
}

const OPTIONS = optionNames<DigestOptions>()("before tz sourcePriority units locale timeFormat");
const ACTION = "make a digest";

/** Numbers behind a sentence of a digest. */
export interface DigestFigure {
  /** Name of the measure: "Asleep". */
  readonly label: string;
  /** Unit of the values; `h` for times of day, counted from the midnight that starts the date. */
  readonly unit: string;
  /** Usual values in these days. */
  readonly now: Usual;
  /** Usual values before; undefined without values before. */
  readonly before: Usual | undefined;
  /**
   * Difference of the means with its interval, and whether it is a change; undefined for too few
   * days.
   */
  readonly judgement: Judgement | undefined;
}

/** Data behind the page of a digest. */
interface DigestPage {
  readonly changes: readonly Change[];
  readonly period: Dates;
  readonly usual: Dates;
  readonly labels: PageLabels;
  /** Origin of the page. */
  readonly provenance: Readonly<Record<string, string>>;
  /** Draws the charts of the page. */
  readonly charts: () => Promise<PageSection[]>;
}

/** Some days in words: a sentence per measure, each a number with its band. */
export class Digest extends Displayable {
  readonly #page: DigestPage | undefined;

  /** Creates a digest from its heading, its sentences and their measures. */
  constructor(
    readonly title: string,
    readonly sentences: readonly string[],
    readonly figures: readonly DigestFigure[],
    page?: DigestPage,
  ) {
    super();
    this.#page = page;
  }

  /** Returns the digest as a list, and as a table with a sparkline per measure. */
  override html(): string {
    return `<div class="lifeframe-digest"><h3>${
      escapeHtml(this.title)
    }</h3>\n${this.#list()}\n${this.#table()}</div>`;
  }

  /** Returns a self-contained HTML page: sentences, table and charts. It loads nothing. */
  async page(): Promise<string> {
    const { provenance = {}, charts = () => [] } = this.#page ?? {};
    return await page({
      title: this.title,
      intro: "Means, compared with the days before.",
      sections: [
        { heading: "In words", show: [fragment(this.#list())] },
        ...this.#page === undefined
          ? []
          : [{ heading: "Measures", show: [fragment(this.#table())] }],
        ...await charts(),
      ],
      style: REPORT_STYLE,
      provenance,
    });
  }

  /**
   * Writes the page to an `.html` file.
   *
   * @throws {TypeError} if the name has another extension
   */
  async save(path: string | URL): Promise<void> {
    const name = path instanceof URL ? fileURLToPath(path) : path;
    if (!/\.html?$/i.test(name)) {
      throw new TypeError(`Cannot save the digest: ${path} does not end in .html. Rename it.`);
    }
    await replaceFile("save the digest", name, await this.page());
  }

  #list(): string {
    const items = this.sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`);
    return `<ul>${items.join("\n")}</ul>`;
  }

  #table(): string {
    if (this.#page === undefined || this.#page.changes.length === 0) return "";
    const { changes, period, usual, labels } = this.#page;
    const cell = (text: string): string => `<td style="${CELL}">${escapeHtml(text)}</td>`;
    const rows = changes.map((change) =>
      [
        `<tr><th scope="row" style="${CELL}">${escapeHtml(change.label)}</th>`,
        `<td style="${CELL}">${sparkline(change, period, usual)}</td>`,
        cell(`${change.text(change.now.mean, labels)} (n ${change.now.count})`),
        cell(change.before === undefined ? "–" : change.text(change.before.mean, labels)),
        `${cell(changeText(change) || "–")}</tr>`,
      ].join("\n")
    );
    const names = ["Measure", "Trend", "Now", "Before", "Change"];
    return `<div style="overflow-x:auto"><table class="measures"><thead><tr>${
      names.map((name) => `<th scope="col" style="${CELL}">${name}</th>`).join("\n")
    }</tr></thead>\n<tbody>${rows.join("\n")}</tbody></table></div>`;
  }

  /** Returns the digest as text, a sentence per line. */
  override toString(): string {
    return [this.title, ...this.sentences].join("\n");
  }
}

/** A notebook right-aligns cells, and strips style sheets. */
const CELL = "text-align:left;vertical-align:top";

/** Returns HTML as a part of a page. */
function fragment(html: string): Displayable {
  return new (class extends Displayable {
    override html(): string {
      return html;
    }
    override toString(): string {
      return "";
    }
  })();
}

/**
 * Describes the last week, compared with the four weeks before it: see {@linkcode
 * Questions.digest}.
 */
export async function digest(
  me: Client,
  range: Range,
  options: DigestOptions = {},
): Promise<Digest> {
  checkClient(ACTION, me);
  checkOptions(ACTION, options, OPTIONS);
  checkSources(ACTION, options.sourcePriority);
  const { before = 28, sourcePriority } = options;
  if (!Number.isInteger(before) || before < 1) {
    throw new RangeError(`Cannot ${ACTION}: before is ${before}, not a whole number of at least 1`);
  }
  const tz = zoneOf(me, options.tz, ACTION), units = unitSystem(me, options.units, ACTION);
  const { start, end } = toInterval(range, { tz });
  if (start === end) throw new RangeError(`Cannot ${ACTION}: the range is empty`);
  const date = (micros: bigint): Temporal.PlainDate => zonedTime(micros, tz).toPlainDate();
  const period = { first: date(start), last: date(end - 1n) };
  const usual = {
    first: period.first.subtract({ days: before }),
    last: period.first.subtract({ days: 1 }),
  };
  const measures = await readMeasures(me, [period, usual], { tz, sourcePriority, units });
  const changes = changesOf(measures, period, usual), labels = pageLabels(options, tz, "words");
  const title = `${labels.date(period.first)} to ${labels.date(period.last)}, in words`;
  const sentences = changes.length === 0
    ? ["Nothing was measured in these days."]
    : changes.map((change) => sentenceOf(change, before, labels));
  return new Digest(title, sentences, changes, {
    ...{ changes, period, usual, labels },
    provenance: {
      Days: `${period.first} to ${period.last}`,
      Zone: zoneLabel(zonesWithin({ start, end }, tz)),
      Created: me.now().toString({ smallestUnit: "second" }),
      Version: VERSION,
    },
    charts: () => chartsOf(me, between(period.first, period.last.add({ days: 1 }), tz), tz, labels),
  });
}

/** Draws the nights and the steps of the days, as far as there are any. */
async function chartsOf(
  me: Client,
  range: ZonedRange,
  tz: string,
  { options }: PageLabels,
): Promise<PageSection[]> {
  const [nights, steps] = await Promise.all([
    ifThere("sleep", stages(me, wholeNights(range, tz), { tz }), undefined),
    ifThere("steps", daily(me, range, { metrics: ["StepCount"], tz }), undefined),
  ]);
  const asleep = nights.value, walked = steps.value;
  return [
    ...asleep === undefined || frameHeight(asleep) === 0 ? [] : [{
      heading: "Sleep per day",
      show: [bothWidths((size) => sleepBars(asleep, { tz, range, ...options, ...size }))],
    }],
    ...walked === undefined || !openFrame(walked).hasValues("step_count") ? [] : [{
      heading: "Steps",
      show: [
        bothWidths((size) =>
          dailyBars(walked, {
            y: "step_count",
            unit: "steps",
            tz,
            now: me.now(),
            ...options,
            ...size,
          })
        ),
      ],
    }],
  ];
}

/** Returns a sentence such as `You slept 7 h 12 min a night (7 nights): 22 min more than in the 28 days before`. */
function sentenceOf(change: Change, days: number, labels: PageLabels): string {
  const { sentence, per, now, before, isNight, judgement, text } = change;
  const unit = isNight ? "night" : "day";
  const countOf = (usual: Usual): string =>
    [`${usual.count} ${unit}${usual.count === 1 ? "" : "s"}`, vendorText(usual)]
      .filter(Boolean).join(usual.vendor === usual.count ? " " : ", ");
  const details = [bandText(change, now, labels), countOf(now)].filter(Boolean).join("; ");
  const value = [text(now.mean, labels), per].filter(Boolean).join(" ");
  const start = `${sentence} ${value} (${details})`;
  if (before === undefined) return `${start}; the ${days} days before have no data.`;
  const band = [
    text(before.mean, labels),
    [bandText(change, before, labels), vendorText(before)].filter(Boolean).join(", "),
  ].filter(Boolean);
  if (judgement === undefined) {
    return `${start}, and ${text(before.mean, labels)} in the ${days} days before (${
      [bandText(change, before, labels), countOf(before)].filter(Boolean).join("; ")
    }): too few ${unit}s to tell whether it changed.`;
  }
  const earlier = `the ${days} days before (${band.join("; ")})`;
  const interval = `the difference is ${intervalText(change)}`;
  return judgement.direction === 0
    ? `${start}: no clear change from ${earlier}; ${interval}.`
    : `${start}: ${changeText(change)} than in ${earlier}; ${interval}.`;
}
