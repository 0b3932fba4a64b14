import type { Columns } from "../../frame/columns/columns.ts";
import { takeRows } from "../../frame/takeRows.ts";
import type { AskedRange } from "../../frame/polars/askedRange.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { Groups } from "../../frame/columns/groups.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/**
 * Returns the results of all groups as one frame, with the group columns first.
 *
 * @param counts Number of rows of each group, in order.
 * @param columns Rows of all groups, group by group.
 * @throws {RangeError} if a group column and a result have the same name
 */
export function groupedFrame(
  groups: Groups | undefined,
  counts: readonly number[],
  columns: Columns,
  { action, range }: { readonly action: string; readonly range?: AskedRange | undefined },
): Frame {
  if (groups === undefined) return toFrame(columns, {}, range);
  const twice = Object.keys(groups.columns).find((name) => Object.hasOwn(columns, name));
  if (twice !== undefined) {
    throw new RangeError(
      `Cannot ${action} by ${JSON.stringify(twice)}: the result has a column of that name; ` +
        "rename the frame's column",
    );
  }
  const rows = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
  counts.reduce((at, count, group) => {
    rows.fill(group, at, at + count);
    return at + count;
  }, 0);
  return toFrame({ ...takeRows(groups.columns, rows), ...columns }, {}, range);
}
