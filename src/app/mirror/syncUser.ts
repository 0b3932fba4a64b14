import type { Client } from "../../client/client.ts";
import type { ReadRows } from "../../client/readRows.ts";
import type { RunningProgress } from "../../progress/progress.ts";
import type { Store } from "../../store/openStore.ts";
import type { MirrorStep } from "../../store/mirrors.ts";
import { toMicros } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import { compareCounts } from "./compareCounts.ts";
import { copyFiles } from "./copyFiles.ts";
import type { CopiedRange } from "./copyRange.ts";
import { copyType } from "./copyType.ts";
import {
  addChanges,
  mayRead,
  type MirrorState,
  type MirrorStates,
  newTask,
  type Readable,
} from "./mirrorState.ts";
import { type Changes, readAvailable, readChanges } from "./readChanges.ts";
import type { Available } from "./slices.ts";

export interface SyncUserOptions {
  readonly client: Client;
  readonly readRows: ReadRows;
  readonly store: Store;
  readonly userid: string;
  /** Owner of the data, if different from the user of the mirror. */
  readonly owner?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** State of the whole mirror. */
  readonly states: MirrorStates;
  /** State of this user's data, which is changed. */
  readonly state: MirrorState;
  /** Reads everything except records and files, and returns the readable data. */
  readonly readDefinitions: () => Promise<{
    readonly step: Pick<MirrorStep, "lists" | "shared">;
    readonly readable: Readable[];
  }>;
  /** `true` if deletions are only found by comparing numbers. */
  readonly comparesAlways: boolean;
  readonly progress: RunningProgress;
  /** Called after each range. */
  readonly onRange: (dataType: string, done: CopiedRange) => void;
}

/** Largest difference between the clocks of this machine and of a service, in minutes. */
const CLOCKS = 10;

/** Type under which a service counts deletions. */
const DELETED = "DeletedRecord";

/** Returns the start of the next request for changes. */
export function newSince(): string {
  return Temporal.Now.instant().subtract({ minutes: CLOCKS }).toString();
}

/**
 * Updates the copy of one user's data. After each range, its records and the progress are stored in
 * one transaction, so that copying may stop at any time and resume there.
 */
export async function syncUser(options: SyncUserOptions): Promise<void> {
  const { client, store, userid, owner, signal, states, state, progress, onRange } = options;
  const changes = await readChanges(client, state.since, { owner, signal });
  const isCurrent = isUpToDate(state, changes);
  if (isCurrent && !options.comparesAlways) return;
  if (!isCurrent) await plan(options);
  const common = { store, userid, owner, readRows: options.readRows, signal };
  let done = 0;
  for (const [i, part] of state.readable.entries()) {
    const names = Object.keys(state.tasks).filter((name) => name.startsWith(`${i} `)).sort();
    if (names.length === 0) continue;
    const bounds = intervalOf(part);
    const available = await readAvailable(client, bounds, { owner, signal });
    const total = totalOf(names, state, available);
    for (const name of names) {
      const dataType = name.slice(name.indexOf(" ") + 1);
      await copyType({
        ...common,
        dataType,
        states,
        state,
        bounds,
        task: name,
        available: available.get(dataType) ?? { count: 0, start: null, end: null },
        onRange: (range) => {
          onRange(dataType, range);
          progress.report(done += range.read, Math.max(total, done));
        },
      });
    }
  }
  if (state.countsDue || options.comparesAlways) {
    const stateAfter = () => states;
    for (const part of state.readable) {
      const isReadable = (dataType: string): boolean => mayRead(part, dataType);
      await compareCounts(
        { ...common, client, mayRead: isReadable, stateAfter, onRange },
        intervalOf(part),
      );
    }
    state.countsDue = false;
  }
  if (state.filesDue) {
    const hasFiles = state.readable.some(({ types }) =>
      types === null || types.some((type) => type.startsWith("file:"))
    );
    if (hasFiles) await copyFiles(client, { store, userid: owner ?? userid, owner, signal });
    state.filesDue = false;
  }
  await store.mirrors.keep(userid, { state: JSON.stringify(states) });
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
 * Plans the work and stores the plan before it starts. The next request for changes starts before
 * this one, so records processed in between are searched for twice, but never missed.
 */
async function plan(options: SyncUserOptions): Promise<void> {
  const { client, store, userid, owner, signal, states, state } = options;
  const since = newSince();
  const next = await readChanges(client, since, { owner, signal });
  const changes = await readChanges(client, state.since, { owner, signal });
  const isOther = changes.lists === undefined || changes.lists !== state.lists;
  // The lists of another user may have changed what may be read, so read everything again.
  const isWhole = state.lists === null || (owner !== undefined && isOther);
  const { step, readable } = isOther
    ? await options.readDefinitions()
    : { step: {}, readable: state.readable };
  if (isWhole) state.tasks = {};
  for (const [i, part] of readable.entries()) {
    if (isWhole) {
      const available = await readAvailable(client, intervalOf(part), { owner, signal });
      for (const dataType of available.keys()) {
        state.tasks[`${i} ${dataType}`] = newTask(null);
      }
      continue;
    }
    for (const [dataType, count] of Object.entries(changes.counts)) {
      const more = count - (state.seen[dataType] ?? 0);
      if (more <= 0 || dataType === DELETED || !mayRead(part, dataType)) continue;
      addChanges(state, `${i} ${dataType}`, { count: more, span: changes.spans[dataType] });
    }
  }
  if ((changes.counts[DELETED] ?? 0) > (state.seen[DELETED] ?? 0)) state.countsDue = true;
  if (changes.files !== state.files || (owner !== undefined && isOther)) state.filesDue = true;
  Object.assign(state, {
    since,
    seen: next.counts,
    files: next.files,
    lists: changes.lists ?? "",
    readable,
  });
  await store.mirrors.keep(userid, { state: JSON.stringify(states), ...step });
}

function intervalOf({ start, end }: Readable): Interval {
  return { start: toMicros(start), end: toMicros(end) };
}

function totalOf(
  names: readonly string[],
  { tasks }: MirrorState,
  available: ReadonlyMap<string, Available>,
): number {
  let total = 0;
  for (const name of names) {
    const { count = 0 } = available.get(name.slice(name.indexOf(" ") + 1)) ?? {};
    const { wanted } = tasks[name]!;
    total += wanted === null ? count : Math.min(wanted, count);
  }
  return total;
}
