import type { Pause } from "../../options/pause.ts";
import { comparing, type ExportRow } from "./exportRows.ts";
import { eachInTurns, indicesBelow, inTurns, sortInTurns } from "./pause.ts";

/** Interval of a workout, in microseconds since 1970. */
export interface WorkoutSpan {
  readonly start: number;
  readonly end: number;
}

/** A workout with the file that it was read from. */
export interface FileWorkout extends WorkoutSpan {
  readonly row: ExportRow;
  readonly file: string;
  readonly where: string | undefined;
  /** `true` if it only counts without another file's workout that starts within it. */
  readonly isCoarse: boolean;
}

/** A workout that another file has too. */
export interface WorkoutCopy extends FileWorkout {
  /** File of the workout that is kept; undefined if it was read earlier. */
  readonly keptIn: string | undefined;
}

/**
 * Separates workouts from their copies. Two workouts of different files are the same if they share
 * at least two thirds of the longer one. The one with more values is kept; coarse ones come last.
 * Takes n log n time even if thousands of workouts overlap.
 *
 * @param earlier Workouts that were read before; they always stay.
 */
export async function distinctWorkouts(
  workouts: readonly FileWorkout[],
  earlier: readonly WorkoutSpan[],
  pause: Pause,
): Promise<{ kept: FileWorkout[]; copies: WorkoutCopy[] }> {
  // The most values first, and coarse workouts last.
  const rank = new Float64Array(workouts.length), start = new Float64Array(workouts.length);
  await eachInTurns(workouts, pause, (workout, at) => {
    const values = Object.values(workout.row).filter((value) => (value ?? null) !== null).length;
    rank[at] = workout.isCoarse ? MOST_VALUES - values : -values;
    start[at] = workout.start;
  });
  const order = await sortInTurns(
    await indicesBelow(rank.length, pause),
    comparing([rank, start]),
    pause,
  );
  const all: (WorkoutSpan & { readonly file?: string })[] = [];
  let zero = Infinity;
  await eachInTurns(earlier, pause, (one) => void all.push(one));
  await eachInTurns(workouts, pause, (one) => void all.push(one));
  await eachInTurns(all, pause, ({ start }) => {
    if (start < zero) zero = start;
  });
  const tree = new SpanTree(all, await placesOf(all, pause), zero);
  const kept: FileWorkout[] = [], copies: WorkoutCopy[] = [];
  await eachInTurns(earlier, pause, (_, at) => tree.add(at));
  await eachInTurns(order, pause, (at) => {
    const workout = workouts[at]!, same = tree.firstSame(workout);
    if (same !== undefined) copies.push({ ...workout, keptIn: same.file });
    else {
      kept.push(workout);
      tree.add(earlier.length + at);
    }
  });
  return { kept, copies };
}

/** More values than a workout has. */
const MOST_VALUES = 1000;

/** Minimum overlap of two records of one workout, as a share of the longer one; as in `me`. */
const SAME = 2 / 3;

/**
 * Returns the place of each span on a curve that visits spans of similar start and length one after
 * the other: the Z-order of the ranks of both.
 */
async function placesOf(spans: readonly WorkoutSpan[], pause: Pause): Promise<Uint32Array> {
  const indices = (): Promise<Uint32Array> => indicesBelow(spans.length, pause);
  const inverse = async (order: Uint32Array): Promise<Uint32Array> => {
    const places = new Uint32Array(order.length);
    await inTurns(order.length, pause, (from, to) => {
      for (let at = from; at < to; at++) places[order[at]!] = at;
    });
    return places;
  };
  const ranks = async (of: (span: WorkoutSpan) => number): Promise<Uint32Array> => {
    const values = new Float64Array(spans.length);
    await eachInTurns(spans, pause, (span, at) => void (values[at] = of(span)));
    return await inverse(await sortInTurns(await indices(), comparing([values]), pause));
  };
  const starts = await ranks(({ start }) => start);
  const lengths = await ranks(({ start, end }) => end - start);
  const order = await sortInTurns(await indices(), (a, b) => {
    const inStart = starts[a]! ^ starts[b]!, inLength = lengths[a]! ^ lengths[b]!;
    const isByLength = inStart < inLength && inStart < (inStart ^ inLength); // its highest bit counts
    return isByLength ? lengths[a]! - lengths[b]! : starts[a]! - starts[b]!;
  }, pause);
  return await inverse(order);
}

/** Bounds of the spans below a node: a span's start, end, length, and the two that follow. */
const FIRST_START = 0,
  LAST_START = 1,
  LAST_END = 2,
  SHORTEST = 3,
  LONGEST = 4,
  /** Least start plus twice the end, and most end plus twice the start. */
  LEAST_SUM = 5,
  MOST_SUM = 6,
  BOUNDS = 7;

