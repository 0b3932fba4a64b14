import type { StoredRecord } from "../../store/records.ts";
import type { Context, TextBody } from "../http/handler.ts";
import { matches } from "./recordFields.ts";
import { csvColumns, type RecordRow } from "./recordRow.ts";
import type { RecordShape } from "./recordShape.ts";
import { csvTable, jsonArray, mapPages, type Pages } from "../http/textBody.ts";

/** Query of records, with the format of the answer. */
export interface RecordQuery {
  readonly owner: string;
  readonly args: {
    readonly data_type: string;
    readonly start_time: bigint;
    readonly end_time: bigint;
    readonly sort: "asc" | "desc";
    readonly format: "json" | "csv";
    readonly filter: readonly string[];
  };
  /** Format of the records. */
  readonly shape: RecordShape;
}

/** A record in an answer. */
export interface FoundRecord {
  /** Start in microseconds UTC. */
  readonly start: bigint;
  /** End in microseconds UTC; equals the start for an instant. */
  readonly end: bigint;
  /** The record as queries answer it. */
  readonly row: RecordRow;
}

/** Yields pages of records that intersect a range and pass the filters. */
export function findRecords(
  { store }: Pick<Context, "store">,
  { owner, args, shape }: RecordQuery,
): AsyncGenerator<FoundRecord[], void, void> {
  const pass = matches(args.filter, shape.own);
  const pages = store.records.pages({
    userid: owner,
    dataType: args.data_type,
    withDefined: shape.withDefined,
    interval: { start: args.start_time, end: args.end_time },
    sort: args.sort,
  });
  return mapPages(pages, (record: StoredRecord) => {
    const row = shape.rowOf(record);
    return pass(row) ? { start: record.start, end: record.end, row } : undefined;
  });
}

/** Returns records as a JSON array or CSV. */
export function queryRecords(context: Context, query: RecordQuery): TextBody {
  return recordsBody(findRecords(context, query), query);
}

/** Formats found records as a JSON array or CSV. */
export function recordsBody(
  found: Pages<FoundRecord>,
  { args, shape: { unit, own } }: Pick<RecordQuery, "shape"> & {
    readonly args: { readonly format: string };
  },
): TextBody {
  const pages = mapPages(found, ({ row }) => row);
  if (args.format === "csv") {
    return csvTable(csvColumns(unit, own), pages);
  }
  return jsonArray(mapPages(pages, (row) => JSON.stringify(row)));
}
