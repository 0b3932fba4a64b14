import pl from "nodejs-polars";
import { type FrameLike, tableOf } from "../../frame/asFrame.ts";
import { withDisplay } from "../../frame/polars/withDisplay.ts";
import { columnNames, seriesOf } from "../../frame/polars/seriesOf.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { frameOf } from "./resampleInput.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { groupsOf } from "../../frame/groupsOf.ts";

/** A column, or several, whose values make groups. */
export type By = string | readonly string[] | undefined;

/** The rows of one group. */
export interface GroupPart {
  /** What tells it from the others: the same in each frame that has the group. */
  readonly key: string;
  /** The columns that name the group, so many rows of them. */
  readonly names: (count: number) => Frame;
  /** Its rows, without these columns. */
  readonly rows: FrameLike;
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

/** Whether rows are to be taken apart at all. */
export function hasGroups(by: By): boolean {
  return by !== undefined && by.length > 0;
}

/**
 * Takes a frame apart by the values of some columns.
 *
 * @param times The columns of records that are times, if there; `tz` is the zone of those without one.
 * @throws {TypeError} if a column of `by` is missing, or makes no groups
 */
export function splitGroups(
  input: FrameLike,
  by: By,
  action: string,
  times: readonly string[],
  tz?: string,
): SplitGroups {
  const table = tableOf(input, action);
  const isEmpty = Array.isArray(table) && table.length === 0; // no rows lack no column
  const frame = frameOf(table, times, action, tz);
  const { codes, first, columns } = groupsOf(isEmpty ? [] : frame, by, action)!;
  const names = Object.keys(columns);
  const others = columnNames(frame).filter((name) => !names.includes(name));
  const part = (group: number): GroupPart => {
    const named = (count: number) =>
      toFrame(takeRows(columns, new Uint32Array(count).fill(first[group] ?? 0)));
    const mask = pl.Series("mask", codes.map((code) => code === group ? 1 : 0)).cast(pl.Bool);
    return {
      key: group < first.length
        ? JSON.stringify(seriesList(named(1)).map((one) => String(one.toArray()[0])))
        : NO_GROUP,
      names: named,
      rows: isEmpty
        ? []
        : pl.DataFrame(others.map((name) => seriesOf(frame, name).filter(mask))) as Frame,
    };
  };
  return { parts: Array.from(first, (_, group) => part(group)), none: part(first.length) };
}

/**
 * What a verb makes of each group as one frame, the columns of the groups in front. Without `by` it is
 * what it makes of all.
 *
 * @throws {RangeError} if a column of `by` has the name of one that the verb makes
 */
export function eachGroup(
  input: FrameLike,
  { by, action, times, tz }: {
    by: By;
    action: string;
    times: readonly string[];
    tz?: string | undefined;
  },
  compute: (rows: FrameLike, key: string | undefined) => Frame,
): Frame {
  if (!hasGroups(by)) return compute(input, undefined);
  const { parts, none } = splitGroups(input, by, action, times, tz);
  return joinGroups(
    (parts.length > 0 ? parts : [none]).map((part) => ({
      part,
      result: compute(part.rows, part.key),
    })),
    action,
  );
}

/** Puts what was made of each group under one another, the columns of the groups in front. */
export function joinGroups(
  found: readonly { readonly part: GroupPart; readonly result: Frame }[],
  action: string,
): Frame {
  const frames = found.map(({ part, result }) => {
    const made = seriesList(result).map((own) => part.key === NO_GROUP ? own.head(0) : own);
    const names = seriesList(part.names(made[0]?.len() ?? 0));
    const twice = names.find(({ name }) => made.some((own) => own.name === name));
    if (twice === undefined) return pl.DataFrame([...names, ...made]);
    throw new RangeError(
      `Cannot ${action} by ${JSON.stringify(twice.name)}: the result has a column of that name; ` +
        "rename that of the frame",
    );
  });
  return withDisplay(pl.concat(frames, { how: "diagonal" }) as Frame);
}

function seriesList(frame: Frame): pl.Series[] {
  return columnNames(frame).map((name) => seriesOf(frame, name));
}
