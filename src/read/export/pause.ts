import { makePause, type Pause } from "../../options/pause.ts";
import { type Bytes, slices } from "../zip/fileSource.ts";

/** Number of rows between two pauses. */
const ROWS = 1 << 14;

/** Passes the indices below a length to a callback in ranges, with pauses in between. */
export async function inTurns(
  length: number,
  pause: Pause,
  work: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < length; from += ROWS) {
    work(from, Math.min(length, from + ROWS));
    await pause();
  }
}

/** Passes items to a callback one by one, with pauses in between. */
export async function eachInTurns<T>(
  items: Iterable<T>,
  pause: Pause,
  take: (item: T, at: number) => void | Promise<void>,
): Promise<void> {
  let at = 0;
  for (const item of items) {
    const taken = take(item, at++);
    if (taken !== undefined) await taken;
    if (pause.isDue()) await pause();
  }
}

/** Yields the lines of a text, which may end in any way. */
export function* linesOf(text: string): Generator<string, undefined> {
  let feed = text.indexOf("\n"), carriage = text.indexOf("\r");
  for (let from = 0;;) {
    const isFeed = carriage < 0 || (feed >= 0 && feed < carriage), end = isFeed ? feed : carriage;
    if (end < 0) {
      yield text.slice(from);
      return undefined;
    }
    yield text.slice(from, end);
    from = end + (!isFeed && feed === end + 1 ? 2 : 1);
    if (feed >= 0 && feed < from) feed = text.indexOf("\n", from);
    if (carriage >= 0 && carriage < from) carriage = text.indexOf("\r", from);
  }
}

/** Returns the indices below a length, with pauses in between. */
export async function indicesBelow(length: number, pause: Pause): Promise<Uint32Array> {
  const indices = new Uint32Array(length);
  await inTurns(length, pause, (from, to) => {
    for (let at = from; at < to; at++) indices[at] = at;
  });
  return indices;
}

/** Returns sorted rows, with pauses while it sorts. The argument's order is lost. */
export async function sortInTurns(
  rows: Uint32Array,
  compare: (a: number, b: number) => number,
  pause: Pause,
): Promise<Uint32Array> {
  await inTurns(rows.length, pause, (from, to) => void rows.subarray(from, to).sort(compare));
  let sorted: Uint32Array = rows, merged: Uint32Array = new Uint32Array(rows.length);
  for (let width = ROWS; width < rows.length; width *= 2) {
    for (let start = 0; start < rows.length; start += 2 * width) {
      const middle = Math.min(start + width, rows.length);
      const end = Math.min(middle + width, rows.length);
      if (middle === end || compare(sorted[middle - 1]!, sorted[middle]!) <= 0) {
        merged.set(sorted.subarray(start, end), start);
        await pause();
        continue;
      }
      let left = start, right = middle;
      await inTurns(end - start, pause, (from, to) => {
        for (let at = start + from; at < start + to; at++) {
          const isLeft = right === end ||
            (left < middle && compare(sorted[left]!, sorted[right]!) <= 0);
          merged[at] = sorted[isLeft ? left++ : right++]!;
        }
      });
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

/** Returns a sorted copy of a list, with pauses while it sorts. */
export async function sortedInTurns<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  pause: Pause,
): Promise<T[]> {
  const places = await indicesBelow(items.length, pause), sorted: T[] = [];
  const order = await sortInTurns(places, (a, b) => compare(items[a]!, items[b]!), pause);
  await inTurns(order.length, pause, (from, to) => {
    for (const at of order.subarray(from, to)) sorted.push(items[at]!);
  });
  return sorted;
}

/** Wraps bytes so that reading them pauses, and ends when a signal aborts. */
export function stoppable({ size, read }: Bytes, signal: AbortSignal | undefined): Bytes {
  return { size, read: (start, end) => pausing(read(start, end), makePause(signal)) };
}

/** Yields the bytes of a file in small chunks, with pauses between them. */
export async function* pausing<T extends Uint8Array>(
  pieces: AsyncIterable<T>,
  pause: Pause,
): AsyncGenerator<T> {
  for await (const piece of slices(pieces)) {
    yield piece;
    await pause();
  }
}
