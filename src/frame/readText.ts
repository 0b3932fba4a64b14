import pl from "nodejs-polars";
import { asFrame, type FrameLike } from "./asFrame.ts";
import { readColumns } from "./readColumns.ts";
import type { Row } from "./polars/rows.ts";
import { columnNames, seriesOf } from "./polars/seriesOf.ts";

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
  const given = series.cast(pl.Categorical).cast(pl.UInt32);
  const hasNulls = series.nullCount() > 0;
  const numbers = (hasNulls ? given.fillNull("zero") : given).toTypedArray() as Uint32Array;
  const valid = hasNulls ? series.isNotNull().cast(pl.UInt8).toTypedArray() : undefined;
  const rowOf = new Map<number, number>(); // the first row of each number
  let last = -1;
  for (let row = 0; row < numbers.length; row++) {
    if (numbers[row] === last || valid?.[row] === 0) continue;
    last = numbers[row]!;
    if (!rowOf.has(last)) rowOf.set(last, row);
  }
  const texts = series.gather([...rowOf.values()]).toArray() as string[];
  const names = [...texts].sort();
  const placeOf = new Map(names.map((name, place) => [name, place + 1]));
  const least = [...rowOf.keys()].reduce((a, b) => Math.min(a, b), numbers[0] ?? 0);
  const most = [...rowOf.keys()].reduce((a, b) => Math.max(a, b), least);
  const codeOf = new Uint32Array(most - least + 1);
  [...rowOf.keys()].forEach((number, i) => codeOf[number - least] = placeOf.get(texts[i]!)!);
  for (let row = 0; row < numbers.length; row++) {
    numbers[row] = valid?.[row] === 0 ? 0 : codeOf[numbers[row]! - least]!;
  }
  return { codes: numbers, names: [null, ...names] };
}
