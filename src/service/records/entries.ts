import type { StoredRecord } from "../../store/records.ts";
import type { Interval } from "../../time/interval.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import { entryRow } from "../types/entryTypes.ts";
import type { Context, TextBody } from "../http/handler.ts";
import { jsonArray, mapPages } from "../http/textBody.ts";

/** Query of records with their own format. */
export interface EntriesQuery {
  readonly owner: string;
  /** One of `ENTRY_TYPES`. */
  readonly dataType: string;
  /** Range. @default all */
  readonly interval?: Interval;
  /** Filter. @default all */
  readonly only?:
    | ((record: StoredRecord, row: { [field: string]: unknown }) => boolean)
    | undefined;
}

/** Returns records with their own format, as a JSON array ordered by start. */
export function entries(
  { store }: Pick<Context, "store">,
  { owner: userid, dataType, interval = EVER, only = () => true }: EntriesQuery,
): TextBody {
  const rowOf = entryRow(dataType)!;
  const pages = store.records.pages({ userid, dataType, interval });
  return jsonArray(mapPages(pages, (record) => {
    const row = rowOf(record);
    return only(record, row) ? JSON.stringify(row) : undefined;
  }));
}

const EVER: Interval = { start: MIN_MICROS, end: MAX_MICROS };
