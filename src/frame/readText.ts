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
  const codeOf = new Map(names.map((name, i) => [name, i + 1]));
  return {
    codes: Uint32Array.from(values, (value) => value === null ? 0 : codeOf.get(value)!),
    names: [null, ...names],
  };
}

function codedSeries(series: pl.Series): CodedText {
  const codes = pl.DataFrame([series.alias("text")])
    .select(pl.col("text").rank("dense").cast(pl.UInt32).fillNull(pl.lit(0)).cast(pl.UInt32));
  return {
    codes: codes.getColumn("text").toTypedArray() as Uint32Array,
    names: [null, ...series.dropNulls().unique().sort().toArray() as string[]],
  };
}
