import { Displayable } from "../display/displayable.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { escapeHtml } from "../display/escapeHtml.ts";
import { suggest } from "../options/suggest.ts";
import { VERSION } from "../options/version.ts";
import { type FrameLike, openFrame } from "./open.ts";

/** Options of {@linkcode cite}. */
export interface CiteOptions {
  /** Description of the data, such as the device and the days. @default none */
  data?: string;
  /** Options that differ from the defaults, as you passed them. @default none */
  settings?: Readonly<Record<string, unknown>>;
}

/** Sentences and references of a methods section. */
export class Citation extends Displayable {
  /** Creates a citation. */
  constructor(
    /** Methods paragraph, ready to paste. */
    readonly text: string,
    /** References in BibTeX, the software first. */
    readonly bibtex: string,
  ) {
    super();
  }

  /** Returns the paragraph and the references. */
  override html(): string {
    return `<p>${escapeHtml(this.text)}</p><pre>${escapeHtml(this.bibtex)}</pre>`;
  }

  /** Returns the paragraph and the references as text. */
  override toString(): string {
    return `${this.text}\n\n${this.bibtex}`;
  }
}

interface Source {
  /** Authors as in the text. */
  readonly short: string;
  readonly author: string;
  readonly year: number;
  readonly title: string;
  readonly journal: string;
  readonly volume: number;
  readonly number: number;
  /** Pages, or the number of the article. */
  readonly pages: string;
  readonly doi: string;
}

const SOURCES = {
  witting1990: {
    short: "Witting et al.",
    author: "Witting, W. and Kwa, I. H. and Eikelenboom, P. and Mirmiran, M. and Swaab, D. F.",
    year: 1990,
    title: "Alterations in the circadian rest-activity rhythm in aging and {Alzheimer's} disease",
    journal: "Biological Psychiatry",
    volume: 27,
    number: 6,
    pages: "563--572",
    doi: "10.1016/0006-3223(90)90523-5",
  },
  vansomeren1999: {
    short: "Van Someren et al.",
    author: "Van Someren, E. J. W. and Swaab, D. F. and Colenda, C. C. and Cohen, W. and " +
      "McCall, W. V. and Rosenquist, P. B.",
    year: 1999,
    title:
      "Bright light therapy: improved sensitivity to its effects on rest-activity rhythms in " +
      "{Alzheimer} patients by application of nonparametric methods",
    journal: "Chronobiology International",
    volume: 16,
    number: 4,
    pages: "505--518",
    doi: "10.3109/07420529908998724",
  },
  goncalves2014: {
    short: "Gonçalves et al.",
    author: "Gonçalves, B. S. B. and Cavalcanti, P. R. A. and Tavares, G. R. and Campos, T. F. " +
      "and Araujo, J. F.",
    year: 2014,
    title: "Nonparametric methods in actigraphy: an update",
    journal: "Sleep Science",
    volume: 7,
    number: 3,
    pages: "158--164",
    doi: "10.1016/j.slsci.2014.09.013",
  },
  phillips2017: {
    short: "Phillips et al.",
    author: "Phillips, A. J. K. and Clerx, W. M. and O'Brien, C. S. and Sano, A. and " +
      "Barger, L. K. and Picard, R. W. and Lockley, S. W. and Klerman, E. B. and Czeisler, C. A.",
    year: 2017,
    title: "Irregular sleep/wake patterns are associated with poorer academic performance and " +
      "delayed circadian and sleep/wake timing",
    journal: "Scientific Reports",
    volume: 7,
    number: 1,
    pages: "3216",
    doi: "10.1038/s41598-017-03171-4",
  },
  roenneberg2012: {
    short: "Roenneberg et al.",
    author: "Roenneberg, T. and Allebrandt, K. V. and Merrow, M. and Vetter, C.",
    year: 2012,
    title: "Social jetlag and obesity",
    journal: "Current Biology",
    volume: 22,
    number: 10,
    pages: "939--943",
    doi: "10.1016/j.cub.2012.03.038",
  },
  jankowski2017: {
    short: "Jankowski",
    author: "Jankowski, K. S.",
    year: 2017,
    title: "Social jet lag: sleep-corrected formula",
    journal: "Chronobiology International",
    volume: 34,
    number: 4,
    pages: "531--535",
    doi: "10.1080/07420528.2017.1299162",
  },
} as const satisfies Readonly<Record<string, Source>>;

type SourceKey = keyof typeof SOURCES;

/** Definition of each statistic that can be cited, in the order of the references. */
const DEFINED_BY: Readonly<Record<string, SourceKey>> = {
  SRI: "phillips2017",
  IS: "witting1990",
  IV: "witting1990",
  ISm: "goncalves2014",
  IVm: "goncalves2014",
  L5: "vansomeren1999",
  L5_onset: "vansomeren1999",
  M10: "vansomeren1999",
  M10_onset: "vansomeren1999",
  RA: "vansomeren1999",
  MSW: "roenneberg2012",
  MSF: "roenneberg2012",
  MSFsc: "roenneberg2012",
  SJL_rel: "roenneberg2012",
  SJL: "roenneberg2012",
  SJLsc_rel: "jankowski2017",
  SJLsc: "jankowski2017",
};

