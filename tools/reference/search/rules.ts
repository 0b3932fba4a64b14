// The site's pages run this file after vocabulary.ts, without imports and types.
import type MiniSearch from "../../packages/miniSearch.ts";
import type { Options } from "../../packages/miniSearch.ts";
import { KINDS_OF_THINGS, STOP_WORDS, SYNONYMS } from "./vocabulary.ts";

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

/**
 * Splits text into words; `heartRate` gives `heartrate`, `heart` and `rate`, and so does a column
 * such as `heart_rate`.
 */
export function words(text: string): string[] {
  return text.normalize("NFD").replace(/\p{M}/gu, "").split(/[^\p{L}\p{N}_]+/u)
    .flatMap((word) => {
      const parts = word.split(/_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
      return parts.length > 1 ? [word, ...parts] : [word];
    })
    .map((word) => word.toLowerCase()).filter((word) => word !== "");
}

/** British endings and the American ones for them. */
const SPELLINGS = [
  [/(?<=[a-z]{3})is(e[ds]?|ing|ation)$/, "iz$1"],
  [/(?<=[a-z]{2})ys(e[ds]?|ing)$/, "yz$1"],
  [/(?<=[a-z]{2})our(?=s?$|ed$|ing$|al$|ite)/, "or"],
  [/(?<=[a-z]{2}[bt])re(s?)$/, "er$1"],
  [/(?<=[a-z]{3}l)l(?=ed$|ing$)/, ""],
  [/(?<=[a-z]{3}og)ue(s?)$/, "$1"],
] as const;

/** Returns the stem of an English word, by a few endings; British and American ones are equal. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const american = SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), word);
  const base = american.replace(/'s$/, "").replace(/ies$/, "y").replace(/(?<=ss|sh|ch|x)es$/, "")
    .replace(/(?<=[^su])s$/, "").replace(/(?<=[a-z]{3})(?:ing|ed|ly)$/, "")
    .replace(/(?<=[a-z]{3})(?:ity|ation|ion)$/, "");
  return base.replace(/([b-df-hj-km-npqrtv-z])\1$/, "$1").replace(/(?<=[a-z]{3})e$/, "");
}

/** Kinds of things with the stems of their words. */
const KINDS = KINDS_OF_THINGS.map((line) => {
  const [kinds = "", things = ""] = line.split(": ");
  return { kinds: kinds.split(", "), things: new Set(words(things).map(stem)) };
});

/** Returns the kinds of a thing: `sauna` is one of the things whose influence is asked for. */
function kindsOf(word: string): readonly string[] {
  return KINDS.flatMap(({ kinds, things }) => things.has(stem(word)) ? kinds : []);
}

/** Options of the index; the same build and read it. */
export const INDEX_OPTIONS: Options<SearchPart> = {
  fields: ["title", "heading", "keywords", "text"],
  storeFields: ["title", "heading", "path", "kind", "excerpt", "weight"],
  // `sleep.timing` is about timing: in a title, the namespace would outweigh the rest of a question.
  stringifyField: (value, field) =>
    String(value).replace(field === "title" ? /^[a-z]+\.(?=\w)/ : "", ""),
  tokenize: words,
  processTerm: stem,
};

/** Known phrases in words, longest first. */
const PHRASES = [...new Set(SYNONYMS.flat())].map((phrase) => {
  const group = SYNONYMS.find((one) => one.includes(phrase)) ?? [];
  const parts = words(phrase);
  return { group, parts, stems: parts.map(stem) };
}).sort((a, b) => b.parts.length - a.parts.length);

/** Returns whether a word is on a page. */
function isThere(index: MiniSearch<SearchPart>, word: string): boolean {
  return index.search(word, { fuzzy: false }).length > 0;
}

/** Words of synonyms, which need not be on a page. */
const KNOWN = new Set(PHRASES.flatMap(({ stems }) => stems));

/**
 * Corrects a word that is neither in the index nor a stop word: swaps two neighbouring letters
 * (`gramin`), or takes the most common word within an edit or two (`confidnce`). The first letter
 * is rarely wrong: `regression` that no page has is not `progression`.
 */
function corrected(index: MiniSearch<SearchPart>, word: string): string {
  const isKnown = (text: string): boolean =>
    STOP_WORDS.has(text) || KNOWN.has(stem(text)) || kindsOf(text).length > 0 ||
    isThere(index, text);
  if (word.length < 4 || isKnown(word)) return word;
  const swaps = [...word].map((_, i) =>
    word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
  );
  const swapped = swaps.slice(0, -1).find(isKnown);
  if (swapped !== undefined) return swapped;
  for (const fuzzy of word.length > 7 ? [1, 2] : word.length > 5 ? [1] : []) {
    const counts = new Map<string, number>();
    for (const { terms } of index.search(word, { fuzzy })) {
      for (const term of terms) {
        if (term[0] === word[0]) counts.set(term, (counts.get(term) ?? 0) + 1);
      }
    }
    const [best] = [...counts].sort((a, b) => b[1] - a[1]);
    if (best !== undefined) return best[0];
  }
  return word;
}

/** Returns the namespace of a query that is a call, such as `series` of `series.median()`. */
function namespaceOf(query: string): string | undefined {
  return /^([a-z]\w*)\.\w+(?:\(.*\))?$/.exec(query.trim())?.[1];
}

/** Alternatives for one part of a query: any of them is enough. */
type Concept = readonly string[];

/** Phrases of a beginner, for questions without a word of their own. */
const BEGIN = SYNONYMS.find(([first]) => first === "get started") ?? [];

/** Names of months and years: pages have other examples than the reader. */
const DATE =
  /^(?:january|february|march|april|june|july|august|september|october|november|december|20\d\d|\d+(?:st|nd|rd|th))$/;

/** A certain day, by its weekday: the question is not about weekdays. */
const THAT_DAY = /\b(?:last|on|this|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b/;

/** Begins a question that counts days; the rest of the question says which. */
const COUNT = /\bhow many (?:days|nights|times)\b(?! (?:do i need|are enough))/;

/** Effects, for questions about a condition, whatever the condition is. */
const EFFECT = ["effect", "influence", "compare"];

/** Words of pages about errors. */
const FAULTS = ["error", "problem"];

/** Splits a query into concepts: known phrases first, then words. */
function concepts(query: string, isCondition: boolean, isFault: boolean): Concept[] {
  const every = words(query.replace(COUNT, "").replace(THAT_DAY, "day")),
    other = every.filter((word) => !DATE.test(word));
  const isMeant = (word: string): boolean => !STOP_WORDS.has(word);
  const all = other.some(isMeant) ? other : every, meant = all.filter(isMeant);
  if (meant.length === 0) return [BEGIN, ...all.map((word) => [word])]; // `what do I do first`
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
  return [
    ...found,
    ...rest.map((word) => [word, ...kindsOf(word)]),
    ...isCondition ? [EFFECT] : [],
    ...isFault ? [FAULTS] : [],
  ];
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
    fuzzy: (term) => isThere(index, term) || term.length < 4 ? false : term.length > 7 ? 2 : 1,
    weights: { fuzzy: 0.25, prefix: 0.3 },
  });
  return new Map(results.map(({ id, score }) => [id, score]));
}

