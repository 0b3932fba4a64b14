import type { AggregateFunction } from "../../api/fields/enums.ts";
import { every } from "../../time/every.ts";
import { isoMicros } from "../../time/iso.ts";
import { DAY_MICROS } from "../../time/units.ts";
import { windowOf, windows } from "../../time/windows.ts";
import type { Context, TextBody } from "../http/handler.ts";
import { invalid } from "../http/problem.ts";
import { findRecords, type RecordQuery } from "./queryRecords.ts";
import { fieldOf } from "./recordFields.ts";
import { csvTable, jsonArray, mapPages } from "../http/textBody.ts";

/** Query of an aggregate. */
export interface AggregateQuery extends RecordQuery {
  readonly args: RecordQuery["args"] & {
    readonly resolution: string;
    readonly time_zone: string;
    readonly group: readonly string[];
  };
  /** Functions of the values; without them, the aggregate counts records. */
  readonly functions?: readonly AggregateFunction[];
}

const LENGTHS: Readonly<Record<string, string>> = { "15m": "15m", "60m": "1h", day: "1d" };

/** Maximum number of windows of an aggregate: 28 years of quarter hours. */
const MAX_AGGREGATE_WINDOWS = 1_000_000n;

/** Records of one window and group. */
interface Group {
  readonly time: bigint;
  readonly fields: readonly unknown[];
  count: number;
  sum: number;
  min: number;
  max: number;
}

const FUNCTIONS: Readonly<Record<AggregateFunction, (group: Group) => number>> = {
  sum: (group) => group.sum,
  avg: (group) => group.sum / group.count,
  min: (group) => group.min,
  max: (group) => group.max,
};

/**
 * Aggregates records per window of a time zone; empty windows are omitted. A record counts in the
 * window in which it starts, so adjacent ranges add up. A record that starts before the range does
 * not count.
 *
 * @throws {Problem} 422 if a grouping field does not exist or has the name of another column, or if
 * the range has too many windows
 */
export function aggregateRecords(context: Context, query: AggregateQuery): TextBody {
  const { args, functions } = query;
  const edges = edgesOf(args);
  const fields = args.group.map((name) => fieldOf(name, "group", query.shape.own));
  rejectTaken(args.group, ["time", ...functions ?? ["count"]]);
  const shown = (group: Group): object => ({
    time: isoMicros(group.time, args.time_zone),
    ...Object.fromEntries(args.group.map((name, i) => [name, group.fields[i]])),
    ...(functions === undefined
      ? { count: group.count }
      : Object.fromEntries(functions.map((name) => [name, FUNCTIONS[name](group)]))),
  });
  const pages = groups();
  if (args.format === "csv") {
    return csvTable(["time", ...args.group, ...(functions ?? ["count"])], mapPages(pages, shown));
  }
  return jsonArray(mapPages(pages, (group) => JSON.stringify(shown(group))));

  async function* groups(): AsyncGenerator<Group[], void, void> {
    const found = new Map<string, Group>();
    for await (const page of findRecords(context, query)) {
      for (const { start, row } of page) {
        if (start < args.start_time) continue;
        const window = windowOf(edges, start), values = fields.map((field) => field(row));
        const key = JSON.stringify([window, values]);
        let group = found.get(key);
        if (group === undefined) {
          const time = edges[window]!;
          group = { time, fields: values, count: 0, sum: 0, min: Infinity, max: -Infinity };
          found.set(key, group);
        }
        const value = Number(row.value ?? 0);
        group.count++;
        group.sum += value;
        group.min = Math.min(group.min, value);
        group.max = Math.max(group.max, value);
      }
    }
    yield [...found.values()];
  }
}

/** Rejects fields with the name of an existing column. */
function rejectTaken(group: readonly string[], columns: readonly string[]): void {
  const taken = group.find((name) => columns.includes(name));
  if (taken === undefined) return;
  throw invalid(["query", "group"], `The answer already has a column ${taken}`);
}

function edgesOf(args: AggregateQuery["args"]): BigInt64Array {
  const { start_time: start, end_time: end, time_zone: tz } = args;
  const length = every(LENGTHS[args.resolution]!);
  const least = length.kind === "clock" ? length.micros : DAY_MICROS;
  if ((end - start) / least > MAX_AGGREGATE_WINDOWS) {
    throw invalid(
      ["query", "end_time"],
      `The range has more than ${MAX_AGGREGATE_WINDOWS} windows of ${args.resolution}`,
    );
  }
  try {
    return windows({ start, end }, length, { tz });
  } catch (error) {
    throw invalid(["query", "end_time"], (error as Error).message);
  }
}
