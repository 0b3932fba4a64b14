import { nameAction } from "../../time/zones.ts";
import { rejectNearSource } from "../../options/suggest.ts";
import { type FrameLike, openFrame } from "../../frame/open.ts";
import type { TextReader } from "../../frame/columns/codedText.ts";
import { concatColumns } from "../../frame/concatColumns.ts";
import { type Columns, rowCount } from "../../frame/columns/columns.ts";
import type { AskedRange } from "../../frame/polars/askedRange.ts";
import { takeBytes, takeNumbers, takeRows, takeTexts, takeWide } from "../../frame/takeRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { groupedFrame } from "../../series/input/groupedFrame.ts";
import { type Groups, rowsOfGroups } from "../../frame/columns/groups.ts";
import { type NightTotals, type OnInvalid, readStages, type StageRows } from "./readStages.ts";
import type { StageFrameOptions } from "./stageFrameOptions.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** A stage frame and its groups. */
export interface StageGroups {
  readonly rows: StageRows;
  /** Groups; `undefined` without `by`. */
  readonly groups: Groups | undefined;
  /** Rows of each group, ordered by the groups' first rows. */
  readonly parts: readonly StageRows[];
}

/**
 * Reads a stage frame by group.
 *
 * @throws {TypeError} like `readStages`, and if a column of `by` is missing or cannot form groups
 * @throws {RangeError} like `readStages`, and if rows belong to several people without `by`
 */
export function readStageGroups(
  frame: FrameLike,
  options: StageFrameOptions & {
    readonly onInvalid?: OnInvalid;
    readonly sourcePriority?: readonly string[];
  },
  action: string,
): StageGroups {
  const data = openFrame(frame, { action });
  const rows = readStages(data, options, action);
  if (Array.isArray(options.sourcePriority)) {
    rejectNearSource(action, options.sourcePriority, rows.source?.codes().names ?? []);
  }
  const groups = data.personGroups(options.by);
  if (groups === undefined) return { rows, groups, parts: [rows] };
  return {
    rows,
    groups,
    parts: rowsOfGroups(groups, rows.order).map((own) => takeGroup(rows, own)),
  };
}

/**
 * Computes the result of a stage frame, or of each group. Results of groups are concatenated, after
 * the columns that identify the groups.
 */
export function computeByGroup(
  frame: FrameLike,
  options: Parameters<typeof readStageGroups>[1],
  action: string,
  compute: (rows: StageRows) => Columns,
): Frame {
  const { rows, groups, parts } = readStageGroups(frame, options, action);
  return groupsFrame(groups, nameAction(action, () => parts.map(compute)), () => compute(rows), {
    action,
    range: rows.range,
  });
}

/**
 * Combines the results of groups into one frame.
 *
 * @param ofNone Returns a result that supplies the columns if no group exists.
 */
export function groupsFrame(
  groups: Groups | undefined,
  results: readonly Columns[],
  ofNone: () => Columns,
  options: { readonly action: string; readonly range?: AskedRange | undefined },
): Frame {
  if (groups === undefined) return toFrame(results[0]!, {}, options.range);
  const columns = results.length > 0
    ? concatColumns(results)
    : takeRows(ofNone(), new Uint32Array(0));
  return groupedFrame(groups, results.map(rowCount), columns, options);
}

/** Returns some of the rows, by ascending start, as separate columns. */
function takeGroup(rows: StageRows, own: Uint32Array): StageRows {
  return {
    table: rows.table,
    tableName: rows.tableName,
    zone: rows.zone,
    range: rows.range,
    start: takeWide(rows.start, own),
    end: takeWide(rows.end, own),
    stage: takeBytes(rows.stage, own),
    order: undefined,
    row: own,
    source: rows.source && takeText(rows.source, own),
    id: rows.id && takeText(rows.id, own),
    known: rows.known && takeText(rows.known, own),
    totals: () => takeTotals(rows.totals(), own),
  };
}

function takeTotals(totals: NightTotals | undefined, own: Uint32Array): NightTotals | undefined {
  return totals && Object.fromEntries(
    Object.entries(totals).map(([name, values]) => [name, takeNumbers(values, own)]),
  );
}

/** Returns the text of some rows; `names` only has the names that they use. */
function takeText(text: TextReader, rows: Uint32Array): TextReader {
  return {
    values: () => takeTexts(text.values(), rows),
    codes: () => {
      const { codes, names } = text.codes();
      const own = new Uint32Array(rows.length), seen = new Set([0]);
      for (let i = 0; i < own.length; i++) {
        own[i] = codes[rows[i]!]!;
        if (own[i] !== own[i - 1]) seen.add(own[i]!);
      }
      const used = [...seen].sort((a, b) => a - b);
      const placeOf = new Map(used.map((code, place) => [code, place]));
      for (let i = 0, last = 0, place = 0; i < own.length; i++) {
        if (own[i] !== last) place = placeOf.get(last = own[i]!)!;
        own[i] = place;
      }
      return { codes: own, names: used.map((code) => names[code]!) };
    },
  };
}
