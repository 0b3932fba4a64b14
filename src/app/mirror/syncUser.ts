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

/** Whose data is copied, and what is told of it. */
export interface SyncUserOptions {
  /** The client of the service. */
  readonly client: Client;
  /** How it reads rows. */
  readonly readRows: ReadRows;
  /** Where it is kept. */
  readonly store: Store;
  /** Whose mirror it is. */
  readonly userid: string;
  /** Whose data, where it is not theirs. */
  readonly owner?: string | undefined;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
  /** All that is kept of how far the mirror has come. */
  readonly states: MirrorStates;
  /** Of that the part of this user's data, which is changed. */
  readonly state: MirrorState;
  /** Reads what is neither record nor file, and says what may be read. */
  readonly readDefinitions: () => Promise<{
    readonly step: Pick<MirrorStep, "lists" | "shared">;
    readonly readable: Readable[];
  }>;
  /** Whether what is deleted is counted only by comparing. */
  readonly comparesAlways: boolean;
  /** Who is told how many records were read, of how many. */
  readonly progress: RunningProgress;
  /** Called after each range. */
  readonly onRange: (dataType: string, done: CopiedRange) => void;
}

/** How far the clocks of this machine and of a service may be apart, in minutes. */
const CLOCKS = 10;

/** The type under which a service counts what was deleted. */
const DELETED = "DeletedRecord";

/** From when on a service is asked what it has processed. */
export function newSince(): string {
  return Temporal.Now.instant().subtract({ minutes: CLOCKS }).toString();
}

/**
 * Brings the copy of one user's data up to date. What is kept after each range of records is kept with
 * how far the copy has come, in one transaction, so that it may end at any moment and goes on there.
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
 * What is to be done, kept before it is begun. What the service is asked the next time is asked first:
 * what is processed in between is then looked for twice, and never missed.
 */
async function plan(options: SyncUserOptions): Promise<void> {
  const { client, store, userid, owner, signal, states, state } = options;
  const since = newSince();
  const next = await readChanges(client, since, { owner, signal });
  const changes = await readChanges(client, state.since, { owner, signal });
  const isOther = changes.lists === undefined || changes.lists !== state.lists;
  // Of another user, what may be read has perhaps changed with the lists: all is read again.
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
