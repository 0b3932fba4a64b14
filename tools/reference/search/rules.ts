// The site's pages run this file without its imports and types: keep it free of other modules.
import type MiniSearch from "../../packages/miniSearch.ts";
import type { Options } from "../../packages/miniSearch.ts";

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
  "chart, picture, plot, graph, diagram, figure, visualization",
  "heat map, heatmap",
  "hypnogram, stages of a night, sleep stages chart",
  "skipped, left out, not imported, ignored",
  "spreadsheet, csv, excel, xlsx, table",
  "doctor, physician, clinic, medical, gp, therapist, psychologist, cardiologist, specialist, hospital, nurse, surgery",
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
  "wake up, get up, waking",
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
  "changelog, release notes, what is new, changed, new version, newest version, latest version, update, upgrade",
  "units, unit, convert, conversion, miles, kilometres, kilometers, pounds, kilojoule, fahrenheit, celsius, inches",
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
  "notified, notify, notification, reminder, remind, by mail, email, e mail",
  "sample data, sample people, demo data, fake data, example data, test data, synthetic, demo",
  "list of all functions, all functions, api reference, function reference, overview of functions",
  "sample size, power, power analysis, how many nights do i need, how many days do i need, how many nights are enough, how many days are enough, minimum",
  "own analysis, recipes, cookbook",
  "alternative, alternatives, competitor, instead of, replace, replaces, switch from, exist io, gyroscope, athlytic, intervals icu, other apps, peers",
  "grafana, tableau, power bi, looker, google sheets, libreoffice, numbers app, obsidian, other programs",
  "rr intervals, beat to beat, hrv4training, elite hrv, kubios, welltory",
  "runkeeper, komoot, mapmyrun, runtastic, adidas running, wahoo, ride with gps, alltrails, nike run club, endomondo, wikiloc, bryton, suunto, coros, gpx",
  "myfitnesspal, cronometer, yazio, lose it, macrofactor, food diary, food diaries, nutrition",
  "column, columns, field, variable",
  "before and after, quit, treatment, intervention, medication, since i started",
  "training zones, heart rate zones, effort zones",
  "null, empty, missing, no value, no data",
  "licence, license, mit",
  "colour, color, theme, dark",
  "worse, worst, better, best, improve, decline, trend, changed, unusual",
  "affect, influence, effect, impact, cause, ruin, hurt, harm, help, matter, depend, cost, correlate",
  "dinner, meal, food, eating, lunch, breakfast, snack",
  "partner, wife, husband, spouse, girlfriend, boyfriend, family, friend, sister, brother, mother, father, mum, mom, dad, parents, son, daughter, child, kids, children, colleague, roommate, coach, trainer, teacher, boss, neighbour, neighbor, two people",
  "account, sign up, register, pay, price, free of charge, subscription",
  "trust, accurate, accuracy, reliable, validate, agreement, correct",
  "sends, sending, sent, telemetry, phone home, cloud, network, leave, privacy",
  "two records, two sources, several sources, both devices, merge",
  "multiple comparisons, multiple testing, bonferroni, holm, false discovery, corrected, p value",
  "vscode, vs code, visual studio code, jetbrains, notebook",
  "rstudio, r, tidyverse, posit",
  "python, pandas, colab, anaconda",
  "epoch, epochs",
  "median, mean, average, maximum, minimum, aggregate",
  "previous, last, past, ago, recent",
  "how long, how much time, how many hours, how many minutes, duration",
  "monday, tuesday, wednesday, thursday, friday, weekday, day of the week",
  "saturday, sunday, weekend, free days",
  "holiday, vacation, time off",
  "waso, wake after sleep onset",
  "public holiday, bank holiday, day off, days off, free days, easter, christmas",
  "pill, tablet, medicine, drug",
  "headache, migraine, symptom",
  "fit, fitness, training load, cardio",
  "stressed, stress, tired, exhausted, sick, ill, exams, busy days",
  "programming, coding, programmer, developer, without programming, beginner",
  "computer breaks, power failure, power cut, crashes, interrupted, half way, killed",
  "write down, record, log, journal, keep track",
  "lie down, lying, in bed",
  "hike, bike, bicycle, cycling, swim, swimming, jog, jogging, run",
  "slower, faster, longer, shorter, earlier, later",
  "often, how often, frequency, number of times",
  "increase, rising, go up, going up, went up, higher, decrease, falling, go down, going down, went down, lower",
  "goal, target, aim",
  "cheap, costs, price, money",
  "morning, evening, afternoon, time of day",
  "normal range, reference range, healthy, average for my age",
  "phone, mobile, iphone, android, smartphone",
  "uninstall, remove the program, remove the app",
  "in use, taken, occupied, eaddrinuse",
  "not found, cannot find",
  "typical, usual, usually, normal",
  "rem, rem sleep, deep sleep, light sleep, sleep stages",
  "abroad, country, countries",
  "blood test, laboratory value, own metric",
  "actigraphy, actigraph, accelerometer, wrist movement",
  "automatically, every day, schedule, cron",
  "side by side, beside, next to, in one picture, in one chart, in one figure, on one axis",
].map((line) => line.split(", "));

