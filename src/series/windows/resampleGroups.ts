import {
  type Column,
  columnLength,
  type Columns,
  timeColumn,
} from "../../frame/columns/columns.ts";
import { columnOf } from "../../frame/polars/columnsOf.ts";
import { readColumns } from "../../frame/readColumns.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { isoMicros } from "../../time/iso.ts";
import { type Interval, type Range, toInterval } from "../../time/interval.ts";
import { wholeWindows } from "./wholeWindows.ts";
import { closedRows } from "./closedRows.ts";
import { coverage } from "./coverage.ts";
import { elapsed } from "../clock/elapsed.ts";
import { filled } from "./fillGaps.ts";
import type { Groups } from "../../frame/columns/groups.ts";
import { inSlots, type ReadColumn } from "./inSlots.ts";
import { edgesOf, type Layout, layout, type Moments } from "./layout.ts";
import { timesOf, type Wanted } from "../input/resampleInput.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import type { ResampleOptions } from "./resampleOptions.ts";
import { twoColumns } from "./twoColumns.ts";
import { groupsOf } from "../../frame/groupsOf.ts";

/** What was asked, read. */
export interface ResampleGroupsOptions extends ResampleOptions {
  /** Name of the time column. */
  time: string;
  /** IANA zone of the answer. */
  tz: string;
  /** The boundaries of the windows that cover an interval. */
  lay: (interval: Interval) => BigInt64Array;
}

/** Resamples rows that are spans, or belong to groups, or are reduced by what they mean. */
export function resampleGroups(
  input: Frame,
  wanted: readonly Wanted[],
  options: ResampleGroupsOptions,
): Frame {
  const { time, tz, lay, end, label = "left", fill = null, closed = "left" } = options;
  const maxAge = options.maxAge === undefined ? undefined : elapsed(options.maxAge, "maxAge");
  const step = options.step === undefined ? undefined : elapsed(options.step, "step");
  let groups = groupsOf(input, options.by, "resample");
  let read = wanted.map((own): ReadColumn => withValues(own, columnOf(own.series)));
  let at = columnOf(timesOf(input, time, "resample", options.tz).series) as {
    values: BigInt64Array;
  };
  const points = at.values;
  let rows: Uint32Array | undefined;
  if (closed !== "left") {
    const moved = closedRows(at.values, closed, groups?.codes, lay);
    rows = moved.rows;
    at = { values: moved.at };
    read = read.map((own) => withValues(own, takeRows({ own: own.column }, moved.rows)["own"]!));
    groups &&= { ...groups, codes: moved.rows.map((row) => groups!.codes[row]!) };
  }
  const moments: Moments = {
    start: at.values,
    end: end === undefined ? undefined : endsOf(input, end, at.values, tz),
  };
  const laid = layout(moments, groups, lay);
  const result: Record<string, Column> = { ...named(groups, laid) };
  const add = (name: string, column: Column): void => {
    if (Object.hasOwn(result, name)) throw twoColumns(name);
    result[name] = column;
  };
  const first = (row: number): bigint => points[rows === undefined ? row : rows[row]!]!;
  add(time, timeColumn(labels(laid, moments.start, label, first), tz));
  const begins = laid.parts.map(({ offset }) => offset);
  for (const [name, column] of inSlots(laid, moments, read, maxAge)) {
    add(name, filled(tidy(column), fill, name, begins));
  }
  if (options.coverage === true) {
    add("coverage", tidy(coverage(laid, moments, anyValue(read, at.values.length), step)));
  }
  if ((options.whole ?? false) !== false) {
    const range = options.whole === true ? undefined : toInterval(options.whole as Range, { tz });
    add("whole", { type: "bool", values: wholeWindows(laid, moments, range, step) });
  }
  return toFrame(result satisfies Columns);
}

function withValues(wanted: Wanted, column: Column): ReadColumn {
  let has: Uint8Array | undefined;
  if (column.type === "text") {
    if (column.values.includes(null)) {
      has = Uint8Array.from(column.values, (value) => value === null ? 0 : 1);
    }
  } else if (column.type === "float64" && column.values.some(Number.isNaN)) {
    const { values, valid } = column;
    has = Uint8Array.from(values, (value, row) => value === value ? valid?.[row] ?? 1 : 0);
  } else if (column.type !== "struct") has = column.valid;
  return { ...wanted, column, has };
}

/** The rows in which any column has a value; undefined if all have. */
function anyValue(read: readonly ReadColumn[], count: number): Uint8Array | undefined {
  if (read.length === 0 || read.some(({ has }) => has === undefined)) return undefined;
  const any = new Uint8Array(count);
  for (const { has } of read) for (let row = 0; row < count; row++) any[row]! |= has![row]!;
  return any;
}

/** The columns that name the groups, for each slot. */
function named(groups: Groups | undefined, { parts, slots }: Layout): Columns {
  if (groups === undefined) return {};
  const rows = new Uint32Array(slots);
  for (const { rows: own, offset, count } of parts) {
    rows.fill(groups.first[groups.codes[own[0]!]!]!, offset, offset + count);
  }
  return takeRows(groups.columns, rows);
}

function labels(
  laid: Layout,
  start: BigInt64Array,
  label: NonNullable<ResampleOptions["label"]>,
  pointOf: (row: number) => bigint,
): BigInt64Array {
  const at = new BigInt64Array(laid.slots);
  for (const part of laid.parts) {
    const edge = edgesOf(laid, part);
    at.set(label === "right" ? edge.subarray(1) : edge.subarray(0, -1), part.offset);
    if (label !== "datapoint") continue;
    for (let i = part.rows.length - 1, slot = part.count - 1; i >= 0; i--) {
      const row = part.rows[i]!;
      while (start[row]! < edge[slot]!) slot--;
      at[part.offset + slot] = pointOf(row);
    }
  }
  return at;
}

function endsOf(input: Frame, end: string, start: BigInt64Array, tz: string): BigInt64Array {
  const { [end]: column } = readColumns(input, { [end]: "time" }, { action: "resample", tz });
  const { values, valid } = column as Extract<Column, { type: "time" }>;
  const ends = values.slice();
  for (let row = 0; row < ends.length; row++) {
    if (valid?.[row] === 0) ends[row] = start[row]!;
    if (ends[row]! >= start[row]!) continue;
    throw new RangeError(
      `Cannot resample: ${end} is ${isoMicros(ends[row]!)} in row ${row}, before the start ${
        isoMicros(start[row]!)
      }`,
    );
  }
  return ends;
}

/** A column without a mask that hides nothing, which makes the frame sooner. */
function tidy(column: Column): Column {
  return "valid" in column && column.valid !== undefined && columnLength(column) > 0 &&
      !column.valid.includes(0)
    ? { ...column, valid: undefined }
    : column;
}
