import type { Columns } from "../frame/columns.ts";
import type { StoredRecord } from "../store/records.ts";
import type { Interval } from "../time/interval.ts";
import { isoMicros } from "../time/iso.ts";
import { aggregateRecords } from "./aggregateRecords.ts";
import { findType, METRICS, unknownType } from "./dataTypes.ts";
import type { Context, HandlersOf } from "./handler.ts";
import { ownerOf } from "./mayRead.ts";
import { metricOf } from "./metricOf.ts";
import { invalid } from "./problem.ts";
import { queryRecords } from "./queryRecords.ts";
import { seriesColumns } from "./seriesColumns.ts";
import { seriesGrid } from "./seriesGrid.ts";
import { jsonArray, mapPages } from "./textBody.ts";

/** Reads metrics: their catalog, samples, series and records. */
export const metrics: HandlersOf<"metrics"> = {
  catalog: () => [...METRICS.values()],

  samples: async (call) => {
    const { args, context: { store } } = call;
    const interval = { start: args.start_time, end: args.end_time };
    const userid = await ownerOf(call, args.metric, interval);
    const { unit } = metricOf(args.metric);
    const pages = store.records.pages({ userid, dataType: args.metric, interval });
    return jsonArray(mapPages(pages, (record) => sampleJson(record, unit)));
  },

  timeSeries: async (call) => {
    const { args, context } = call;
    const interval = { start: args.start_time, end: args.end_time };
    const owner = await ownerOf(call, args.metric, interval);
    const metric = metricOf(args.metric);
    const calculations = [...new Set(args.calculations)];
    if (metric.metric_kind === "cumulative" && calculations.length > 0) {
      throw invalid(
        ["query", "calculations"],
        `${metric.name} is cumulative: it has sums, not readings to calculate with`,
      );
    }
    return seriesColumns(context, {
      owner,
      metric,
      grid: seriesGrid(interval, args.samprate, args.tz, 1 + calculations.length),
      calculations,
      fill: args.replace_nulls ? 0 : null,
      dropNulls: args.drop_nulls,
    });
  },

  timeSeriesGrouped: async (call) => {
    const { args, context } = call;
    const interval = { start: args.start_time, end: args.end_time };
    const names = [...new Set(args.metrics)];
    const owner = await ownersOf(call, names, interval);
    const asked = names.map(metricOf);
    const grid = seriesGrid(interval, String(args.samprate), "UTC", asked.length);
    const columns: Record<string, Columns[string]> = {};
    for (const metric of asked) {
      const fill = args.replace_nulls ? 0 : null;
      Object.assign(columns, await seriesColumns(context, { owner, metric, grid, fill }));
    }
    return columns;
  },

  records: async (call) => {
    const { owner, unit } = await recordsOf(call);
    return queryRecords(call.context, { owner, args: call.args, unit });
  },

  aggregate: async (call) => {
    const { owner, unit } = await recordsOf(call);
    const functions = [...new Set(call.args.function)];
    return aggregateRecords(call.context, { owner, args: call.args, unit, functions });
  },
};

/** Whose data is meant, all of whose types must be readable. */
async function ownersOf(
  call: Parameters<typeof ownerOf>[0],
  dataTypes: readonly string[],
  interval: Interval,
): Promise<string> {
  let owner = call.userid;
  for (const dataType of dataTypes) owner = await ownerOf(call, dataType, interval);
  return owner;
}

/** Whose records of which metric are meant, and the unit of their values. */
async function recordsOf(
  call: {
    args: {
      data_type: string;
      start_time: bigint;
      end_time: bigint;
      svc_userid: string | undefined;
      pool_id: string | undefined;
      participant_id: string | undefined;
    };
    userid: string;
    context: Context;
  },
): Promise<{ owner: string; unit: string }> {
  const { args } = call;
  const interval = { start: args.start_time, end: args.end_time };
  const owner = await ownerOf(call, args.data_type, interval);
  const type = await findType(call.context, owner, args.data_type);
  if (type?.metric === null || type === undefined) throw unknownType(args.data_type);
  return { owner, unit: type.metric.unit };
}

/** A raw sample (wire facts, "Records"), whose properties are already JSON. */
function sampleJson(record: StoredRecord, unit: string): string {
  const extra = record.extra === null ? {} : JSON.parse(record.extra);
  const sample = JSON.stringify({
    uuid: record.id,
    start_date: isoMicros(record.start),
    end_date: isoMicros(record.end),
    value: record.value,
    unit,
    count: extra.count ?? 1,
    has_undetermined_duration: extra.has_undetermined_duration ?? false,
    extras: extra.extras ?? {},
  });
  const source = record.origin?.sourceProperties ?? "null";
  const device = record.origin?.deviceProperties ?? "null";
  return `${sample.slice(0, -1)},"source_properties":${source},"device_properties":${device}}`;
}