const STOP_WORDS = new Set(
  `a an and any are as at be but by can could did do does for from had has have how i if in into is it
  its me much my of on or our should so some than that the their them there these they this to us use
  using was we were what when where which who why will with would you your am together several less
  than since until else yet still really very just also only first see saw look looks show find make
  put take took takes type say tell know must may might worth one two here both each every same other
  own lot too let set possible anything something everything someone anyone gets fetch calculate
  compute create myself yourself spend spends spent already life lives old useful simply actually ever
  never always often whole want need im ive about mean means meaning get got go going way thing things
  please`.split(/\s+/),
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
    STOP_WORDS.has(text) || KNOWN.has(stem(text)) || isThere(index, text);
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

/** Begins a question that counts days; the rest of the question says which. */
const COUNT = /\bhow many (?:days|nights|times)\b(?! (?:do i need|are enough))/;

/** Effects, for questions about a condition, whatever the condition is. */
const EFFECT = ["effect", "influence", "compare"];

/** Splits a query into concepts: known phrases first, then words. */
function concepts(query: string, isCondition: boolean): Concept[] {
  const every = words(query.replace(COUNT, "")), other = every.filter((word) => !DATE.test(word));
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
  return [...found, ...rest.map((word) => [word]), ...isCondition ? [EFFECT] : []];
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

/**
 * Finds pages. Each concept of the query counts once, by its best word; a part that has more of
 * the concepts comes first, and rare concepts count more than common ones.
 */
export function findPages(
  index: MiniSearch<SearchPart>,
  query: string,
  limit: number,
): Found[] {
  // `getSteps` that no page has is two words.
  const split = query.replaceAll(
    /\w+/g,
    (word) =>
      isThere(index, word.toLowerCase()) ? word : word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " "),
  );
  const text = words(split).map((word) => corrected(index, word)).join(" ");
  const namespace = namespaceOf(query), isQuestion = QUESTION.test(query);
  const isCondition = CONDITION.test(query);
  const wanted = concepts(text, isCondition),
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
    const page = part.path.replace(/(?:-\d+)?\.html.*$/, ""); // long pages have parts
    const kind = isQuestion
      ? QUESTION_WEIGHTS.find(([start]) => page.startsWith(start))?.[1] ?? 1
      : 1;
    const condition = isCondition
      ? CONDITION_WEIGHTS.find(([start]) => page.startsWith(start))?.[1] ?? 1
      : 1;
    const score = sum * part.weight * kind * condition * (hits / all) ** 2 * (isExact ? 3 : 1) *
      (namespace === undefined ? 1 : page.startsWith(`functions/${namespace}.`) ? 4 : 0.5);
    if (score > (pages.get(page)?.score ?? 0)) pages.set(page, { ...part, score });
  }
  return [...pages.values()].sort((a, b) => b.score - a.score).slice(0, limit);
}
