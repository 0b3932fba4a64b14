import { type Column, int64Column } from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
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
  const keys = frames.map(keysOf);
  const reaching = new Set(
    keys.flatMap(({ key, earliest }, i) =>
      i === 0 ? [] : key.filter((one, row) => {
        const at = earliest(row);
        return one !== undefined && (at === undefined || at < pieces[i]!.start);
      })
    ),
  );
  const seen = new Set<string>();
  const kept = frames.map((frame, i) => {
    const { key } = keys[i]!;
    const own = new Set<string>();
    const keep = key.map((one) => {
      if (one === undefined || !reaching.has(one)) return true;
      own.add(one);
      return !seen.has(one);
    });
    for (const one of own) seen.add(one);
    if (!keep.includes(false)) return frame;
    return keepRows(frame, Uint8Array.from(keep, Number));
  });
  return joinFrames(descending ? kept.reverse() : kept);
}

/** Returns the identity of each record of a frame, and its earliest time. */
function keysOf(frame: Frame): {
  key: readonly (string | undefined)[];
  earliest: (row: number) => bigint | undefined;
} {
  const data = openFrame(frame);
  const id = data.names.find((name) => IDS.includes(name));
  const ids = id === undefined ? undefined : data.column(id);
  const times = typeNames(frame).filter(([, type]) => type.startsWith("datetime["))
    .map(([name]) => data.column(name));
  const timesAt = (row: number): bigint[] => times.flatMap((column) => timeAt(column, row) ?? []);
  const key = Array.from({ length: data.rowCount }, (_, row) => {
    const own = ids?.type === "text" ? ids.values[row] : undefined;
    return own === undefined || own === null ? undefined : `${own} ${timesAt(row)[0]}`;
  });
  const earliest = (row: number): bigint | undefined =>
    timesAt(row).reduce<bigint | undefined>(
      (least, time) => least === undefined || time < least ? time : least,
      undefined,
    );
  return { key, earliest };
}

function timeAt(column: Column, row: number): bigint | undefined {
  return column.type === "time" && column.valid?.[row] !== 0 ? column.values[row] : undefined;
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
