import { type Column, int64Column } from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import type { ColumnOf } from "../../frame/wantedColumns.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { concatFrames, keepRows } from "../../frame/polars/rearrange.ts";
import { withColumns } from "../../frame/polars/withColumns.ts";
import { typeNames } from "../../frame/polars/typeName.ts";
import { displayOf } from "../../frame/polars/displays.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import type { Interval } from "../../time/interval.ts";

/** Columns that identify a record. */
const IDS = ["id", "uuid", "apple_workout_id", "calendar_event_id"];

/** Concatenates frames with the same columns. */
export function joinFrames(frames: readonly Frame[]): Frame {
  return attachDisplay(concatFrames(frames), displayOf(frames[0]!) ?? {});
}

/**
 * Joins pieces of records into one frame. A record that crosses a cut is in both pieces; the first
 * one is kept. Records are equal if they have the same identifier and start. Records without an
 * identifier are all kept.
 *
 * @param pieces The range of each frame, in order and without gaps.
 * @param descending `true` if later records come first.
 */
export function joinRecords(
  frames: readonly Frame[],
  pieces: readonly Interval[],
  descending: boolean,
): Frame {
  const parts = frames.map(openRecords);
  const reaching = new Set<string>(), ids = new Set<string | null>();
  parts.forEach((part, i) => {
    if (i === 0) return;
    for (const row of part.rowsBefore(pieces[i]!.start)) {
      const key = part.key(row);
      if (key === undefined) continue;
      reaching.add(key);
      ids.add(part.ids()[row]!);
    }
  });
  if (ids.size === 0) return joinFrames(descending ? frames.toReversed() : frames);
  const seen = new Set<string>();
  const kept = parts.map(({ frame, count, ids: idsOf, key }) => {
    const own = new Set<string>(), all = idsOf();
    const keep = new Uint8Array(count).fill(1);
    for (const row of rowsWhere(count, (row) => ids.has(all[row] ?? null))) {
      const one = key(row)!;
      if (!reaching.has(one)) continue;
      own.add(one);
      if (seen.has(one)) keep[row] = 0;
    }
    for (const one of own) seen.add(one);
    return keep.includes(0) ? keepRows(frame, keep) : frame;
  });
  return joinFrames(descending ? kept.reverse() : kept);
}

/** Records of a piece; identifiers are read on demand, because few records cross a cut. */
interface Records {
  readonly frame: Frame;
  readonly count: number;
  readonly ids: () => readonly (string | null)[];
  /** Returns the identity of a record: its identifier and first time. */
  readonly key: (row: number) => string | undefined;
  /** Returns the records with a time before an instant, or without any time. */
  readonly rowsBefore: (at: bigint) => Uint32Array;
}

function openRecords(frame: Frame): Records {
  const data = openFrame(frame), count = data.rowCount;
  const name = data.names.find((name) => IDS.includes(name));
  const times = typeNames(frame).filter(([, type]) => type.startsWith("datetime["))
    .map(([name]) => data.column(name)).filter((column) => column.type === "time");
  const isTimed = ({ valid }: ColumnOf<"time">, row: number): boolean => valid?.[row] !== 0;
  let read: readonly (string | null)[] | undefined;
  const ids = (): readonly (string | null)[] => {
    const column = name === undefined ? undefined : data.column(name);
    return read ??= column?.type === "text" ? column.values : new Array(count).fill(null);
  };
  return {
    frame,
    count,
    ids,
    key: (row) => {
      const id = ids()[row] ?? undefined, first = times.find((one) => isTimed(one, row));
      return id === undefined ? undefined : `${id} ${first?.values[row]}`;
    },
    rowsBefore: (at) => {
      const timed = new Uint8Array(count), before = new Uint8Array(count);
      for (const column of times) {
        for (let row = 0; row < count; row++) {
          if (!isTimed(column, row)) continue;
          timed[row] = 1;
          if (column.values[row]! < at) before[row] = 1;
        }
      }
      return rowsWhere(count, (row) => before[row] === 1 || timed[row] === 0);
    },
  };
}

/**
 * Joins pieces of stages or cycles into one frame and renumbers the cycles.
 *
 * @param counts Number of cycles of each piece, including filtered ones.
 */
export function joinNights(frames: readonly Frame[], counts: readonly bigint[]): Frame {
  let before = 0n;
  return joinFrames(frames.map((frame, i) => {
    const numbered = shiftNumbers(frame, before);
    before += counts[i]!;
    return numbered;
  }));
}

/** Returns the number of cycles of a response. */
export function countCycles(frame: Frame): bigint {
  return numbersOf(frame).values.reduce(
    (count, number) => number >= count ? number + 1n : count,
    0n,
  );
}

function shiftNumbers(frame: Frame, by: bigint): Frame {
  if (by === 0n) return frame;
  const name = nameOf(frame);
  const values = numbersOf(frame).values.map((number) => number + by);
  return withColumns(frame, { [name]: int64Column(values) });
}

function nameOf(frame: Frame): string {
  return openFrame(frame).has("number") ? "number" : "cycle";
}

function numbersOf(frame: Frame): Column & { type: "int64" } {
  const column = openFrame(frame).column(nameOf(frame));
  if (column.type !== "int64") throw new TypeError("the numbers of the cycles are not integers");
  return column;
}
