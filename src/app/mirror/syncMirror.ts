import type { Client } from "../../client/client.ts";
import { readRowsOf } from "../../client/readRows.ts";
import { type OnProgress, startProgress } from "../../progress/progress.ts";
import type { Store } from "../../store/openStore.ts";
import type { CopiedRange } from "./copyRange.ts";
import { mayRead, type MirrorStates, newState, type Readable } from "./mirrorState.ts";
import { readLists } from "./readLists.ts";
import { readShared } from "./readShared.ts";
import { EVER, rangeOf } from "./readTypeRows.ts";
import { newSince, syncUser, type SyncUserOptions } from "./syncUser.ts";

export interface SyncOptions {
  readonly store: Store;
  readonly onProgress: OnProgress;
  /** Stops copying; what was copied stays, and the next call resumes there. */
  readonly signal?: AbortSignal | undefined;
}

/** Result of copying a data type. */
export interface MirroredType {
  /** Data type. */
  readonly data_type: string;
  /** New records. */
  added: number;
  /** Changed records. */
  changed: number;
  /** Deleted records. */
  deleted: number;
}

const ACTION = "mirror";

/**
 * Updates a mirror: first the user's own data, then the data that each other user shares.
 *
 * @returns what was copied, a row per data type with changes
 */
export async function syncMirror(client: Client, options: SyncOptions): Promise<MirroredType[]> {
  const { store, signal } = options;
  signal?.throwIfAborted();
  const readRows = readRowsOf(client, ACTION);
  const userid = await client.userid();
  const states = await findStates(client, userid, store);
  const mirrored = new Map<string, MirroredType>();
  const onRange = (data_type: string, { added, changed, deleted }: CopiedRange): void => {
    const one = mirrored.get(data_type) ?? { data_type, added: 0, changed: 0, deleted: 0 };
    one.added += added;
    one.changed += changed;
    one.deleted += deleted;
    mirrored.set(data_type, one);
  };
  const progress = startProgress(options.onProgress, { action: ACTION, unit: "records" });
  const common = { client, readRows, store, userid, signal, states, progress, onRange };
  try {
    await syncUser({
      ...common,
      state: states.own,
      comparesAlways: false,
      readDefinitions: () => readOwn(common),
    });
    for (const owner of Object.keys(states.others)) {
      await syncUser({
        ...common,
        owner,
        state: states.others[owner]!,
        comparesAlways: true, // deletions of others are only reported if they share everything
        readDefinitions: () => readOther(common, owner),
      });
    }
  } finally {
    progress.end();
  }
  return [...mirrored.values()].filter(({ added, changed, deleted }) => added + changed + deleted);
}

type Common = Pick<SyncUserOptions, "client" | "store" | "states" | "signal">;

/**
 * Reads the user's own lists and who else shares something. Copies of other users' data are
 * removed.
 */
async function readOwn(
  { client, store, states, signal }: Common,
): ReturnType<SyncUserOptions["readDefinitions"]> {
  const lists = await readLists(client, signal);
  const datasets = await client.api.shares.datasets({}, { signal });
  const sharers = new Set(datasets.map(({ svc_userid }) => svc_userid));
  for (const owner of Object.keys(states.others)) {
    if (sharers.has(owner)) continue;
    await store.mirrors.forget(owner, []);
    delete states.others[owner];
  }
  for (const owner of sharers) states.others[owner] ??= newState(newSince());
  const { start_time: start, end_time: end } = rangeOf(EVER);
  return { step: { lists }, readable: [{ start, end, types: null }] };
}

/** Reads what another user shares. Records of types that are no longer shared are removed. */
async function readOther(
  { client, store, signal }: Common,
  owner: string,
): ReturnType<SyncUserOptions["readDefinitions"]> {
  const { lists, windows } = await readShared(client, owner, signal);
  const readable = windows.map(({ types, ...interval }): Readable => {
    const { start_time: start, end_time: end } = rangeOf(interval);
    return { start, end, types };
  });
  const held = await store.changes.dataTypes(owner);
  const kept = held.filter((dataType) => readable.some((part) => mayRead(part, dataType)));
  if (kept.length < held.length) await store.mirrors.forget(owner, [...kept, KEEP_USER]);
  return { step: { shared: lists }, readable };
}

/**
 * Never the name of a data type, so that something remains of a user who still shares data.
 */
const KEEP_USER = "";

/** Reads the progress of the copy, or creates it. */
async function findStates(client: Client, userid: string, store: Store): Promise<MirrorStates> {
  await store.users.ensure(userid);
  const first = await store.users.first();
  const found = await store.mirrors.find(userid);
  if (found !== undefined) {
    if (found.origin === client.baseUrl) return JSON.parse(found.state);
    throw new RangeError(
      `Cannot ${ACTION}: the folder is a mirror of ${found.origin}, not of ${client.baseUrl}; ` +
        "choose another folder",
    );
  }
  const states: MirrorStates = { own: newState(newSince()), others: {} };
  const mirror = { origin: client.baseUrl, state: JSON.stringify(states) };
  if (first?.userid === userid && await store.mirrors.begin(userid, mirror)) return states;
  throw new RangeError(
    `Cannot ${ACTION}: the folder contains other data. Choose one that is empty or new.`,
  );
}
