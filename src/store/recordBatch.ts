import type { NewOrigin } from "./sources.ts";
import type { NewRecord, NewRecords } from "./uploads.ts";

/** Records in the first chunk, and in the largest. */
const SMALLEST = 64, LARGEST = 16_384;

interface Chunk {
  readonly start: BigInt64Array;
  readonly end: BigInt64Array;
  /** NaN if the record has no value. */
  readonly value: Float64Array;
  /** 1-based index into the list of origins; 0 without an origin. */
  readonly origin: Int32Array;
  /** Created for the first record with an id. */
  id: (string | undefined)[] | undefined;
  /** Created for the first record with extra fields. */
  extra: (string | null)[] | undefined;
  length: number;
}

/** New records in columns: 28 bytes each, plus ids and extra fields. */
export class RecordBatch implements NewRecords {
  readonly #chunks: Chunk[] = [];
  readonly #origins: NewOrigin[] = [];
  readonly #places = new Map<NewOrigin, number>();
  #length = 0;
  #longest = 0n;

  get length(): number {
    return this.#length;
  }

  get longest(): bigint {
    return this.#longest;
  }

  add({ id, start, end, value, origin, extra }: NewRecord): void {
    const chunk = this.#open(), at = chunk.length++;
    chunk.start[at] = start;
    chunk.end[at] = end;
    chunk.value[at] = value ?? NaN;
    chunk.origin[at] = origin === null ? 0 : this.#placeOf(origin);
    if (id !== undefined) (chunk.id ??= [])[at] = id;
    if (extra !== null) (chunk.extra ??= [])[at] = extra;
    this.#length++;
    if (end - start > this.#longest) this.#longest = end - start;
  }

  *[Symbol.iterator](): Generator<NewRecord, void, void> {
    for (const { start, end, value, origin, id, extra, length } of this.#chunks) {
      for (let i = 0; i < length; i++) {
        const number = value[i]!;
        yield {
          id: id?.[i],
          start: start[i]!,
          end: end[i]!,
          value: Number.isNaN(number) ? null : number,
          origin: this.#origins[origin[i]! - 1] ?? null,
          extra: extra?.[i] ?? null,
        };
      }
    }
  }

  #placeOf(origin: NewOrigin): number {
    let place = this.#places.get(origin);
    if (place === undefined) {
      place = this.#origins.push(origin);
      this.#places.set(origin, place);
    }
    return place;
  }

  #open(): Chunk {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.length < last.start.length) return last;
    const size = last === undefined ? SMALLEST : Math.min(4 * last.start.length, LARGEST);
    const chunk: Chunk = {
      start: new BigInt64Array(size),
      end: new BigInt64Array(size),
      value: new Float64Array(size),
      origin: new Int32Array(size),
      id: undefined,
      extra: undefined,
      length: 0,
    };
    this.#chunks.push(chunk);
    return chunk;
  }
}
