import type { Store } from "../../store/openStore.ts";
import { RecordBatch } from "../../store/recordBatch.ts";
import type { StoredRecord } from "../../store/records.ts";
import type { Interval } from "../../time/interval.ts";
import type { CopiedRecord } from "./copiedRecord.ts";
import type { MirrorStates } from "./mirrorState.ts";
import { readTypeRows, recordOf, type TypeReader } from "./readTypeRows.ts";

/** Result of copying a range. */
export interface CopiedRange {
  /** Records that the service has in the range. */
  readonly read: number;
  /** New records. */
  readonly added: number;
  /** Changed records. */
  readonly changed: number;
  /** Deleted records. */
  readonly deleted: number;
}

export interface CopyRangeOptions extends TypeReader {
  readonly store: Store;
  readonly userid: string;
  /** Returns the state to store with the records, given what was done. */
  readonly stateAfter: (done: CopiedRange) => MirrorStates;
}

/**
 * Makes the records of a type in an interval equal to the service's. Writes new and changed
 * records, and deletes missing ones that start in the interval. The state is stored in the same
 * transaction.
 */
export async function copyRange(
  { store, userid, stateAfter, ...reader }: CopyRangeOptions,
  interval: Interval,
): Promise<CopiedRange> {
  const { dataType, owner = userid } = reader;
  const there = (await readTypeRows(reader, interval)).map((row) => recordOf(dataType, row));
  const here = new Map<string, { text: string; start: bigint }>();
  for await (const page of store.records.pages({ userid: owner, dataType, interval })) {
    for (const record of page) {
      here.set(record.id, { text: textOf(record, record.origin), start: record.start });
    }
  }
  const records = new RecordBatch();
  let added = 0, changed = 0;
  for (const record of there) {
    const before = here.get(record.id)?.text;
    here.delete(record.id);
    const after = textOf(record, record.origin && { ...record.origin, ...sourceOf(record) });
    if (before === after) continue;
    records.add(record);
    before === undefined ? added++ : changed++;
  }
  const deletions = [...here]
    .filter(([, { start }]) => start >= interval.start && start < interval.end)
    .map(([id]) => ({ id, dataType }));
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

/** Returns the whole content of a record as text, for comparisons. */
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