/** Matches a question in everyday words. */
const QUESTION =
  /\b(?:how|what|when|where|which|why|who|is|are|am|do|does|did|can|could|i|my|me)\s+\w+\s+\w/i;

/** Matches a question about a condition: `do I sleep worse when it is hot`, `effect of a sauna`. */
const CONDITION =
  /^(?:do|does|did|is|am|are)\b(?! (?:it|the|this|lifeframe)\b).*\b(?:when|after|before|during|if|while|because|without|lower|raise|affect)\b|\beffects? (?:of|on)\b/i;

/** Weights of pages that answer such a question, whatever the condition is. */
const CONDITION_WEIGHTS = [
  ["guides/cookbook-compare", 2],
  ["functions/me.influences", 1.5],
  ["functions/me.correlate", 1.5],
] as const;

/** Matches an error message, or a sentence about one. */
const FAULT =
  /(?:Error|Exception)\b|\b(?:error|cannot|unable|fail(?:s|ed)?|not found|no such|unexpected|expected|invalid|unsupported|undefined|refused|denied|encrypted|full|missing module|died|crashe[sd])\b/;

/** Weights of pages for everyday questions: guides answer them, functions carry out the answer. */
const QUESTION_WEIGHTS = [
  ["guides/cookbook", 1.25],
  ["guides/start", 1.1],
  ["functions/me.", 1],
  ["functions/", 0.7],
  ["guides/changelog", 0.6],
  ["guides/performance", 0.6],
  ["guides/comparisons", 0.6],
  ["guides/cohort", 0.6],
  ["guides/research", 0.6],
  ["guides/trust", 0.6],
] as const;

/** Score of a synonym for one of the word itself. */
const SYNONYM = 0.6;

