import { describeValue } from "./describeValue.ts";

/** Options that are a number in every function; the compiler names those that are missing. */
export const NUMBERS = [
  "accuracy across align angle atLeast batch best bins brokenBelow buckets concurrency",
  "confidence days decimals effect firstRow gapSteps harmonics head height inset insetBottom insetLeft",
  "insetRight insetTop lags last margin marginBottom marginLeft marginRight marginTop max",
  "maxBody maxBytes maxColumns maxRows maxUnpacked memory minCoverage minDays minLength minRows",
  "levelSD missing residualSD simulations slopeSD",
  "minSamples minutes nights padding penalty people points radius resamples resolution rows",
  "rowsAtOnce seasonalSpan seconds seed significance skip tail threshold tolerance trendSpan",
  "trim washout width within workers",
] as const;

/** Options that are `true` or `false` in every function; the compiler names those that are missing. */
export const FLAGS = [
  "alarm allSources allowInsecure always baseline center city clamp cosine coverage deidentify",
  "dependent double dropNulls dryRun dstNights emptyRows extremes figure fit ids includePartial",
  "includeUnusual loop mergeContiguous mergeOverlapping naps pace probability provenance",
  "replace resamplePeople rescore robust round share slopes strict wholeNights workouts zero",
] as const;

/** Values that an option can have, and how a message describes them. */
interface Kind {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number";
const listOf = (fits: (value: unknown) => boolean) => (value: unknown): boolean =>
  Array.isArray(value) && value.every(fits);
const oneOrMore = (fits: (value: unknown) => boolean) => (value: unknown): boolean =>
  fits(value) || listOf(fits)(value);

/**
 * Kinds of options, with the names of their options, which mean the same in every function. Options
 * that are not listed have values of several kinds, or are checked by the code that reads them.
 */
const KINDS: readonly (readonly [names: string, Kind])[] = [
  [
    "begin condition label mode per prefix title uncovered unit unscored userid weight xUnit yUnit",
    { expected: "text", fits: isText },
  ],
  ["by", { expected: "a name or a list of names", fits: oneOrMore(isText) }],
  [
    "functions parts sourcePriority statistics tags windows",
    { expected: "a list of names", fits: listOf(isText) },
  ],
  ["only", { expected: 'a list, such as ["sleep"] or [5]', fits: Array.isArray }],
  ["lag percentile", {
    expected: "a number or a list of numbers",
    fits: oneOrMore(isNumber),
  }],
  ["gapStages weekendDays zones", { expected: "a list of numbers", fits: listOf(isNumber) }],
  [NUMBERS.join(" "), { expected: "a number", fits: isNumber }],
  [
    FLAGS.join(" "),
    { expected: "true or false", fits: (value) => typeof value === "boolean" },
  ],
];

const KIND_OF: ReadonlyMap<string, Kind> = new Map(
  KINDS.flatMap(([names, kind]) => names.split(" ").map((name) => [name, kind])),
);

/** Options for which null has a meaning. */
const NULLABLE = "fill";

/**
 * Rejects a value that an option cannot have.
 *
 * @param path Name for messages: `band.low`.
 * @throws {TypeError} if the value has another type
 */
export function checkKind(action: string, path: string, value: unknown): void {
  if (value === undefined) return;
  const kind = KIND_OF.get(path);
  const isOdd = typeof value === "bigint" || value === null && path !== NULLABLE;
  if (kind?.fits(value) ?? !isOdd) return;
  const expected = kind?.expected ?? (value === null ? undefined : "a number or text");
  throw new TypeError(
    `Cannot ${action}: ${path} is ${describeValue(value)}` +
      (expected === undefined ? ". Leave it out for the default." : `, expected ${expected}`),
  );
}
