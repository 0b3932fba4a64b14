import { describeValue } from "./describeValue.ts";

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
  ["lag percentile", { expected: "a number or a list of numbers", fits: oneOrMore(isNumber) }],
  ["gapStages weekendDays zones", { expected: "a list of numbers", fits: listOf(isNumber) }],
  [
    "accuracy across angle best bins confidence decimals firstRow gapSteps harmonics head height " +
    "insetTop lags last maxColumns minCoverage minDays minLength minRows minSamples minutes points " +
    "radius resamples seed significance tail threshold tolerance trim washout width within",
    { expected: "a number", fits: isNumber },
  ],
  [
    "allSources alarm baseline center city cosine dependent double dropNulls dryRun emptyRows " +
    "extremes fit includePartial includeUnusual loop mergeContiguous mergeOverlapping naps pace " +
    "probability provenance replace rescore robust slopes strict wholeNights workouts",
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
