import pl from "nodejs-polars";
import { asFrame, type FrameLike } from "./asFrame.ts";
import { readColumns } from "./readColumns.ts";
import type { Row } from "./rows.ts";
import { columnNames, seriesOf } from "./seriesOf.ts";

/** Text of few different values, such as names of sources: a number for each row. */
export interface CodedText {
  /** The place of each row's text in `names`. */
  readonly codes: Uint32Array;
  /** Null, and then the different texts in alphabetical order. */
  readonly names: readonly (string | null)[];
}

/** A column of text that is read when it is needed: a million texts take longer than most kernels. */
export interface TextReader {
  /** The text of each row. */
  readonly values: () => readonly (string | null)[];
  /** The text of each row as a number. */
  readonly codes: () => CodedText;
}

const TEXT = new Set(["String", "Utf8", "Categorical", "Null"]);

/**
 * A column of text to be read later; undefined if there is no such column.
 *
 * @throws {TypeError} at once, if it has another type
 */
export function readText(input: FrameLike, name: string, action: string): TextReader | undefined {
  const whole = (): readonly (string | null)[] | undefined =>
    readColumns(input, { [`${name}?`]: "text" }, { action })[name]?.values;
  if (Array.isArray(input)) {
    const values = whole();
    return values && { values: () => values, codes: once(() => coded(values)) };
  }
  const frame = asFrame(input as Exclude<FrameLike, readonly Row[]>);
  if (!columnNames(frame).includes(name)) return undefined;
  const series = seriesOf(frame, name);
  if (!TEXT.has((series.dtype as { variant: string }).variant)) whole(); // which says what is wrong
  return {
    values: once(() => series.cast(pl.Utf8).toArray() as (string | null)[]),
    codes: once(() => codedSeries(series.cast(pl.Utf8))),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function coded(values: readonly (string | null)[]): CodedText {
  const names = [...new Set(values)].filter((value) => value !== null).sort();
  const places = new Map(names.map((name, i) => [name, i + 1]));
  return {
    codes: Uint32Array.from(values, (value) => value === null ? 0 : places.get(value)!),
    names: [null, ...names],
  };
}

/** Polars' categories are numbers already, but not in the order of the alphabet, nor from 0. */
function codedSeries(series: pl.Series): CodedText {
  const categories = series.cast(pl.Categorical);
  const used = categories.dropNulls().unique();
  const numbers = [...used.cast(pl.UInt32).toTypedArray()] as number[];
  const texts = used.cast(pl.Utf8).toArray() as string[];
  const names = [...texts].sort();
  const places = new Map(names.map((name, i) => [name, i + 1]));
  const least = numbers.reduce((a, b) => Math.min(a, b), 0);
  const most = numbers.reduce((a, b) => Math.max(a, b), 0);
  const codeOf = new Uint32Array(most - least + 1);
  numbers.forEach((number, i) => codeOf[number - least] = places.get(texts[i]!)!);
  const given = categories.cast(pl.UInt32);
  const codes = (given.nullCount() === 0 ? given : given.fillNull("zero"))
    .toTypedArray() as Uint32Array;
  for (let row = 0; row < codes.length; row++) codes[row] = codeOf[codes[row]! - least]!;
  return { codes: withNulls(codes, series), names: [null, ...names] };
}

function withNulls(codes: Uint32Array, series: pl.Series): Uint32Array {
  if (series.nullCount() === 0) return codes;
  const valid = series.isNotNull().cast(pl.UInt8).toTypedArray();
  return codes.map((code, row) => valid[row] === 0 ? 0 : code);
}
