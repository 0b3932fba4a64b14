import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import type { NewShareRead, ShareReads } from "../../store/shareReads.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** For how long readings are collected before they are written together, in milliseconds. */
const COLLECT = 200;

/**
 * Keeps who has read what through a share. Readings are written together and a moment later, so that
 * no reader waits for a writer.
 */
export class ReadLog {
  readonly #reads: ShareReads;
  #pending = new Map<string, NewShareRead>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  readonly #collect: number;

  /**
   * Over a store.
   *
   * @param collect For how long readings are collected, in milliseconds; with 0 each is written at once
   * and no timer outlives the request.
   */
  constructor(reads: ShareReads, collect = COLLECT) {
    this.#reads = reads;
    this.#collect = collect;
  }

  /** Notes a reading down. */
  note(read: Pick<NewShareRead, "owner" | "reader" | "operation" | "dataType">, now: bigint): void {
    this.#keep({ ...read, count: 1, first: now, last: now });
    if (this.#collect === 0) void this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), this.#collect);
  }

  #keep(read: NewShareRead): void {
    const { owner, reader, operation, dataType, first } = read;
    const key = JSON.stringify([owner, reader, operation, dataType, String(first / DAY_MICROS)]);
    const known = this.#pending.get(key) ?? { ...read, count: 0 };
    this.#pending.set(key, {
      ...read,
      count: known.count + read.count,
      first: known.first < read.first ? known.first : read.first,
      last: known.last > read.last ? known.last : read.last,
    });
  }

  /** Writes what was noted down. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const reads = [...this.#pending.values()];
    this.#pending = new Map();
    if (reads.length > 0) {
      this.#writing = this.#writing.then(() => this.#reads.add(reads)).catch(() => {
        // What cannot be written now is kept until the next is.
        for (const read of reads) this.#keep(read);
      });
    }
    return this.#writing;
  }
}

/** An operation that was done, and whose data it read. */
export interface Operation {
  /** Its row in the table. */
  readonly endpoint: Endpoint;
  /** Data types that were read of each other user; none for data without a type, such as files. */
  readonly reads: ReadonlyMap<string, ReadonlySet<string>>;
  /** Who asked. */
  readonly reader: string;
}

/** Operations that tell what there is to be read; to ask for it is no reading. */
const UNNOTED =
  /^\/(?:data\/v1\/catalog|data\/v1alpha1\/data_types|user\/v1alpha1\/access|user\/v1\/shared)/;

/** Notes down what an operation read of others, by data type. */
export function noteReads(log: ReadLog, operation: Operation, now: bigint): void {
  const { endpoint, reads, reader } = operation;
  const { method, path } = splitRoute(endpoint.route);
  if (UNNOTED.test(path)) return;
  for (const [owner, types] of reads) {
    for (const dataType of types.size > 0 ? types : [""]) {
      log.note({ owner, reader, operation: `${method} ${path}`, dataType }, now);
    }
  }
}
