import type { Access } from "./sqlite/access.ts";
import { DAY_MICROS } from "../time/units.ts";

/** Count of a user's reads of another's data on one day (UTC). */
export interface StoredShareRead {
  /** User who read. */
  readonly reader: string;
  /** Method and path of the operation. */
  readonly operation: string;
  /** Data type; empty for several types or none. */
  readonly dataType: string;
  readonly count: number;
  /** First read of that day, in microseconds UTC. */
  readonly first: bigint;
  /** Last read of that day, in microseconds UTC. */
  readonly last: bigint;
}

/** Reads to add to the log. */
export interface NewShareRead extends StoredShareRead {
  /** Owner of the data. */
  readonly owner: string;
}

/** Log of reads through shares. */
export class ShareReads {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  /** Adds reads to the counts of their days. */
  add(reads: readonly NewShareRead[]): Promise<void> {
    return this.#access.write((db) => {
      for (const { owner, reader, operation, dataType, count, first, last } of reads) {
        db.run(
          `INSERT INTO share_reads (user, reader, operation, data_type, day, count, first, last)
           SELECT key, ?, ?, ?, ?, ?, ?, ? FROM users WHERE userid = ?
           ON CONFLICT DO UPDATE SET count = count + excluded.count,
             first = min(first, excluded.first), last = max(last, excluded.last)`,
          reader,
          operation,
          dataType,
          first / DAY_MICROS,
          BigInt(count),
          first,
          last,
          owner,
        );
      }
    });
  }

  /** Lists the reads of a user's data in an interval, latest first. */
  list(
    owner: string,
    { start, end }: { readonly start: bigint; readonly end: bigint },
  ): Promise<StoredShareRead[]> {
    return this.#access.read((db) =>
      db.rows<Omit<StoredShareRead, "count"> & { count: bigint }>(
        `SELECT reader, operation, data_type AS dataType, count, first, last FROM share_reads
         WHERE user = (SELECT key FROM users WHERE userid = ?) AND day >= ? AND day <= ?
           AND last >= ? AND first < ?
         ORDER BY last DESC, reader, operation, data_type`,
        owner,
        start / DAY_MICROS - 1n,
        end / DAY_MICROS,
        start,
        end,
      ).map((row) => ({ ...row, count: Number(row.count) }))
    );
  }
}
