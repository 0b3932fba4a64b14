import type { Columns } from "../../frame/columns/columns.ts";
import { takeRows } from "../../frame/takeRows.ts";
import type { AskedRange } from "../../frame/polars/askedRange.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { Groups } from "../../frame/columns/groups.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/**
 * What was computed of each group as one frame, the columns that name the groups in front.
 *
 * @param counts How many rows each group has, in their order.
 * @param columns The rows of all groups, one group after the other.
 * @throws {RangeError} if a column of groups has the name of one that was computed
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
        "rename that of the frame",
    );
  }
  const rows = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
  counts.reduce((at, count, group) => {
    rows.fill(group, at, at + count);
    return at + count;
  }, 0);
  return toFrame({ ...takeRows(groups.columns, rows), ...columns }, {}, range);
}
