import type { Interval } from "../../time/interval.ts";
import { isoMicros } from "../../time/iso.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import { aggregateRecords } from "./aggregateRecords.ts";
import { findType, unknownType } from "../types/dataTypes.ts";
import type { HandlersOf, Query } from "../http/handler.ts";
import { type OwnerArguments, ownerOf } from "../sharing/mayRead.ts";
import { findRecords, type FoundRecord, queryRecords, recordsBody } from "./queryRecords.ts";
import { type RecordShape, recordShape } from "./recordShape.ts";
import { onePage } from "../http/textBody.ts";

export const events: HandlersOf<"events"> = {
  list: async (call) => {
    const asked = await eventsOf(call, rangeOf(call.args));
    return queryRecords(call.context, { ...asked, args: call.args });
  },

  aggregate: async (call) => {
    const { args, context } = call;
    return aggregateRecords(context, { ...await eventsOf(call, rangeOf(args)), args });
  },

  latest: async (call) => {
    const { args, context } = call;
    const { owner, shape } = await eventsOf(call, null);
    if (args.filter.length === 0) {
      const { data_type: dataType } = args, { withDefined } = shape;
      const query = { userid: owner, dataType, withDefined };
      const record = await context.store.recordEdges.latest(query);
      const rows = record === undefined ? [] : [{ ...record, row: shape.rowOf(record) }];
      return recordsBody(onePage(rows), { args, shape });
    }
    const ever = { start_time: MIN_MICROS, end_time: MAX_MICROS, sort: "desc" } as const;
    const latest = await firstOf(
      findRecords(context, { owner, shape, args: { ...args, ...ever } }),
    );
    return recordsBody(onePage(latest === undefined ? [] : [latest]), { args, shape });
  },

  summary: async (call) => {
    const { args, context } = call;
    const asked = await eventsOf(call, rangeOf(args));
    let count = 0, first: bigint | undefined, last: bigint | undefined;
    const all = { ...asked, args: { ...args, sort: "asc", format: "json" } } as const;
    for await (const page of findRecords(context, all)) {
      for (const { start, end } of page) {
        count++;
        if (first === undefined || start < first) first = start;
        if (last === undefined || end > last) last = end;
      }
    }
    return {
      data_type: args.data_type,
      count,
      start_time: first === undefined ? null : isoMicros(first),
      end_time: last === undefined ? null : isoMicros(last),
    };
  },
};

/** Returns the owner of an event type and the format of its records. */
async function eventsOf(
  call: Query<OwnerArguments & { readonly data_type: string }>,
  interval: Interval | null,
): Promise<{ owner: string; shape: RecordShape }> {
  const { args, context } = call;
  const owner = await ownerOf(call, args.data_type, interval);
  const type = await findType(context, owner, args.data_type, { deleted: true });
  if (type?.entry.class !== "event") {
    throw unknownType(args.data_type, type, "is not an event type");
  }
  return { owner, shape: await recordShape(context, owner, type) };
}

function rangeOf(args: { readonly start_time: bigint; readonly end_time: bigint }): Interval {
  return { start: args.start_time, end: args.end_time };
}

async function firstOf(
  pages: AsyncIterable<readonly FoundRecord[]>,
): Promise<FoundRecord | undefined> {
  for await (const page of pages) if (page.length > 0) return page[0];
  return undefined;
}
