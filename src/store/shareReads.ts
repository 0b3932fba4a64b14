import type { Access } from "./sqlite/access.ts";
import { DAY_MICROS } from "../time/units.ts";

/** That somebody has read another's data, so often on a day (UTC). */
export interface StoredShareRead {
  /** Who has read. */
  readonly reader: string;
  /** By which operation: its method and path. */
  readonly operation: string;
  /** Of which data type; empty where of several, or of none. */
  readonly dataType: string;
  /** How often. */
  readonly count: number;
  /** When first on that day, in microseconds UTC. */
  readonly first: bigint;
  /** When last on that day, in microseconds UTC. */
  readonly last: bigint;
}

/** A reading to be kept. */
export interface NewShareRead extends StoredShareRead {
  /** Whose data was read. */
  readonly owner: string;
}

/** Who has read what through a share. */
export class ShareReads {
  readonly #access: Access;

  /** Over a database. */
  constructor(access: Access) {
    this.#access = access;
  }

  /** Adds readings to those of their days. */
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

  /** Who has read a user's data in an interval, the latest first. */
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
