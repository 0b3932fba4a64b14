import type { StoredRecord } from "../../store/records.ts";
import type { Interval } from "../../time/interval.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import { entryRow } from "../types/entryTypes.ts";
import type { Context, TextBody } from "../http/handler.ts";
import { jsonArray, mapPages } from "../http/textBody.ts";

/** Which records are read. */
export interface EntriesQuery {
  /** Whose. */
  readonly owner: string;
  /** Of which type of `ENTRY_TYPES`. */
  readonly dataType: string;
  /** In which range. @default all */
  readonly interval?: Interval;
  /** Which of them. @default all */
  readonly only?:
    | ((record: StoredRecord, row: { [field: string]: unknown }) => boolean)
    | undefined;
}

/** Records with fields of their own, as a JSON array in the order of their starts. */
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
