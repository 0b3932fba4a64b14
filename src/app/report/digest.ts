import { keepUnits } from "../../plot/picture/header.ts";
import { zoneText } from "../../plot/picture/labels.ts";
import { fileURLToPath } from "node:url";
import { replaceFile } from "../../options/replaceFile.ts";
import { VERSION } from "../../options/version.ts";
import { between } from "../../time/range.ts";
import { page, type PageSection } from "../page/page.ts";
import { ifThere } from "../ask/ifThere.ts";
import { workouts } from "../days/workouts.ts";
import { digestCharts } from "./digestCharts.ts";
import { reportStyle } from "./reportStyle.ts";
import { sparkline } from "./sparkline.ts";
import type { Zones } from "../../time/zone.ts";
import { zonedTime, zonesWithin } from "../../time/zones.ts";
import type { Client } from "../../client/client.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import { unitSystem } from "../ask/amounts.ts";
import { checkClient } from "../ask/checkInput.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { type PageLabels, pageLabels } from "../page/pageLabels.ts";
import {
  bandText,
  type Change,
  changeCell,
  changesOf,
  type Dates,
  intervalText,
  type Judgement,
  largestFirst,
  type Usual,
  vendorText,
} from "./changes.ts";
import { digestParts, digestSentences, headlineOf, namedOf } from "./digestWords.ts";
import { labelText } from "./measures.ts";
import { readMeasures } from "./readMeasures.ts";
import { travelFacts, trendFacts, unusualFacts, workoutFacts } from "./reportFacts.ts";
import type { TimeTextOptions } from "../../time/textPatterns.ts";
import { inLanguage, keepLanguage, say } from "../../words/language.ts";

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
   * Language of words, dates and numbers: a BCP 47 name such as `de`, or a locale of date-fns.
   * Words are English or German. @default English
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
  /** Days, comparison and zone in words. */
  readonly intro: string;
  readonly labels: PageLabels;
  /** Origin of the page. */
  readonly provenance: Readonly<Record<string, string>>;
  /** Draws the charts of the page. */
  readonly charts: () => Promise<PageSection[]>;
}

/** Some days in words: what changed, and what did not. */
export class Digest extends Displayable {
  readonly #page: DigestPage | undefined;
  readonly #speak = keepLanguage();

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

  /** Returns the digest as a list with a sparkline per change, and as a table. */
  override html(): string {
    return this.#speak(() =>
      `<div class="lifeframe-digest"><h3>${
        escapeHtml(this.title)
      }</h3>\n${this.#list()}\n${this.#table()}</div>`
    );
  }

  /** Returns a self-contained HTML page: sentences, charts and ranges. It loads nothing. */
  page(): Promise<string> {
    return this.#speak(() => this.#write());
  }

  async #write(): Promise<string> {
    const { provenance = {}, charts = () => [], intro = "" } = this.#page ?? {};
    const headline = this.title.slice(this.title.indexOf(": ") + 1).trim();
    const parts = digestParts(this.#page?.changes ?? []);
    const table = this.#table();
    return await page({
      title: headline.charAt(0).toUpperCase() + headline.slice(1),
      intro,
      sections: [
        {
          heading: parts.changed.length > 0
            ? say("Changed")
            : namedOf(parts).length > 0
            ? say("Largest differences")
            : say("In short"),
          show: [fragment(this.#list())],
        },
        ...await charts(),
        ...table === "" ? [] : [{
          heading: say("All measures with their ranges"),
          isFolded: true,
          show: [fragment(table)],
        }],
      ],
      style: reportStyle(),
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
    const { changes = [], period, usual } = this.#page ?? {};
    const named = namedOf(digestParts(changes));
    const items = this.sentences.map((sentence, i) => {
      const change = named[i];
      return change === undefined
        ? `<p>${escapeHtml(keepUnits(sentence))}</p>`
        : `<div class="line" style="display:flex;gap:16px;align-items:center">${
          sparkline(change, period!, usual)
        } <span>${escapeHtml(keepUnits(sentence))}</span></div>`;
    });
    return `<div class="lines">${items.join("\n")}</div>`;
  }

  #table(): string {
    if (this.#page === undefined || this.#page.changes.length === 0) return "";
    const { changes, labels } = this.#page;
    const cell = (name: string, text: string, range = ""): string =>
      `<td data-label="${name}" style="${CELL}">${escapeHtml(text)}${
        range === "" ? "" : `<br>\n<small class="band">${escapeHtml(range)}</small>`
      }</td>`;
    const usual = (name: string, change: Change, of: Usual | undefined): string =>
      of === undefined ? cell(name, "–") : cell(
        name,
        `${change.text(of.mean, labels)} (n ${of.count})`,
        [bandText(change, of, labels), vendorText(of)].filter(Boolean).join(", "),
      );
    const rows = largestFirst(changes).map((change) =>
      [
        `<tr><th scope="row" style="${CELL}">${escapeHtml(labelText(change.label))}</th>`,
        usual(say("Now"), change, change.now),
        usual(say("Before"), change, change.before),
        `${cell(say("Change"), changeCell(change), intervalText(change))}</tr>`,
      ].join("\n")
    );
    const names = [say("Measure"), say("Now"), say("Before"), say("Change")];
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
  return await inLanguage(options, () => makeDigest(me, range, options));
}

async function makeDigest(me: Client, range: Range, options: DigestOptions): Promise<Digest> {
  checkClient(ACTION, me);
  checkOptions(ACTION, options, OPTIONS);
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
  const days = between(period.first, period.last.add({ days: 1 }), tz);
  const [measures, kinds] = await Promise.all([
    readMeasures(me, [period, usual], { tz, sourcePriority, units }),
    ifThere("workouts", workouts(me, days, { by: "activity", tz, units }), undefined),
  ]);
  const changes = changesOf(measures, period, usual), labels = pageLabels(options, tz, "words");
  const parts = digestParts(changes), count = period.first.until(period.last).days + 1;
  const span = count === 1
    ? labels.date(period.last)
    : say("{n} days to {date}", { n: count, date: labels.date(period.last) });
  const both = { first: usual.first, last: period.last };
  const sentences = [
    ...digestSentences(parts, before, labels),
    ...trendFacts(changes, both),
    ...unusualFacts(changes, { span: both, period, labels }),
    ...kinds.value === undefined ? [] : workoutFacts(kinds.value),
    ...travelFacts(period, tz, labels),
  ];
  return new Digest(`${span}: ${headlineOf(parts)}`, sentences, changes, {
    ...{ changes, period, usual, labels },
    intro: `${span}. ${
      say("Compared with {period}.", {
        period: before === 1 ? say("the day before") : say("the {n} days before", { n: before }),
      })
    }`,
    provenance: {
      [say("Days")]: say("{from} to {to}", { from: `${period.first}`, to: `${period.last}` }),
      [say("Zone")]: zoneText(zonesWithin({ start, end }, tz)),
      [say("Created")]: me.now().toString({ smallestUnit: "second" }),
      [say("Version")]: VERSION,
    },
    charts: () => digestCharts(me, days, tz, labels),
  });
}
