import { Displayable } from "../display/displayable.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { escapeHtml } from "../display/escapeHtml.ts";
import { suggest } from "../options/suggest.ts";
import { VERSION } from "../options/version.ts";
import { DEFINED_BY, type Source, SOURCES, VARIANTS, WORDS } from "./cite/citeSources.ts";
import { type Made, madeOf } from "./cite/made.ts";
import { type FrameLike, openFrame } from "./open.ts";

/** Options of {@linkcode cite}. */
export interface CiteOptions {
  /** Description of the data, such as the device and the days. @default none */
  data?: string;
  /** Options that differ from the defaults. @default the options of the functions, if known */
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

/** Year of the version; a test compares it with CITATION.cff. */
const YEAR = 2026;

const ACTION = "cite";

const OPTIONS = optionNames<CiteOptions>()("data settings");

/**
 * Writes the methods paragraph and the references of statistics and functions: who defined them, the
 * version of this software, your settings and your data.
 *
 * A result of this toolkit knows each function and its options, from the first frame to the result.
 * So the paragraph names the algorithm of the sleep behind an SRI, the variant with its source, and
 * the settings. Frames that Polars' methods derive from it, and frames
 * from a file, do not: pass `settings`.
 *
 * It knows the statistics of `sleep.regularity` and `series.rhythm` (except `phi`), mid-sleep and
 * social jetlag of `sleep.timing`, `kRA` and `kAR`, `ema`, `SDNN`, `RMSSD` and `pNN50`; the functions
 * `sleep.validate`, `sleep.limitsOfAgreement`, `series.hrv`, `cosinor`, `extendedCosinor`,
 * `intensityGradient`, `fluctuations`, `light`, `changePoint`, `changePoints`, `interrupted`,
 * `decompose`, `mixed`, `paired`, `compare`, `trend` and `correlate`, `experiment.power`, `places.photoperiod`, `sleep.statistics`,
 * `nightly`, `agreement`, `blandAltman`, `calibrate`, `nremCycles`, `consensus`, `softAgreement` and
 * `hypnodensity`, such as `"series.mixed"`; the methods of `series.periodogram`; and the algorithms of `sleep.fromActivity` and methods of
 * `series.withoutNonWear`, such as `"sadeh"`. Statistics of a frame without a known source are
 * listed in the paragraph.
 *
 * @param results Answer, its frame or another long frame with a column `name`, or names of
 * statistics, functions and algorithms.
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
  const { data } = options, chain = chainOf(results);
  const { known, unknown } = statisticsOf(results, chain.flatMap(definitionsOf));
  const list = new Intl.ListFormat("en-GB"); // not with the module: the first one takes 12 ms
  const source = (key: keyof typeof SOURCES): string =>
    `${SOURCES[key].short} ${SOURCES[key].year}`;
  const keys = [...new Set(known.map((name) => DEFINED_BY[name]!))];
  const defined = keys.map((key) => {
    const names = known.filter((name) => DEFINED_BY[name] === key);
    return `${list.format(names.map((name) => WORDS[name] ?? name))} (${source(key)})`;
  });
  const variants = [...new Set(chain.map(({ settings }) => String(settings["variant"])))]
    .flatMap((name) => Object.hasOwn(VARIANTS, name) ? [[name, VARIANTS[name]!] as const] : []);
  const inVariants = variants.length === 0
    ? ""
    : ` in the variant of ${list.format(variants.map(([, key]) => nameOf(key)))}`;
  const given = options.settings === undefined ? chain : [{ verb: "", settings: options.settings }];
  const sentences = [
    `We computed ${list.format(defined)}${inVariants} with lifeframe ${VERSION} (${YEAR})`,
    ...(unknown.length === 0 ? [] : [`Without a source here: ${unknown.join(", ")}`]),
    ...given.flatMap(({ verb, settings }) => {
      const set = Object.entries(settings).map(([name, value]) =>
        `${name} ${JSON.stringify(value)}`
      );
      return set.length === 0 ? [] : [`Settings${verb && ` of ${verb}`}: ${set.join(", ")}`];
    }),
    ...(data === undefined ? [] : [`Data: ${data}`]),
  ];
  const cited = [...new Set([...keys, ...variants.map(([, key]) => key)])];
  const entries = [SOFTWARE, ...cited.map((key) => bibtexOf(key, SOURCES[key]))];
  return new Citation(`${sentences.join(". ")}.`, entries.join("\n\n"));

  function nameOf(key: keyof typeof SOURCES): string {
    const [name] = variants.find(([, own]) => own === key)!;
    return `${name === "sample" ? "LightLogR" : name} (${source(key)})`;
  }
}

/** Returns what made a result, from the first function to the last. */
function chainOf(results: unknown): Made[] {
  const chain: Made[] = [];
  const { frame } = typeof results === "object" && results !== null && "frame" in results
    ? results as { readonly frame: unknown }
    : { frame: results };
  for (let made = madeOf(results) ?? madeOf(frame); made !== undefined; made = made.from) {
    chain.unshift(made);
  }
  return chain;
}

/** Returns the functions and algorithms of a step that have a source. */
function definitionsOf({ verb, settings }: Made): string[] {
  const { algorithm, method, rescore } = settings;
  return [
    verb,
    ...[algorithm, method].filter((name) => typeof name === "string"),
    ...(algorithm === "cole-kripke" && rescore !== false ? ["webster"] : []),
  ].filter((name) => Object.hasOwn(DEFINED_BY, name));
}

/**
 * Returns the statistics of a result, each once, with and without a known source.
 *
 * @param functions Functions and algorithms that made the result.
 */
function statisticsOf(
  results: FrameLike | string | readonly string[],
  functions: readonly string[],
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
  const opened = openFrame(results, { action: ACTION });
  const names = functions.length > 0 && opened.columns()["name"]?.type !== "text"
    ? []
    : [...new Set(opened.read({ name: "text" }).name.values.filter((own) => own !== null))];
  const known = [...new Set([...functions, ...names.filter(isKnown)])];
  if (known.length === 0) {
    throw new RangeError(
      `Cannot ${ACTION}: no source is known for any of ${names.length} statistics. ` +
        `Pass a result with some of ${available.join(", ")}.`,
    );
  }
  // The source of a whole function covers its statistics.
  const isCovered = functions.some((name) => name.includes("."));
  return { known, unknown: isCovered ? [] : names.filter((own) => !isKnown(own)) };
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

function bibtexOf(key: string, { short: _, kind, ...fields }: Source): string {
  const lines = Object.entries(fields).map(([field, value]) => `  ${field} = {${value}}`);
  return `@${kind ?? "article"}{${key},\n${lines.join(",\n")}\n}`;
}
