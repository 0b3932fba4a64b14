import type { Client } from "../../client/client.ts";
import { isApiError } from "../../client/errors/isApiError.ts";
import { callSignal } from "../../options/callSignal.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { sleep } from "../../options/sleep.ts";
import { MAX_MICROS, toMicros } from "../../time/instant.ts";
import { isoMicros } from "../../time/iso.ts";
import { elapsedMicros, type Length } from "../../time/length.ts";
import { checkClient } from "../ask/checkInput.ts";

/** Options of {@linkcode Questions.watch}. */
export interface WatchOptions {
  /** Minimum time between two requests, such as `"1m"`. @default "30s" */
  every?: Length | undefined;
  /**
   * Maximum time between two requests. Without changes, or if the service is not available, the
   * time doubles up to it. @default "15m"
   */
  atMost?: Length | undefined;
  /** `cursor` of an earlier change, to resume after it. @default changes from now on */
  cursor?: string | undefined;
  /** Ends watching: the loop throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

const OPTIONS = optionNames<WatchOptions>()("every atMost cursor signal");

const ACTION = "watch for changes";

/** Something new at a service. */
export interface WatchedChange {
  /** Text that resumes watching after this change, in `me.watch({ cursor })`. */
  readonly cursor: string;
  /** Number of records that were added or changed, by data type. */
  readonly data_types: Readonly<Record<string, number>>;
  /** `true` if files changed. */
  readonly files: boolean;
  /** `true` if something else changed, such as tags, data types or shares. */
  readonly lists: boolean;
}

/** Position in the changes of a service. */
interface Position {
  /** Start of the processed changes that are read, in ISO 8601. */
  readonly from: string;
  /** Numbers of records since then that were already reported, by data type. */
  readonly counts: Readonly<Record<string, number>>;
  readonly files: string;
  readonly lists: string | undefined;
}

/** The clocks of client and service may differ by this, in microseconds. */
const SKEW = 600_000_000n;

/** Age at which a position gets a later start, in microseconds. */
const OLD = 3_600_000_000n;

/** Watches for changes: see {@linkcode Questions.watch}. */
export async function* watch(
  me: Client,
  options: WatchOptions = {},
): AsyncGenerator<WatchedChange, never, void> {
  checkClient(ACTION, me);
  checkOptions(ACTION, options, OPTIONS);
  const { every = "30s", atMost = "15m", cursor } = options;
  const shortest = millisOf(every, "every"), longest = millisOf(atMost, "atMost");
  if (longest < shortest) {
    throw new RangeError(
      `Cannot ${ACTION}: atMost is ${atMost}, which is shorter than every, ${every}. Pass a longer time.`,
    );
  }
  const signal = callSignal(options.signal);
  let position = cursor === undefined ? undefined : readCursor(cursor);
  for (let wait = shortest;;) {
    signal?.throwIfAborted();
    const found = await attempt(() => look(me, position, signal));
    if (found === undefined) {
      wait = Math.min(2 * wait, longest);
    } else {
      const { next, change } = found, isFirst = position === undefined;
      position = next;
      wait = change === undefined && !isFirst ? Math.min(2 * wait, longest) : shortest;
      if (change !== undefined) {
        yield change;
        continue;
      }
    }
    await sleep(wait, signal);
  }
}

/** Asks the service once. Without a position, it only determines the start. */
async function look(
  me: Client,
  position: Position | undefined,
  signal: AbortSignal | undefined,
): Promise<{ next: Position; change: WatchedChange | undefined }> {
  const now = me.now().epochNanoseconds / 1000n;
  if (position === undefined) {
    return { next: await read(me, isoMicros(now - SKEW), signal), change: undefined };
  }
  // Reads the later start first, so that nothing can come between it and an unchanged answer.
  const isOld = now - toMicros(position.from) > OLD;
  const later = isOld ? await read(me, isoMicros(now - SKEW), signal) : undefined;
  const next = await read(me, position.from, signal), { counts } = position;
  const added = Object.entries(next.counts)
    .map(([type, count]) => [type, count - (counts[type] ?? 0)] as const)
    .filter(([, count]) => count !== 0);
  const gone = Object.keys(counts).filter((type) => !(type in next.counts));
  const files = next.files !== position.files, lists = next.lists !== position.lists;
  if (added.length === 0 && gone.length === 0 && !files && !lists) {
    return { next: later ?? position, change: undefined };
  }
  const data_types = Object.fromEntries([
    ...added.map(([type, count]) => [type, Math.max(count, 0)] as const),
    ...gone.map((type) => [type, 0] as const),
  ]);
  return { next, change: { cursor: cursorOf(next), data_types, files, lists } };
}

async function read(
  me: Client,
  from: string,
  signal: AbortSignal | undefined,
): Promise<Position> {
  const { data_types, file_changes, lists_tag } = await me.api.changes.updates(
    { start_time: from, end_time: isoMicros(MAX_MICROS - 1n) },
    { signal, onProgress: () => {} },
  );
  return { from, counts: data_types, files: await digestOf(file_changes), lists: lists_tag };
}

/** Returns a short text that is the same for the same value. */
async function digestOf(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toBase64().slice(0, 22);
}

/** Returns the result of a request; `undefined` if the service is currently not available. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isPassing(error)) return undefined;
    throw error;
  }
}

function isPassing(error: unknown): boolean {
  if (!isApiError(error)) return false;
  const { name, status } = error;
  return name === "NetworkError" || name === "TimeoutError" || name === "RateLimitError" ||
    (status !== undefined && status !== null && status >= 500);
}

/** @throws {RangeError} if it is not a length above 0 and up to a week */
function millisOf(length: Length, what: string): number {
  const millis = Number(elapsedMicros(length, what)) / 1000;
  if (millis > 0 && millis <= 7 * 86_400_000) return millis;
  throw new RangeError(
    `Cannot ${ACTION}: ${what} is ${
      describeValue(length)
    }, expected a length of at most a week, such as "1m"`,
  );
}

function cursorOf(position: Position): string {
  const bytes = new TextEncoder().encode(JSON.stringify(position));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** @throws {TypeError} if the text is not the cursor of a change */
function readCursor(cursor: string): Position {
  try {
    const bytes = Uint8Array.fromBase64(cursor, { alphabet: "base64url" });
    const { from, counts, files, lists } = JSON.parse(new TextDecoder().decode(bytes));
    toMicros(from);
    const isKnown = typeof files === "string" && typeof counts === "object" && counts !== null &&
      Object.values(counts).every(Number.isSafeInteger);
    if (isKnown) return { from, counts, files, lists };
  } catch {
    // reported below
  }
  throw new TypeError(
    `Cannot ${ACTION}: cursor is ${
      describeValue(cursor)
    }, expected the cursor of an earlier change`,
  );
}
