import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import type { NewShareRead, ShareReads } from "../../store/shareReads.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** Milliseconds to collect reads before they are written together. */
const COLLECT = 200;

/**
 * Logs who reads what through a share. Reads are written together, a moment later, so that no
 * reader waits for a write.
 */
export class ReadLog {
  readonly #reads: ShareReads;
  #pending = new Map<string, NewShareRead>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  readonly #collect: number;

  /**
   * @param collect Milliseconds to collect reads; with 0, each is written at once, and no timer
   * outlives the request.
   */
  constructor(reads: ShareReads, collect = COLLECT) {
    this.#reads = reads;
    this.#collect = collect;
  }

  /** Logs a read. */
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

  /** Writes the collected reads. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const reads = [...this.#pending.values()];
    this.#pending = new Map();
    if (reads.length > 0) {
      this.#writing = this.#writing.then(() => this.#reads.add(reads)).catch(() => {
        // Keep the reads for the next attempt.
        for (const read of reads) this.#keep(read);
      });
    }
    return this.#writing;
  }
}

/** A completed operation, and the data that it read. */
export interface Operation {
  readonly endpoint: Endpoint;
  /** Data types read, by owner; empty for data without a type, such as files. */
  readonly reads: ReadonlyMap<string, ReadonlySet<string>>;
  readonly reader: string;
}

/** Operations that list readable data, which do not count as reads. */
const UNNOTED =
  /^\/(?:data\/v1\/catalog|data\/v1alpha1\/data_types|user\/v1alpha1\/access|user\/v1\/shared)/;

/** Logs which data of others an operation read, by data type. */
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
