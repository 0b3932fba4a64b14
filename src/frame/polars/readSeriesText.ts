import pl from "nodejs-polars";
import { variantOf } from "./seriesOf.ts";
import { type CodedText, type TextReader, textReader } from "../columns/codedText.ts";

const TEXT = new Set(["String", "Utf8", "Categorical", "Null"]);

/** Returns a reader of a text series; `undefined` if it has another type. */
export function readSeriesText(series: pl.Series): TextReader | undefined {
  if (!TEXT.has(variantOf(series))) return undefined;
  return textReader(
    () => series.cast(pl.Utf8).toArray() as (string | null)[],
    () => codeSeries(series.cast(pl.Utf8)),
  );
}

/**
 * Returns the text of each row as an index. Polars would hash each row for its categories. In runs
 * of equal texts, such as the rows of a person, only the first row is hashed here.
 */
function codeSeries(series: pl.Series): CodedText {
  const starts = startsOf(series.head(PROBE)).sum() < PROBE / 4 ? startsOf(series) : undefined;
  if (starts === undefined) return codeTexts(series);
  const { codes, names } = codeTexts(series.filter(starts.cast(pl.Bool)));
  const isStart = starts.toTypedArray() as Uint8Array, all = new Uint32Array(isStart.length);
  for (let row = 0, run = -1; row < all.length; row++) {
    run += isStart[row]!;
    all[row] = codes[run]!;
  }
  return { codes: all, names };
}

/** First rows that show whether a series has runs. */
const PROBE = 1024;

/** Marks rows with 1 if their text differs from the row before, or if one of the two is null. */
function startsOf(series: pl.Series): pl.Series {
  return series.neq(series.shift(1)).cast(pl.UInt8).fillNull("one") as pl.Series;
}

/** Converts Polars' categories, whose numbers are neither in alphabetical order nor start at 0. */
function codeTexts(series: pl.Series): CodedText {
  const given = series.cast(pl.Categorical).cast(pl.UInt32);
  const hasNulls = series.nullCount() > 0;
  const numbers = (hasNulls ? given.fillNull("zero") : given).toTypedArray() as Uint32Array;
  const valid = hasNulls ? series.isNotNull().cast(pl.UInt8).toTypedArray() : undefined;
  const rowOf = new Map<number, number>(); // first row of each number
  let last = -1;
  for (let row = 0; row < numbers.length; row++) {
    if (numbers[row] === last || valid?.[row] === 0) continue;
    last = numbers[row]!;
    if (!rowOf.has(last)) rowOf.set(last, row);
  }
  const texts = series.gather([...rowOf.values()]).toArray() as string[];
  const names = [...texts].sort();
  const indexOf = new Map(names.map((name, i) => [name, i + 1]));
  const least = [...rowOf.keys()].reduce((a, b) => Math.min(a, b), numbers[0] ?? 0);
  const most = [...rowOf.keys()].reduce((a, b) => Math.max(a, b), least);
  const codeOf = new Uint32Array(most - least + 1);
  [...rowOf.keys()].forEach((number, i) => codeOf[number - least] = indexOf.get(texts[i]!)!);
  for (let row = 0; row < numbers.length; row++) {
    numbers[row] = valid?.[row] === 0 ? 0 : codeOf[numbers[row]! - least]!;
  }
  return { codes: numbers, names: [null, ...names] };
}
