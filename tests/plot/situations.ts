import type { Row } from "../../src/frame/polars/rows.ts";
import type { PictureCase } from "./everyPicture.ts";

const DAY = 86_400_000, MOST_ROWS = 90_000;

/**
 * Returns the rows of a chart in each situation: all rows, few, none, one day or night, a month,
 * gaps, outliers, a year, ten years, twelve sources. Leaves out situations that do not apply.
 */
export function situations(one: PictureCase): { readonly [name: string]: readonly Row[] } {
  const { rows, schema } = one;
  const times = Object.keys(schema).filter((name) => schema[name] === "time");
  const numbers = Object.keys(schema).filter((name) => schema[name] === "float64");
  const at = (row: Row, name = times[0]!): number => Date.parse(String(row[name]));
  const run = Math.max(1, Math.ceil(rows.length / 10)), far = Math.floor(rows.length / 3);
  const more = {
    day: times.length === 0 ? [] : rows.filter((row) => at(row) < at(rows[0]!) + DAY),
    month: repeated(30),
    gaps: rows.filter((_, i) => ![2, 3, 6, 7].includes(Math.floor(i / run) % 10)),
    outlier: numbers.length === 0 ? [] : rows.map((row, i) => i === far ? outlier(row) : row),
    year: repeated(365),
    decade: repeated(3650),
    sources: "source" in schema
      ? rows.map((row, i) => ({ ...row, source: `Source ${1 + i % 12}` }))
      : [],
  };
  return {
    all: rows,
    few: rows.slice(0, 3),
    none: [],
    ...Object.fromEntries(Object.entries(more).filter(([, rows]) => rows.length > 0)),
  };

  /** Repeats rows after each other until they cover a number of days, if they have times. */
  function repeated(days: number): readonly Row[] {
    const all = rows.flatMap((row) => times.map((name) => at(row, name)));
    const span = DAY * Math.ceil((Math.max(...all) - Math.min(...all)) / DAY);
    if (!(span > 0)) return [];
    const copies = Math.min(Math.ceil(days * DAY / span), Math.floor(MOST_ROWS / rows.length));
    return Array.from({ length: copies }, (_, copy) =>
      rows.map((row) => ({
        ...row,
        ...Object.fromEntries(
          times.map((name) => [name, new Date(at(row, name) + copy * span).toISOString()]),
        ),
      }))).flat();
  }

  function outlier(row: Row): Row {
    const far = numbers.map((name) => [name, 40 * (Number(row[name]) || 100)]);
    return { ...row, ...Object.fromEntries(far) };
  }
}
