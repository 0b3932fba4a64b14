// The site's pages run this file without its imports and types: keep it free of other modules.
import type MiniSearch from "minisearch";
import type { Options } from "minisearch";

/** A part of a page that can be found. */
export interface SearchPart {
  readonly id: number;
  /** Title of its page. */
  readonly title: string;
  /** Heading of the part; `""` for the first part of a page. */
  readonly heading: string;
  readonly keywords: string;
  readonly text: string;
  /** Address in the site: `guides/times.html#days`. */
  readonly path: string;
  /** Kind of the page, as readers know it: `How-to`. */
  readonly kind: string;
  /** Start of the text. */
  readonly excerpt: string;
  /** Weight of its page. */
  readonly weight: number;
}

/** A page that was found, at its best part. */
export type Found = Pick<SearchPart, "title" | "heading" | "path" | "kind" | "excerpt"> & {
  readonly score: number;
};

/** Phrases with the same meaning; each finds the others. */
const SYNONYMS = [
  "heart rate variability, hrv, rmssd, sdnn",
  "heart rate, pulse, heartbeat, bpm, heart beat",
  "install, installation, setup, set up, download, requirements, need to run",
  "big, large, huge, gigabytes",
  "get started, begin, beginner, first steps, tutorial, quick start, getting started, how to start",
  "daylight saving, dst, summer time, clock change, winter time",
  "time zone, timezone, tz, zone, jet lag, travel",
  "import, ingest, upload, load, read, open",
  "export, download, takeout, dump, backup",
  "delete, erase, remove, undo",
  "chart, picture, plot, graph, diagram, visualization",
  "heat map, heatmap",
  "hypnogram, stages of a night, sleep stages chart",
  "skipped, left out, not imported, ignored",
  "spreadsheet, csv, excel, xlsx, table",
  "doctor, physician, clinic, medical, gp",
  "anonymous, de identify, deidentify, anonymise, anonymize, hide",
  "privacy, private, gdpr, secret, confidential",
  "watch, wearable, tracker, device, ring, band",
  "vendor, maker, brand, manufacturer",
  "alcohol, wine, beer, drinks, drinking",
  "coffee, caffeine, espresso, tea",
  "workout, exercise, training, sport, gym, running",
  "steps, walk, walking",
  "asleep, sleep, slept, sleeping",
  "bedtime, go to bed, falling asleep, fall asleep, onset",
  "wake up, get up, rise, waking",
  "nap, siesta",
  "regular, regularity, sri, consistent, consistency",
  "correlation, correlate, relation, relationship, goes together, depend",
  "compare, comparison, difference, different, versus, vs",
  "p value, significance, significant, chance, false alarm, confidence interval, real",
  "moving average, rolling, smooth, smoothing, running mean",
  "resample, downsample, bin, bucket",
  "outlier, wrong value, glitch, error in data, clean",
  "bug, problem, crash, does not work, not working, fails, broken, issue, support, stuck",
  "share, friend, access, permission",
  "token, password, login, sign in, credentials, key",
  "offline, mirror, local copy, without internet, sync",
  "speed, fast, slow, performance, benchmark",
  "changelog, release notes, what is new, changed, new version",
  "units, convert, conversion, miles, kilometres, kilometers, pounds",
  "map, location, gps, place, where, visits",
  "body clock, circadian, rhythm, chronotype, cosinor",
  "jupyter, notebook, lab",
  "node, npm, nodejs",
  "study, cohort, many people, participants, population",
  "contribute, contributing, develop, pull request, add a reader",
  "cite, citation, doi",
  "blood oxygen, spo2, oxygen saturation",
  "weight, body mass, scale",
  "calories, energy, kcal",
  "temperature, fever",
  "menstrual, cycle, period, menstruation",
  "glucose, blood sugar",
  "assistant, mcp, claude, chatbot, ai",
  "german, language, locale, deutsch, translation",
  "disagree, conflict, overlap, twice, duplicate",
  "overlay, on top of each other, superimpose",
  "polysomnography, psg, sleep laboratory, scorer, validate",
  "several people, two people, per person, groups, small multiples, facets",
  "shows nothing, no output, blank, empty output",
  "before and after, quit, treatment, intervention, medication, since i started",
  "training zones, heart rate zones, effort zones",
  "null, empty, missing, no value, no data",
  "licence, license, mit",
  "colour, color, theme",
].map((line) => line.split(", "));

const STOP_WORDS = new Set(
  ("a an and any are as at be but by can could did do does for from had has have how i if in into " +
    "is it its me much my of on or our should so some than that the their them there these they " +
    "this to us use using was we were what when where which who why will with would you your " +
    "am together several less than " +
    "want need im ive about mean means meaning get got go going one way thing things please").split(
      " ",
    ),
);

/** Splits text into words; `heartRate` gives `heartrate`, `heart` and `rate`. */
export function words(text: string): string[] {
  return text.normalize("NFD").replace(/\p{M}/gu, "").split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
      return parts.length > 1 ? [word, ...parts] : [word];
    })
    .map((word) => word.toLowerCase()).filter((word) => word !== "");
}