/** Year of the version; a test compares it with CITATION.cff. */
const YEAR = 2026;

const ACTION = "cite";

const OPTIONS = optionNames<CiteOptions>()("data settings");

/**
 * Writes the methods paragraph and the references of statistics: who defined them, the version of
 * this software, your settings and your data.
 *
 * It knows the statistics of `sleep.regularity` and `series.rhythm` (except `phi`), and mid-sleep
 * and social jetlag of `sleep.timing`. Statistics of a frame without a known source are named as
 * such in the paragraph. A frame does not record the options of its verb, so pass those that matter
 * in `settings`, such as `variant`.
 *
 * @param results Answer, its frame or another long frame with a column `name`, or names of
 * statistics.
 * @returns an object with `text` and `bibtex`, which displays both
 * @throws {TypeError} if the frame has no text column `name`, or an option does not exist
 * @throws {RangeError} if no source is known for a given name, or for any statistic of a frame
 *
 * @example A sentence for the methods section
 * ```ts
 * import { show } from "@lifeframe/lifeframe";
 * import { assertEquals, assertStringIncludes } from "@std/assert";
 *
 * const { text, bibtex } = show.cite(["SRI", "RA"], { data: "30 nights of one person" });
 * assertEquals(
 *   text.replace(/lifeframe [0-9.]+/, "lifeframe"),
 *   "We computed SRI (Phillips et al. 2017) and RA (Van Someren et al. 1999) with lifeframe " +
 *     "(2026). Data: 30 nights of one person.",
 * );
 * assertStringIncludes(bibtex, "doi = {10.1038/s41598-017-03171-4}");
 * ```
 */
export function cite(
  results: FrameLike | string | readonly string[],
  options: CiteOptions = {},
): Citation {
  checkOptions(ACTION, options, OPTIONS);
  const { data, settings = {} } = options;
  const { known, unknown } = statisticsOf(results);
  const list = new Intl.ListFormat("en-GB"); // not with the module: the first one takes 12 ms
  const keys = [...new Set(known.map((name) => DEFINED_BY[name]!))];
  const defined = keys.map((key) => {
    const names = known.filter((name) => DEFINED_BY[name] === key);
    return `${list.format(names)} (${SOURCES[key].short} ${SOURCES[key].year})`;
  });
  const set = Object.entries(settings).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const sentences = [
    `We computed ${list.format(defined)} with lifeframe ${VERSION} (${YEAR})`,
    ...(unknown.length === 0 ? [] : [`Without a source here: ${unknown.join(", ")}`]),
    ...(set.length === 0 ? [] : [`Settings: ${set.join(", ")}`]),
    ...(data === undefined ? [] : [`Data: ${data}`]),
  ];
  const entries = [SOFTWARE, ...keys.map((key) => bibtexOf(key, SOURCES[key]))];
  return new Citation(`${sentences.join(". ")}.`, entries.join("\n\n"));
}

/** Returns the statistics of a result, each once, with and without a known source. */
function statisticsOf(
  results: FrameLike | string | readonly string[],
): { known: readonly string[]; unknown: readonly string[] } {
  const isKnown = (name: string): boolean => Object.hasOwn(DEFINED_BY, name);
  const available = Object.keys(DEFINED_BY);
  if (isNames(results)) {
    const names = typeof results === "string" ? [results] : results;
    const wrong = names.find((name) => !isKnown(name));
    if (wrong !== undefined || names.length === 0) {
      throw new RangeError(
        wrong === undefined
          ? `Cannot ${ACTION}: there are no names. Pass some of ${available.join(", ")}.`
          : `Cannot ${ACTION}: no source is known for ${JSON.stringify(wrong)}${
            suggest(wrong, available)
          }`,
      );
    }
    return { known: [...new Set(names)], unknown: [] };
  }
  const { name } = openFrame(results, { action: ACTION }).read({ name: "text" });
  const names = [...new Set(name.values.filter((own) => own !== null))];
  const known = names.filter(isKnown);
  if (known.length === 0) {
    throw new RangeError(
      `Cannot ${ACTION}: no source is known for any of ${names.length} statistics. ` +
        `Pass a result with some of ${available.join(", ")}.`,
    );
  }
  return { known, unknown: names.filter((own) => !isKnown(own)) };
}

function isNames(results: unknown): results is string | readonly string[] {
  return typeof results === "string" ||
    Array.isArray(results) && results.every((one) => typeof one === "string");
}

const SOFTWARE = `@software{lifeframe,
  author = {{the lifeframe authors}},
  title = {lifeframe: personal data as data frames, in a notebook},
  version = {${VERSION}},
  year = {${YEAR}}
}`;

function bibtexOf(key: string, { short: _, ...fields }: Source): string {
  const lines = Object.entries(fields).map(([field, value]) => `  ${field} = {${value}}`);
  return `@article{${key},\n${lines.join(",\n")}\n}`;
}