/**
 * Spans that are added one by one. Node i of the tree has the nodes 2i and 2i + 1 below it; the
 * second half of the nodes are the spans by their places.
 */
class SpanTree {
  readonly #spans: readonly (WorkoutSpan & { readonly file?: string })[];
  readonly #places: Uint32Array;
  readonly #added: number[] = [];
  /** Start of the first span: times since then are small enough for exact sums. */
  readonly #zero: number;
  readonly #bounds: Float64Array;
  /** First span below each node in the order of adding, and the first one of another file. */
  readonly #first: Int32Array;
  readonly #other: Int32Array;

  constructor(
    spans: readonly (WorkoutSpan & { readonly file?: string })[],
    places: Uint32Array,
    zero: number,
  ) {
    this.#spans = spans;
    this.#places = places;
    this.#zero = zero;
    this.#bounds = new Float64Array(2 * spans.length * BOUNDS);
    this.#first = new Int32Array(2 * spans.length).fill(-1);
    this.#other = new Int32Array(2 * spans.length).fill(-1);
  }

  add(span: number): void {
    const added = this.#added.push(span) - 1, { file } = this.#spans[span]!;
    const start = this.#spans[span]!.start - this.#zero, end = this.#spans[span]!.end - this.#zero;
    for (let node = this.#places[span]! + this.#spans.length; node > 0; node >>= 1) {
      const isNew = this.#first[node]! < 0;
      if (isNew) this.#first[node] = added;
      else if (this.#other[node]! < 0 && this.#fileOf(this.#first[node]!) !== file) {
        this.#other[node] = added;
      }
      const widen = (bound: number, value: number, isLeast: boolean): void => {
        const at = node * BOUNDS + bound, known = isNew ? NaN : this.#bounds[at]!;
        if (Number.isNaN(known) || (isLeast ? value < known : value > known)) {
          this.#bounds[at] = value;
        }
      };
      widen(FIRST_START, start, true);
      widen(LAST_START, start, false);
      widen(LAST_END, end, false);
      widen(SHORTEST, end - start, true);
      widen(LONGEST, end - start, false);
      widen(LEAST_SUM, start + 2 * end, true);
      widen(MOST_SUM, end + 2 * start, false);
    }
  }

  /** Returns the span that was added first of the spans of other files that are the same. */
  firstSame(workout: FileWorkout): { readonly file?: string } | undefined {
    let found = Infinity;
    const candidate = (node: number): number => {
      const first = this.#first[node]!;
      const added = first < 0 || this.#fileOf(first) !== workout.file ? first : this.#other[node]!;
      return added < 0 ? Infinity : added;
    };
    const visit = (node: number): void => {
      const added = candidate(node);
      if (added >= found || this.#isOutside(node, workout)) return;
      if (node >= this.#spans.length) {
        if (isSame(workout, this.#spans[this.#added[added]!]!)) found = added;
        return;
      }
      const isLeft = candidate(2 * node) < candidate(2 * node + 1);
      visit(2 * node + (isLeft ? 0 : 1));
      visit(2 * node + (isLeft ? 1 : 0));
    };
    if (this.#spans.length > 0) visit(1);
    return found === Infinity ? undefined : this.#spans[this.#added[found]!];
  }

  #fileOf(added: number): string | undefined {
    return this.#spans[this.#added[added]!]!.file;
  }

  /** Returns whether the bounds of a node show that none of its spans is the same. */
  #isOutside(node: number, { start: from, end: to, isCoarse }: FileWorkout): boolean {
    const bound = (which: number): number => this.#bounds[node * BOUNDS + which]!;
    const start = from - this.#zero, end = to - this.#zero, length = end - start;
    if (isCoarse && bound(LAST_START) >= start && bound(FIRST_START) < end) return false;
    // isSame() is six inequalities, here multiplied by three.
    return !(length > 0) || 3 * bound(FIRST_START) > 3 * start + length ||
      3 * bound(LAST_END) < 3 * start + 2 * length ||
      2 * bound(SHORTEST) > 3 * length || 3 * bound(LONGEST) < 2 * length ||
      bound(LEAST_SUM) > 3 * end || bound(MOST_SUM) < 3 * start;
  }
}

function isSame(
  { start, end, ...coarse }: WorkoutSpan & { readonly isCoarse: boolean },
  other: WorkoutSpan,
): boolean {
  if (coarse.isCoarse && other.start >= start && other.start < end) return true;
  const shared = Math.min(end, other.end) - Math.max(start, other.start);
  const longer = Math.max(end - start, other.end - other.start);
  return longer > 0 && shared >= SAME * longer;
}