/** Returns the stem of an English word, by a few endings. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const base = word.replace(/'s$/, "").replace(/ies$/, "y").replace(/(?<=ss|sh|ch|x)es$/, "")
    .replace(/(?<=[^su])s$/, "").replace(/(?<=[a-z]{3})(?:ing|ed|ly)$/, "")
    .replace(/(?<=[a-z]{3})(?:ity|ation|ion)$/, "");
  return base.replace(/([b-df-hj-km-npqrtv-z])\1$/, "$1").replace(/(?<=[a-z]{3})e$/, "");
}

/** Options of the index; the same build and read it. */
export const INDEX_OPTIONS: Options<SearchPart> = {
  fields: ["title", "heading", "keywords", "text"],
  storeFields: ["title", "heading", "path", "kind", "excerpt", "weight"],
  tokenize: words,
  processTerm: stem,
};

/** Known phrases in words, longest first. */
const PHRASES = SYNONYMS.flatMap((group) =>
  group.map((phrase) => {
    const parts = words(phrase);
    return { group, parts, stems: parts.map(stem) };
  })
).sort((a, b) => b.parts.length - a.parts.length);

/** Swaps two neighbouring letters of a word that is not in the index, if the result is: `gramin`. */
function unswapped(index: MiniSearch<SearchPart>, word: string): string {
  const isKnown = (text: string): boolean => index.search(text, { fuzzy: false }).length > 0;
  if (word.length < 4 || isKnown(word)) return word;
  const swaps = [...word].map((_, i) =>
    word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
  );
  return swaps.slice(0, -1).find(isKnown) ?? word;
}

/** Alternatives for one part of a query: any of them is enough. */
type Concept = readonly string[];

/** Splits a query into concepts: known phrases first, then words. */
function concepts(query: string): Concept[] {
  const all = words(query), meant = all.filter((word) => !STOP_WORDS.has(word));
  if (meant.length === 0) return all.map((word) => [word]);
  const left: (string | undefined)[] = [...all], found: Concept[] = [];
  for (const { group, parts, stems } of PHRASES) {
    const isAt = (i: number): boolean =>
      stems.every((part, k) => left[i + k] !== undefined && stem(left[i + k]!) === part);
    const at = left.findIndex((_, i) => isAt(i));
    if (at < 0) continue;
    left.splice(at, parts.length, ...parts.map(() => undefined));
    found.push([parts.join(" "), ...group]);
  }
  const rest = left.filter((word) => word !== undefined && !STOP_WORDS.has(word)) as string[];
  return [...found, ...rest.map((word) => [word])];
}

/** Returns the parts that have a phrase: all of its words. */
function matches(
  index: MiniSearch<SearchPart>,
  phrase: string,
  isLast: boolean,
): Map<number, number> {
  const results = index.search(phrase, {
    combineWith: "AND",
    boost: { title: 4, heading: 3, keywords: 3 },
    prefix: (term) => isLast && term.length > 2,
    fuzzy: (term) => term.length > 7 ? 2 : term.length > 3 ? 1 : false,
    weights: { fuzzy: 0.25, prefix: 0.3 },
  });
  return new Map(results.map(({ id, score }) => [id, score]));
}

/**
 * Finds pages. Each concept of the query counts once, by its best word; a part that has more of
 * the concepts comes first, and rare concepts count more than common ones.
 */
export function findPages(
  index: MiniSearch<SearchPart>,
  query: string,
  limit: number,
): Found[] {
  const text = words(query).map((word) => unswapped(index, word)).join(" ");
  const wanted = concepts(text), scores = new Map<number, { sum: number; hits: number }>();
  let all = 0;
  wanted.forEach((concept, k) => {
    const best = new Map<number, number>();
    concept.forEach((phrase, i) => {
      const isLast = k === wanted.length - 1 && i === 0;
      for (const [id, score] of matches(index, phrase, isLast)) {
        best.set(id, Math.max(best.get(id) ?? 0, i === 0 ? score : score * 0.6));
      }
    });
    const weight = Math.sqrt(Math.max(0, ...best.values()));
    all += weight;
    for (const [id, score] of best) {
      const { sum, hits } = scores.get(id) ?? { sum: 0, hits: 0 };
      scores.set(id, { sum: sum + score, hits: hits + weight });
    }
  });
  const pages = new Map<string, Found>();
  for (const [id, { sum, hits }] of scores) {
    const part = index.getStoredFields(id) as unknown as SearchPart;
    const name = part.title.toLowerCase(), asked = query.trim().toLowerCase();
    const isExact = name === asked || name.split(".").at(-1) === asked; // `hypnogram`: plot.hypnogram
    const score = sum * part.weight * (hits / all) ** 2 * (isExact ? 3 : 1);
    const page = part.path.replace(/(?:-\d+)?\.html.*$/, ""); // long pages have parts
    if (score > (pages.get(page)?.score ?? 0)) pages.set(page, { ...part, score });
  }
  return [...pages.values()].sort((a, b) => b.score - a.score).slice(0, limit);
}
