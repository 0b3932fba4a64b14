import type { Store } from "../../store/openStore.ts";
import { RecordBatch } from "../../store/recordBatch.ts";
import type { StoredRecord } from "../../store/records.ts";
import type { Interval } from "../../time/interval.ts";
import type { CopiedRecord } from "./copiedRecord.ts";
import type { MirrorStates } from "./mirrorState.ts";
import { readTypeRows, recordOf, type TypeReader } from "./readTypeRows.ts";

/** What was done in a range. */
export interface CopiedRange {
  /** Records that the service has there. */
  readonly read: number;
  /** Records that are new. */
  readonly added: number;
  /** Records that were changed. */
  readonly changed: number;
  /** Records that are gone. */
  readonly deleted: number;
}

/** Whose records of which type are copied where. */
export interface CopyRangeOptions extends TypeReader {
  /** Where they are kept. */
  readonly store: Store;
  /** Whose mirror it is. */
  readonly userid: string;
  /** What is kept with them: how far the copy has come, told of what was done. */
  readonly stateAfter: (done: CopiedRange) => MirrorStates;
}

/**
 * Makes the records of a type in an interval those that the service has: new and changed ones are
 * written, and those that start in it and are gone are deleted, in one transaction with the state.
 */
export async function copyRange(
  { store, userid, stateAfter, ...reader }: CopyRangeOptions,
  interval: Interval,
): Promise<CopiedRange> {
  const { dataType, owner = userid } = reader;
  const there = (await readTypeRows(reader, interval)).map((row) => recordOf(dataType, row));
  const here = new Map<string, string>(), starts = new Map<string, bigint>();
  for await (const page of store.records.pages({ userid: owner, dataType, interval })) {
    for (const record of page) {
      here.set(record.id, textOf(record, record.origin));
      starts.set(record.id, record.start);
    }
  }
  const records = new RecordBatch();
  let added = 0, changed = 0;
  for (const record of there) {
    const before = here.get(record.id);
    here.delete(record.id);
    const after = textOf(record, record.origin && { ...record.origin, ...sourceOf(record) });
    if (before === after) continue;
    records.add(record);
    before === undefined ? added++ : changed++;
  }
  const deletions = Array.from(here.keys(), (id) => ({ id, dataType })).filter(({ id }) =>
    starts.get(id)! >= interval.start && starts.get(id)! < interval.end
  );
  const done = { read: there.length, added, changed, deleted: deletions.length };
  await store.mirrors.keep(userid, {
    state: JSON.stringify(stateAfter(done)),
    uploads: records.length === 0 ? [] : [{ userid: owner, dataType, records }],
    deletions,
    owner,
  });
  return done;
}

function sourceOf({ origin }: CopiedRecord): { vendorId: string | null } {
  return { vendorId: origin?.source?.vendorId ?? null };
}

/** All that a record says, as text: two are equal where it is. */
function textOf(
  { start, end, value, extra }: Pick<StoredRecord, "start" | "end" | "value" | "extra">,
  origin:
    | {
      readonly vendorId: string | null;
      readonly sourceProperties: string;
      readonly deviceProperties: string;
    }
    | null
    | undefined,
): string {
  const from = origin
    ? `${origin.vendorId}\n${origin.sourceProperties}\n${origin.deviceProperties}`
    : "";
  return `${start} ${end} ${value}\n${from}\n${extra ?? ""}`;
}
