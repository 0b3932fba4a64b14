import type { Columns } from "../../frame/columns/columns.ts";
import type { StoredRecord } from "../../store/records.ts";
import type { Interval } from "../../time/interval.ts";
import { isoMicros } from "../../time/iso.ts";
import { aggregateRecords } from "../records/aggregateRecords.ts";
import { findType, METRICS, typesOf, unknownType } from "../types/dataTypes.ts";
import type { Context, HandlersOf } from "../http/handler.ts";
import { ownerOf } from "../sharing/mayRead.ts";
import { metricOf } from "../types/metricOf.ts";
import { invalid } from "../http/problem.ts";
import { queryRecords } from "../records/queryRecords.ts";
import { type RecordShape, recordShape } from "../records/recordShape.ts";
import { rejectDuplicates } from "../http/rejectDuplicates.ts";
import { seriesColumns } from "./seriesColumns.ts";
import { seriesGrid } from "./seriesGrid.ts";
import { jsonArray, mapPages } from "../http/textBody.ts";
import type { DataType } from "../../schema/catalog.ts";
import type { Metric } from "../../schema/metrics.ts";
import { sharedTypes } from "../sharing/sharedTypes.ts";

export const metrics: HandlersOf<"metrics"> = {
  catalog: async ({ userid, context }) => [
    ...METRICS.values(),
    ...await ownMetrics(context, userid),
  ],

  samples: async (call) => {
    const { args, context } = call;
    const interval = { start: args.start_time, end: args.end_time };
    const userid = await ownerOf(call, args.metric, interval);
    const { name, unit } = await metricOf(context, userid, args.metric);
    const pages = context.store.records.pages({ userid, dataType: name, interval });
    return jsonArray(mapPages(pages, (record) => sampleJson(record, unit)));
  },

  timeSeries: async (call) => {
    const { args, context } = call;
    const interval = { start: args.start_time, end: args.end_time };
    const owner = await ownerOf(call, args.metric, interval);
    const metric = await metricOf(context, owner, args.metric);
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
    const asked = await Promise.all(names.map((name) => metricOf(context, owner, name)));
    rejectDuplicates(asked);
    const grid = seriesGrid(interval, String(args.samprate), "UTC", asked.length);
    const columns: Record<string, Columns[string]> = {};
    for (const metric of asked) {
      const fill = args.replace_nulls ? 0 : null;
      Object.assign(columns, await seriesColumns(context, { owner, metric, grid, fill }));
    }
    return columns;
  },

  records: async (call) => {
    return queryRecords(call.context, { ...await recordsOf(call), args: call.args });
  },

  aggregate: async (call) => {
    const functions = [...new Set(call.args.function)];
    const asked = await recordsOf(call);
    return aggregateRecords(call.context, { ...asked, args: call.args, functions });
  },
};

/** Returns the owner of the data; the caller must be able to read all of its types. */
async function ownersOf(
  call: Parameters<typeof ownerOf>[0],
  dataTypes: readonly string[],
  interval: Interval,
): Promise<string> {
  let owner = call.userid;
  for (const dataType of dataTypes) owner = await ownerOf(call, dataType, interval);
  return owner;
}

/** Returns the owner of a metric and the format of its records. */
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
): Promise<{ owner: string; shape: RecordShape }> {
  const { args, context } = call;
  const interval = { start: args.start_time, end: args.end_time };
  const owner = await ownerOf(call, args.data_type, interval);
  const type = await findType(context, owner, args.data_type, { deleted: true });
  const hasRecords = type?.metric !== null || type.isBase;
  if (type?.entry.class !== "metric" || !hasRecords) {
    throw unknownType(args.data_type, type, "is not a metric");
  }
  return { owner, shape: await recordShape(context, owner, type) };
}

/** Serializes a raw sample, whose properties are already JSON. */
function sampleJson(record: StoredRecord, unit: string): string {
  const extra = record.extra === null ? {} : JSON.parse(record.extra);
  const start = isoMicros(record.start);
  const sample = JSON.stringify({
    uuid: record.id,
    start_date: start,
    end_date: record.end === record.start ? start : isoMicros(record.end),
    value: record.value,
    unit: unit || null,
    count: extra.count ?? 1,
    has_undetermined_duration: extra.has_undetermined_duration ?? false,
    extras: extra.extras ?? {},
  });
  const source = record.origin?.sourceProperties ?? "null";
  const device = record.origin?.deviceProperties ?? "null";
  return `${sample.slice(0, -1)},"source_properties":${source},"device_properties":${device}}`;
}

/**
 * Returns user-defined metrics, including annotations with values and those that others share with
 * the user.
 */
async function ownMetrics(context: Context, userid: string): Promise<Metric[]> {
  const own = (await typesOf(context, userid)).map(({ entry }) => entry);
  return [...own, ...await sharedTypes(context, userid)]
    .filter((entry) => entry.class === "metric" && entry.id.includes("/"))
    .map(metricOfEntry);
}

function metricOfEntry({ id, description, unit, column_name, metric_kind }: DataType): Metric {
  return {
    name: id,
    description,
    unit: unit ?? "",
    value_column: column_name,
    is_time_series: true,
    metric_kind,
  };
}
