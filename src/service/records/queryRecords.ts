import type { StoredRecord } from "../../store/records.ts";
import type { Context, TextBody } from "../http/handler.ts";
import { matches } from "./recordFields.ts";
import { csvColumns, type RecordRow } from "./recordRow.ts";
import type { RecordShape } from "./recordShape.ts";
import { csvTable, jsonArray, mapPages, type Pages } from "../http/textBody.ts";

/** Which records are asked for, in which form. */
export interface RecordQuery {
  /** Whose. */
  readonly owner: string;
  /** Parameters of the query. */
  readonly args: {
    readonly data_type: string;
    readonly start_time: bigint;
    readonly end_time: bigint;
    readonly sort: "asc" | "desc";
    readonly format: "json" | "csv";
    readonly filter: readonly string[];
  };
  /** How the records are found and answered. */
  readonly shape: RecordShape;
}

/** A record that was found. */
export interface FoundRecord {
  /** Its start in microseconds UTC. */
  readonly start: bigint;
  /** Its end in microseconds UTC; a moment's is its start. */
  readonly end: bigint;
  /** The record as queries answer it. */
  readonly row: RecordRow;
}

/** Records that intersect a range and pass the filters, page by page. */
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

/** Records as a JSON array or as CSV. */
export function queryRecords(context: Context, query: RecordQuery): TextBody {
  return recordsBody(findRecords(context, query), query);
}

/** Records that were found as a JSON array or as CSV. */
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
