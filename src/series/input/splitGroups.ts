import { concatColumns } from "../../frame/concatColumns.ts";
import { type Column, type Columns, rowCount } from "../../frame/columns/columns.ts";
import { rowsOfGroups } from "../../frame/columns/groups.ts";
import type { OpenFrame } from "../../frame/open.ts";
import type { AskedRange } from "../../frame/polars/askedRange.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { takeRows } from "../../frame/takeRows.ts";

/** A column, or several, whose values make groups. */
export type By = string | readonly string[] | undefined;

/** The rows of one group. */
export interface GroupPart {
  /** What tells it from the others: the same in each frame that has the group. */
  readonly key: string;
  /** The columns that name the group, so many rows of them. */
  readonly names: (count: number) => Columns;
  /** Its rows, without these columns. */
  readonly rows: OpenFrame;
}

/** The key of no group: what is made of its rows has columns, and no rows. */
const NO_GROUP = "";

/** A frame in parts. */
export interface SplitGroups {
  /** A part for each group, in order of their first rows. */
  readonly parts: readonly GroupPart[];
  /** The part of a group that the frame does not have. */
  readonly none: GroupPart;
}

/** Whether rows are to be split into groups at all. */
export function hasGroups(by: By): boolean {
  return by !== undefined && by.length > 0;
}

/**
 * Splits a frame by the values of some columns.
 *
 * @param times The columns of records that are times, if there.
 * @throws {TypeError} if a column of `by` is missing, or makes no groups
 */
export function splitGroups(data: OpenFrame, by: By, times: readonly string[]): SplitGroups {
  const groups = data.groups(by)!;
  const others = data.names.filter((name) => !Object.hasOwn(groups.columns, name));
  const members = [...rowsOfGroups(groups, undefined), new Uint32Array(0)];
  const parts = data.takeParts(members, others, times).map((rows, group): GroupPart => ({
    key: group < groups.first.length ? keyOf(groups.columns, group) : NO_GROUP,
    names: (count) => takeRows(groups.columns, new Uint32Array(count).fill(group)),
    rows,
  }));
  return { parts: parts.slice(0, -1), none: parts.at(-1)! };
}

function keyOf(columns: Columns, row: number): string {
  return JSON.stringify(Object.values(columns).map((column) => valueOf(column, row)));
}

function valueOf(column: Column, row: number): string | null {
  if (column.type === "list" || column.type === "struct") return null; // which make no groups
  if ("valid" in column && column.valid?.[row] === 0) return null;
  const value = column.values[row]!;
  return value === null ? null : String(value);
}

/**
 * What a verb computes of each group as one frame, the columns of the groups in front. Without `by` it
 * is what it computes of all.
 *
 * @param options With `times`, the columns of records that are times, if there; with `units`, those of
 * the columns that it computes. @default units of the frame
 * @throws {RangeError} if a column of `by` has the name of one that the verb makes
 */
export function computeByGroup(
  data: OpenFrame,
  { by, times, units = data.units }: {
    by: By;
    times: readonly string[];
    units?: Readonly<Record<string, string>>;
  },
  compute: (rows: OpenFrame, key: string | undefined) => Columns,
): Frame {
  const { action, range } = data;
  if (!hasGroups(by)) return toFrame(compute(data, undefined), units, range);
  const { parts, none } = splitGroups(data, by, times);
  return joinGroups(
    (parts.length > 0 ? parts : [none]).map((part) => ({
      part,
      columns: compute(part.rows, part.key),
    })),
    { action, units, range },
  );
}

/** Puts what was computed of each group under one another, the columns of the groups in front. */
export function joinGroups(
  found: readonly { readonly part: GroupPart; readonly columns: Columns }[],
  { action, units = {}, range }: {
    readonly action: string;
    readonly units?: Readonly<Record<string, string>>;
    readonly range?: AskedRange | undefined;
  },
): Frame {
  const columns = concatColumns(found.map(({ part, columns }) => {
    const own = part.key === NO_GROUP ? takeRows(columns, new Uint32Array(0)) : columns;
    const names = part.names(rowCount(own));
    const twice = Object.keys(names).find((name) => Object.hasOwn(own, name));
    if (twice === undefined) return { ...names, ...own };
    throw new RangeError(
      `Cannot ${action} by ${JSON.stringify(twice)}: the result has a column of that name; ` +
        "rename that of the frame",
    );
  }));
  return toFrame(columns, units, range);
}