/** A question that readers ask, and the first parts of the pages that answer it, best first. */
export interface AskedQuestion {
  readonly id: number;
  readonly phrase: string;
  readonly parts: readonly number[];
}

/** Words that say nothing about a question. */
const FILL = new Set(
  "a an the i me my do does did how can could what is are was were to of in on it for and or with at"
    .split(" "),
);

/** Options of the index of questions; the same build and read it. */
export const QUESTION_OPTIONS: Options<AskedQuestion> = {
  fields: ["phrase"],
  storeFields: ["parts"],
  tokenize: words,
  processTerm: (term) => FILL.has(term) ? null : stem(term),
};

/** The indexes of a site. */
export interface SearchIndexes {
  readonly parts: MiniSearch<SearchPart>;
  readonly questions: MiniSearch<AskedQuestion>;
}

/** Number of questions that vote for pages. */
const VOTERS = 10;

/** Weight of the votes for one of the text. */
const VOTES = 0.7;

/**
 * Finds pages by their text and by similar questions, which vote for the pages that answer them.
 * Each counts in shares of its best page.
 */
export function findPages(indexes: SearchIndexes, query: string, limit: number): Found[] {
  const { parts, questions } = indexes, byText = pagesByText(parts, query);
  const votes = new Map<string, Found>();
  const results = namespaceOf(query) === undefined
    ? questions.search(query, {
      fuzzy: (term) => term.length < 5 ? false : term.length > 7 ? 2 : 1,
      weights: { fuzzy: 0.5, prefix: 0 },
    }).slice(0, VOTERS)
    : [];
  for (const question of results) {
    (question.parts as number[]).forEach((id, i) => {
      const part = parts.getStoredFields(id) as unknown as SearchPart, page = pageOf(part.path);
      const score = (votes.get(page)?.score ?? 0) + question.score / Math.sqrt(i + 1);
      votes.set(page, { ...part, score });
    });
  }
  const best = (found: Map<string, Found>): number =>
    Math.max(1e-9, ...[...found.values()].map(({ score }) => score));
  const [most, mostVotes] = [best(byText), best(votes)];
  return [...new Set([...byText.keys(), ...votes.keys()])].map((page) => {
    const text = byText.get(page), vote = votes.get(page);
    const score = (text?.score ?? 0) / most + VOTES * (vote?.score ?? 0) / mostVotes;
    return { ...(text ?? vote)!, score };
  }).sort((a, b) => b.score - a.score).slice(0, limit);
}

/** Returns the path of a page, without the number of a long page's part. */
function pageOf(path: string): string {
  return path.replace(/(?:-\d+)?\.html.*$/, "");
}

/**
 * Finds pages by their text, each at its best part. Each concept of the query counts once, by its
 * best word; a part that has more of the concepts comes first, and rare concepts count more than
 * common ones.
 */
function pagesByText(index: MiniSearch<SearchPart>, query: string): Map<string, Found> {
  // `getSteps` that no page has is two words.
  const split = query.replaceAll(
    /\w+/g,
    (word) =>
      isThere(index, word.toLowerCase()) ? word : word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " "),
  );
  const text = words(split).map((word) => corrected(index, word)).join(" ");
  const namespace = namespaceOf(query), isQuestion = QUESTION.test(query);
  const isCondition = CONDITION.test(query), isFault = FAULT.test(query);
  const wanted = concepts(text, isCondition, isFault),
    scores = new Map<number, { sum: number; hits: number }>();
  let all = 0;
  wanted.forEach((concept, k) => {
    const best = new Map<number, number>();
    concept.forEach((phrase, i) => {
      const isLast = k === wanted.length - 1 && i === 0;
      for (const [id, score] of matches(index, phrase, isLast)) {
        best.set(id, Math.max(best.get(id) ?? 0, i === 0 ? score : score * SYNONYM));
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
    const page = pageOf(part.path);
    const kind = isQuestion
      ? QUESTION_WEIGHTS.find(([start]) => page.startsWith(start))?.[1] ?? 1
      : 1;
    const condition = isCondition
      ? CONDITION_WEIGHTS.find(([start]) => page.startsWith(start))?.[1] ?? 1
      : 1;
    const fault = isFault && page === "guides/help" ? 2 : 1; // it lists error messages
    const score = sum * part.weight * fault * kind * condition * (hits / all) ** 2 *
      (isExact ? 3 : 1) *
      (namespace === undefined ? 1 : page.startsWith(`functions/${namespace}.`) ? 4 : 0.5);
    if (score > (pages.get(page)?.score ?? 0)) pages.set(page, { ...part, score });
  }
  return pages;
}
