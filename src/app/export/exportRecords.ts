import { nextChange, zonedTime } from "../../time/zones.ts";
import type { RecordColumns } from "../../api/fields/endpoint.ts";
import type { Client } from "../../client/client.ts";
import { readRowsOf } from "../../client/readRows.ts";
import { textColumn } from "../../frame/columns/columns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { Row } from "../../frame/polars/rows.ts";
import { recordFrameColumns } from "../../client/response/readRecords.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import type { Available } from "../mirror/slices.ts";
import { readAvailable } from "../mirror/readChanges.ts";
import {
  EVER,
  frameColumns,
  isMetric,
  readTypeRows,
  startOf,
  type TypeRow,
} from "../mirror/readTypeRows.ts";
import { slices } from "../mirror/slices.ts";
import type { ExportFolder } from "./exportFolder.ts";

export interface ExportRecordsOptions {
  /** Zone of the months. */
  readonly tz: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of records written, and the total number of records. */
  readonly report: (done: number, total: number) => void;
}

/** Rows of a month that are not written yet. */
interface OpenMonth {
  readonly month: string;
  readonly rows: TypeRow[];
  /** Number of the month's part, from 1. */
  readonly part: number;
}

/** Maximum number of rows in a part of a month, which bounds the memory. */
const MOST = 100_000;

/** Members of a metric's record that its sample lacks. */
export const NOTED: RecordColumns = {
  name: { path: "name", or: "metadata.name" },
  note: "text",
  tags: { json: "tags" },
  metadata: { json: "metadata" },
};

/** Members of a record that its sample has under another name. */
const REPEATED: ReadonlySet<string> = new Set([
  "id",
  "recorded_at",
  "start_time",
  "end_time",
  "source_id",
  "source_name",
]);

/**
 * Writes all records, as a Parquet file per data type and month of their start. The columns are the
 * same as in the client's frames, followed by `other`, which contains the remaining members as
 * JSON.
 */
export async function exportRecords(
  client: Client,
  into: ExportFolder,
  { tz, signal, report }: ExportRecordsOptions,
): Promise<void> {
  const readRows = readRowsOf(client, "export");
  const available = await readAvailable(client, EVER, { signal });
  const total = [...available.values()].reduce((sum, { count }) => sum + count, 0);
  let done = 0;
  report(done, total);
  for (const [dataType, held] of available) {
    // A slice may end inside a month, so the rows of its last month wait for the next slice.
    let open: OpenMonth | undefined;
    const close = async (): Promise<void> => {
      if (open === undefined) return;
      await writeMonth(into, dataType, open, tz);
      open = undefined;
    };
    for (const slice of slicesOf(dataType, held)) {
      const rows = await readTypeRows({ readRows, dataType, signal }, slice);
      for (const [month, inMonth] of byMonth(dataType, rows, slice, tz)) {
        const before = open as OpenMonth | undefined, isSame = before?.month === month;
        if (!isSame || before.rows.length >= MOST) await close();
        open ??= { month, rows: [], part: isSame ? before.part + 1 : 1 };
        for (const row of inMonth) open.rows.push(row);
        report(done += inMonth.length, Math.max(total, done));
      }
    }
    await close();
  }
}

function slicesOf(dataType: string, held: Available): Interval[] {
  return dataType === "calendars" ? [EVER] : slices(EVER, held);
}

/**
 * Groups the rows that start in a slice by month, in order. Rows without a known start have no
 * month.
 */
function byMonth(
  dataType: string,
  rows: readonly TypeRow[],
  { start, end }: Interval,
  tz: string,
): [string, TypeRow[]][] {
  const months = new Map<string, TypeRow[]>(), monthOf = monthsIn(tz);
  for (const row of rows) {
    const at = startOf(dataType, row);
    if (at < start || at >= end) continue;
    const month = at === MIN_MICROS ? "unknown" : monthOf(at);
    const list = months.get(month);
    if (list === undefined) months.set(month, [row]);
    else list.push(row);
  }
  return [...months].sort(([a], [b]) => a === b ? 0 : a === "unknown" || a < b ? -1 : 1);
}

/** Returns a function that gives the local month of an instant, fast if instants are in order. */
function monthsIn(tz: string): (at: bigint) => string {
  let from = 0n, until = 0n, month = "";
  return (at) => {
    if (at < from || at >= until) {
      const local = zonedTime(at, tz), change = nextChange(at, tz) ?? MAX_MICROS;
      const next = local.startOfDay().with({ day: 1 }).add({ months: 1 });
      const end = next.epochNanoseconds / 1000n;
      [from, until] = [at, end < change ? end : change];
      month = new Date(Number(at) / 1000 + local.offsetNanoseconds / 1e6).toISOString()
        .slice(0, "2024-03".length);
    }
    return month;
  };
}

async function writeMonth(
  into: ExportFolder,
  dataType: string,
  { month, rows, part }: OpenMonth,
  tz: string,
): Promise<void> {
  const columns = frameColumns(dataType), noted = isMetric(dataType) ? NOTED : {};
  const frame = toFrame({
    ...recordFrameColumns(rows.map(({ row, sample }) => sample ?? row!), columns, { zone: tz }),
    ...recordFrameColumns(rows.map(({ row, sample }) => row ?? sample!), noted, { zone: tz }),
    other: textColumn(rows.map(restOf({ ...columns, ...noted }))),
  });
  const name = `${month}${part === 1 ? "" : `.${part}`}.parquet`;
  const bytes = frame.writeParquet({ compression: "zstd" });
  await into.write(["records", ...dataType.split("/"), name], bytes, {
    holds: dataType,
    rows: rows.length,
  });
}

/** Returns a function that gives the members of a row without a column, as JSON; null without any. */
function restOf(columns: RecordColumns): (row: TypeRow) => string | null {
  const read = new Set<string>(), readWithin = new Map<string, Set<string>>();
  for (const [name, column] of Object.entries(columns)) {
    const path = typeof column === "object" && "path" in column ? column.path : undefined;
    const [member, inner] = path?.split(".", 2) ?? [];
    if (member !== undefined && inner !== undefined) {
      readWithin.getOrInsertComputed(member, () => new Set()).add(inner);
    } else read.add(typeof column === "object" && "json" in column ? column.json : member ?? name);
  }
  const add = (
    left: Record<string, unknown>,
    from: Row,
    omitted: ReadonlySet<string>,
  ) => {
    for (const name of Object.keys(from)) {
      let value = from[name];
      if (read.has(name) || omitted.has(name) || value === null) continue;
      if (typeof value === "object") {
        const members = Object.entries(value!), within = readWithin.get(name);
        const kept = within ? members.filter(([member]) => !within.has(member)) : members;
        if (kept.every(([, member]) => member === null)) continue;
        if (kept.length < members.length) value = Object.fromEntries(kept);
      }
      left[name] = value;
    }
  };
  return ({ row, sample }) => {
    const left: Record<string, unknown> = {};
    if (row !== undefined) add(left, row, sample === undefined ? NOTHING : REPEATED);
    if (sample !== undefined) add(left, sample, NOTHING);
    return Object.keys(left).length === 0 ? null : JSON.stringify(left);
  };
}

const NOTHING: ReadonlySet<string> = new Set();
