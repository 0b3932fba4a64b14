import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import type { NewShareRead, ShareReads } from "../../store/shareReads.ts";
import type { ReadArguments } from "../http/readArguments.ts";
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
  /** Its parameters. */
  readonly args: ReadArguments;
  /** Whose data was read, of others than who asked. */
  readonly owners: ReadonlySet<string>;
  /** Who asked. */
  readonly reader: string;
}

/** Operations that tell what there is to be read; to ask for it is no reading. */
const UNNOTED = /^\/(?:data\/v1\/catalog|data\/v1alpha1\/data_types|user\/v1alpha1\/access)/;

/** Notes down what an operation read of others, by data type. */
export function noteReads(log: ReadLog, operation: Operation, now: bigint): void {
  const { endpoint, args, owners, reader } = operation;
  const { method, path } = splitRoute(endpoint.route);
  if (owners.size === 0 || UNNOTED.test(path)) return;
  const named = [args["data_type"], args["metric"], args["metrics"]].flat()
    .filter((name): name is string => typeof name === "string");
  const types = named.length > 0 ? named : [""];
  for (const owner of owners) {
    for (const dataType of types) {
      log.note({ owner, reader, operation: `${method} ${path}`, dataType }, now);
    }
  }
}
