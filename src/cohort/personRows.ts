import { type Columns, int64Column, textColumn } from "../frame/columns/columns.ts";
import { withDisplay } from "../frame/polars/withDisplay.ts";
import { concatDiagonal, joinColumnsOf, selectColumns } from "../frame/polars/rearrange.ts";
import { columnNames, seriesOf } from "../frame/polars/seriesOf.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { sortStable } from "../frame/polars/sortRows.ts";
import { type CellType, PERSON } from "./tableSchema.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Creates a column with the person of each row. */
export function personColumn(
  people: readonly (readonly [person: string, rows: number])[],
  type: CellType,
): Columns {
  const total = people.reduce((sum, [, rows]) => sum + rows, 0);
  if (type !== "int64") {
    const values = new Array<string>(total);
    people.reduce((at, [person, rows]) => (values.fill(person, at, at + rows), at + rows), 0);
    return { [PERSON]: textColumn(values) };
  }
  const values = new BigInt64Array(total);
  people.reduce((at, [person, rows]) => (values.fill(BigInt(person), at, at + rows), at + rows), 0);
  return { [PERSON]: int64Column(values) };
}

/** Puts a column with the person first; it replaces a column of that name. */
export function withPersons(
  frame: Frame,
  people: readonly (readonly [person: string, rows: number])[],
  type: CellType,
): Frame {
  const own = toFrame(personColumn(people, type));
  const names = columnNames(frame).filter((name) => name !== PERSON);
  return joinColumnsOf([own, selectColumns(frame, names)]);
}

/**
 * Concatenates frames sorted by person, with each person's rows in their order; missing columns are
 * null.
 *
 * @throws {TypeError} if people have columns of different types
 */
export function joinPeople(frames: readonly Frame[]): Frame {
  if (frames.length === 1) return withDisplay(sortStable(frames[0]!, [PERSON]));
  try {
    return withDisplay(sortStable(concatDiagonal(frames), [PERSON]));
  } catch (cause) {
    const typesOf = (name: string): ReadonlySet<string> =>
      new Set(
        frames.flatMap((frame) =>
          columnNames(frame).includes(name) ? [String(seriesOf(frame, name).dtype)] : []
        ),
      );
    const mixed = frames.flatMap(columnNames).find((name) => typesOf(name).size > 1) ?? "";
    throw new TypeError(
      `Cannot join the rows of people: column ${JSON.stringify(mixed)} is of different types, ` +
        `${[...typesOf(mixed)].join(" and ")}. Cast it to one type.`,
      { cause },
    );
  }
}
