import { plainLine } from "../../options/plainText.ts";
import { checkColumnCount } from "../../frame/columns/checkColumnCount.ts";
import { suggest } from "../../options/suggest.ts";
import type { CsvOptions } from "./csvOptions.ts";
import type { CsvType } from "./csvColumns.ts";

export interface HeaderColumn {
  /** Name in the frame. */
  readonly name: string;
  /** Name in the file. */
  readonly header: string;
  /** Index of the field in a line. */
  readonly place: number;
  /** Type given by the caller; `undefined` if it is to be inferred. */
  readonly type: CsvType | undefined;
  /** Type implied by the name, such as `time`. */
  readonly usual: CsvType | undefined;
  /** `true` if the header row has no name for it: without values, it is left out. */
  readonly isUnnamed: boolean;
}

/**
 * Returns the requested columns, in the order of the frame.
 *
 * @throws {TypeError} if a column is missing, occurs twice or has no name, or an option has an
 * unknown column
 */
export function headerColumns(
  headers: readonly (string | null)[],
  options: CsvOptions,
): HeaderColumn[] {
  const { types = {}, columns } = options;
  checkColumnCount(headers.length);
  const pairs = columns === undefined
    ? namedHeaders(headers).map((name) => [name, name] as const)
    : Object.entries(columns);
  checkTypes(types, pairs);
  // Names without the columns option are in order, and each occurs once.
  const places = Map.groupBy(
    columns === undefined ? [] : headers.keys(),
    (place) => headers[place]?.trim() ?? "",
  );
  const found = pairs.map(([name, header], at) => {
    const [place = -1, second] = columns === undefined ? [at] : places.get(header.trim()) ?? [];
    if (name === "") {
      throw new TypeError(
        `Cannot read CSV: column ${place + 1} has no name. Select columns with the columns option.`,
      );
    }
    if (place < 0) {
      throw new TypeError(
        `Cannot read CSV: column ${JSON.stringify(header)} is missing; the columns are ${
          plainLine(headers.join(", "))
        }`,
      );
    }
    if (second !== undefined) {
      throw new TypeError(`Cannot read CSV: there are two columns ${JSON.stringify(header)}`);
    }
    const hasFormat = typeof options.timeFormat === "object" &&
      Object.hasOwn(options.timeFormat, name);
    return {
      name,
      header,
      place,
      type: types[name],
      usual: hasFormat ? "time" : usualType(name),
      isUnnamed: (headers[place] ?? "").trim() === "",
    };
  });
  checkFormats(options.timeFormat, found);
  return found as HeaderColumn[];
}

/**
 * Names columns without a name `column_3`, and the second column `x` `x_2`. Spaces around names are
 * removed.
 */
function namedHeaders(headers: readonly (string | null)[]): string[] {
  const taken = new Set(headers.map((header) => header?.trim() ?? "")), names = new Set<string>();
  const copies = new Map<string, number>();
  for (const [place, header] of headers.entries()) {
    const own = header?.trim() || `column_${place + 1}`;
    let copy = copies.get(own) ?? 1, name = own;
    while (names.has(name) || (copy > 1 && taken.has(name))) name = `${own}_${++copy}`;
    copies.set(own, copy);
    names.add(name);
  }
  return [...names];
}

function checkTypes(
  types: NonNullable<CsvOptions["types"]>,
  pairs: readonly (readonly [name: string, header: string])[],
): void {
  const names = Object.keys(types);
  if (names.length === 0) return;
  const known = new Set(pairs.map(([name]) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `Cannot read CSV: types has ${JSON.stringify(unknown)}, which is not a column`,
  );
}

/** A pattern for a column of another type would have no effect. */
function checkFormats(
  timeFormat: CsvOptions["timeFormat"],
  columns: readonly Pick<HeaderColumn, "name" | "type">[],
): void {
  if (typeof timeFormat !== "object") return;
  const isTime = (type: CsvType | undefined): boolean => /^(?:time|date)$/.test(type ?? "time");
  const times = columns.filter(({ type }) => isTime(type)).map(({ name }) => name);
  const unknown = Object.keys(timeFormat).find((name) => !times.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `Cannot read CSV: timeFormat has ${JSON.stringify(unknown)}, which is not a column of times` +
      suggest(unknown, times),
  );
}

function usualType(name: string): CsvType | undefined {
  if (/^(?:time|timestamp)$|_(?:time|date)$/.test(name)) return "time";
  return name === "value" ? "float64" : name === "sleep_stage" ? "int64" : undefined;
}
