import { concatColumns } from "../../frame/concatColumns.ts";
import { type Column, type Columns, rowCount } from "../../frame/columns/columns.ts";
import { rowsOfGroups } from "../../frame/columns/groups.ts";
import type { OpenFrame } from "../../frame/open.ts";
import type { AskedRange } from "../../frame/polars/askedRange.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { takeRows } from "../../frame/takeRows.ts";

/** One or more columns that define groups. */
export type By = string | readonly string[] | undefined;

/** The rows of one group. */
export interface GroupPart {
  /** Key of the group; the same in every frame. */
  readonly key: string;
  /** Returns the group columns, repeated for a number of rows. */
  readonly names: (count: number) => Columns;
  /** Rows of the group, without the group columns. */
  readonly rows: OpenFrame;
}

/** Key of the empty group, whose results have columns but no rows. */
const NO_GROUP = "";

/** A frame split into groups. */
export interface SplitGroups {
  /** The groups, in order of their first rows. */
  readonly parts: readonly GroupPart[];
  /** Replaces groups that are missing from the frame. */
  readonly none: GroupPart;
}

/** Returns whether rows are split into groups. */
export function hasGroups(by: By): boolean {
  return by !== undefined && by.length > 0;
}

/**
 * Splits a frame into groups by the values of columns.
 *
 * @param times Columns of records that hold times, if present.
 * @throws {TypeError} if a column of `by` is missing or cannot define groups
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

/** Returns the key of a group; the same in every frame. */
export function keyOf(columns: Columns, row: number): string {
  return JSON.stringify(Object.values(columns).map((column) => valueOf(column, row)));
}

function valueOf(column: Column, row: number): string | null {
  if (column.type === "list" || column.type === "struct") return null; // not usable as groups
  if ("valid" in column && column.valid?.[row] === 0) return null;
  const value = column.values[row]!;
  return value === null ? null : String(value);
}

/**
 * Computes each group and returns the results as one frame, with the group columns first. Without
 * `by`, computes all rows together.
 *
 * @param options `times`: columns of records that hold times, if present. `units`: units of the
 * computed columns. @default units of the frame
 * @throws {RangeError} if a column of `by` and a result have the same name
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

/** Concatenates the results of groups, with the group columns first. */
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
        "rename the frame's column",
    );
  }));
  return toFrame(columns, units, range);
}
