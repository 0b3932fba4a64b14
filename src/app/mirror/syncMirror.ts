import type { Client } from "../../client/client.ts";
import { readRowsOf } from "../../client/readRows.ts";
import { type OnProgress, startProgress } from "../../show/progress.ts";
import type { Store } from "../../store/openStore.ts";
import { copyFiles } from "./copyFiles.ts";
import { compareCounts } from "./compareCounts.ts";
import type { CopiedRange } from "./copyRange.ts";
import { copyType } from "./copyType.ts";
import type { Available } from "./slices.ts";
import { addChanges, type MirrorState, newState } from "./mirrorState.ts";
import { type Changes, readAvailable, readChanges } from "./readChanges.ts";
import { readLists } from "./readLists.ts";
import { EVER } from "./readTypeRows.ts";

/** What is copied where, and who is told. */
export interface SyncOptions {
  /** Where it is kept. */
  readonly store: Store;
  /** Who is told how far it is. */
  readonly onProgress: OnProgress;
  /** Ends it; what was copied stays, and the next time goes on from there. */
  readonly signal?: AbortSignal | undefined;
}

/** What was copied of a data type. */
export interface MirroredType {
  /** The data type. */
  readonly data_type: string;
  /** Records that are new. */
  added: number;
  /** Records that were changed. */
  changed: number;
  /** Records that are gone. */
  deleted: number;
}

/** How far the clocks of this machine and of a service may be apart, in minutes. */
const CLOCKS = 10;

const ACTION = "mirror";

/**
 * Brings the copy of a user's data up to date. What is kept after each range of records is kept with
 * how far the copy has come, in one transaction, so that it may end at any moment and goes on there.
 */
export async function syncMirror(client: Client, options: SyncOptions): Promise<MirroredType[]> {
  const { store, signal } = options;
  signal?.throwIfAborted();
  const readRows = readRowsOf(client, ACTION);
  const userid = await client.userid();
  const before = await findState(client, userid, store);
  const changes = await readChanges(client, before.since, { signal });
  if (isUpToDate(before, changes)) return [];
  const state = await plan(client, { ...options, before, userid });
  const mirrored = new Map<string, MirroredType>();
  const note = (data_type: string, { added, changed, deleted }: CopiedRange): void => {
    const one = mirrored.get(data_type) ?? { data_type, added: 0, changed: 0, deleted: 0 };
    one.added += added;
    one.changed += changed;
    one.deleted += deleted;
    mirrored.set(data_type, one);
  };
  const available = await readAvailable(client, EVER, { signal });
  const total = totalOf(state, available);
  const progress = startProgress(options.onProgress, { action: ACTION, unit: "records" });
  let done = 0;
  progress.report(0, total);
  try {
    for (const dataType of Object.keys(state.tasks).sort()) {
      await copyType({
        store,
        userid,
        readRows,
        dataType,
        signal,
        state,
        task: dataType,
        available: available.get(dataType) ?? { count: 0, start: null, end: null },
        onRange: (range) => {
          note(dataType, range);
          progress.report(done += range.read, Math.max(total, done));
        },
      });
    }
    if (state.countsDue) {
      const stateAfter = () => state;
      await compareCounts({ client, store, userid, readRows, signal, stateAfter, onRange: note });
      state.countsDue = false;
    }
    if (state.filesDue) {
      await copyFiles(client, { store, userid, signal });
      state.filesDue = false;
    }
    await store.mirrors.keep(userid, { state: JSON.stringify(state) });
  } finally {
    progress.end();
  }
  return [...mirrored.values()].filter(({ added, changed, deleted }) => added + changed + deleted);
}

/** How far the copy has come, which is begun where there is none. */
async function findState(client: Client, userid: string, store: Store): Promise<MirrorState> {
  await store.users.ensure(userid);
  const first = await store.users.first();
  const found = await store.mirrors.find(userid);
  if (found !== undefined) {
    if (found.origin === client.baseUrl) return JSON.parse(found.state);
    throw new RangeError(
      `Cannot ${ACTION}: the folder is a mirror of ${found.origin}, not of ${client.baseUrl}; ` +
        "name another folder",
    );
  }
  const state = newState(newSince());
  const mirror = { origin: client.baseUrl, state: JSON.stringify(state) };
  if (first?.userid === userid && await store.mirrors.begin(userid, mirror)) return state;
  throw new RangeError(
    `Cannot ${ACTION}: the folder holds data of its own; name one that is empty or new`,
  );
}

function isUpToDate(state: MirrorState, changes: Changes): boolean {
  return Object.keys(state.tasks).length === 0 && !state.countsDue && !state.filesDue &&
    changes.lists !== undefined && changes.lists === state.lists &&
    changes.files === state.files && isSame(changes.counts, state.seen);
}

function isSame(a: Changes["counts"], b: Changes["counts"]): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/**
 * What is to be done, kept before it is begun. What the service is asked the next time is asked first:
 * what is processed in between is then looked for twice, and never missed.
 */
async function plan(
  client: Client,
  { store, userid, before, signal }: SyncOptions & {
    readonly userid: string;
    readonly before: MirrorState;
  },
): Promise<MirrorState> {
  const since = newSince();
  const next = await readChanges(client, since, { signal });
  const changes = await readChanges(client, before.since, { signal });
  const state = structuredClone(before);
  if (before.lists === null) { // nothing is there yet
    for (const dataType of (await readAvailable(client, EVER, { signal })).keys()) {
      state.tasks[dataType] ??= { wanted: null, found: 0, position: null, later: 0 };
    }
  } else {
    for (const [dataType, count] of Object.entries(changes.counts)) {
      const more = count - (before.seen[dataType] ?? 0);
      if (more <= 0) continue;
      if (dataType === DELETED) state.countsDue = true;
      else addChanges(state, dataType, more);
    }
  }
  if (changes.files !== before.files) state.filesDue = true;
  const isKnown = changes.lists !== undefined && changes.lists === before.lists;
  const lists = isKnown ? undefined : await readLists(client, signal);
  Object.assign(state, {
    since,
    seen: next.counts,
    files: next.files,
    lists: changes.lists ?? "",
  });
  await store.mirrors.keep(userid, { state: JSON.stringify(state), lists });
  return state;
}

/** The type under which a service counts what was deleted. */
const DELETED = "DeletedRecord";

function newSince(): string {
  return Temporal.Now.instant().subtract({ minutes: CLOCKS }).toString();
}

function totalOf(state: MirrorState, available: ReadonlyMap<string, Available>): number {
  let total = 0;
  for (const [dataType, { wanted }] of Object.entries(state.tasks)) {
    const { count = 0 } = available.get(dataType) ?? {};
    total += wanted === null ? count : Math.min(wanted, count);
  }
  return total;
}
