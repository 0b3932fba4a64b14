import type { Access } from "./sqlite/access.ts";
import { RECORD_FIELDS, type RecordFields, type StoredRecord, storedRecord } from "./records.ts";
import { seriesOf } from "./series.ts";
import { originsOf } from "./sources.ts";

/** Query for a single record. */
export interface EdgeQuery {
  readonly userid: string;
  readonly dataType: string;
  /** Includes records of types defined on this one (`<base>/<id>`). @default false */
  readonly withDefined?: boolean | undefined;
  /** Earliest start, inclusive. @default unbounded */
  readonly from?: bigint;
  /** Latest start, inclusive. @default unbounded */
  readonly to?: bigint;
}

/** Starts of the first and the last record, in microseconds UTC. */
export interface Extent {
  readonly first: bigint;
  readonly last: bigint;
}

const FIRST = -(1n << 63n), LAST = (1n << 63n) - 1n;
const SERIES = "(SELECT s.key FROM series s JOIN users u ON u.key = s.user " +
  "WHERE u.userid = ? AND s.data_type = ?)";
const ORDER = { earliest: "start, id", latest: "start DESC, id DESC" };

/** Finds the first and last records by their start. */
export class RecordEdges {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  /** Returns the record that starts first. */
  earliest(query: EdgeQuery): Promise<StoredRecord | undefined> {
    return this.#one(query, "earliest");
  }

  /** Returns the record that starts last. */
  latest(query: EdgeQuery): Promise<StoredRecord | undefined> {
    return this.#one(query, "latest");
  }

  /**
   * Returns the span of starts of a data type's records, optionally only from sources with these
   * identifiers.
   */
  extent(
    userid: string,
    dataType: string,
    vendorIds?: readonly string[],
  ): Promise<Extent | undefined> {
    return this.#access.read((db) => {
      const ids = vendorIds === undefined ? [] : [JSON.stringify(vendorIds)];
      const among = vendorIds === undefined ? "" : `AND origin IN (
        SELECT o.key FROM origins o JOIN sources s ON s.key = o.source
        WHERE o.user = records.user AND s.vendor_id IN (SELECT value FROM json_each(?)))`;
      const at = (order: "ASC" | "DESC"): bigint | undefined =>
        db.row<{ start: bigint }>(
          `SELECT start FROM records WHERE series = ${SERIES} ${among}
           ORDER BY start ${order} LIMIT 1`,
          userid,
          dataType,
          ...ids,
        )?.start;
      const first = at("ASC"), last = at("DESC");
      return first === undefined || last === undefined ? undefined : { first, last };
    });
  }

  #one(
    { from = FIRST, to = LAST, ...query }: EdgeQuery,
    which: "earliest" | "latest",
  ): Promise<StoredRecord | undefined> {
    return this.#access.read((db) => {
      const types = new Map(seriesOf(db, query).map(({ key, type }) => [key, type]));
      const found = [...types.keys()].flatMap((series) =>
        db.arrays<RecordFields>(
          `SELECT ${RECORD_FIELDS} FROM records WHERE series = ? AND start >= ? AND start <= ?
           ORDER BY ${ORDER[which]} LIMIT 1`,
          series,
          from,
          to,
        )
      );
      const isBefore = ([a, one]: RecordFields, [b, other]: RecordFields): boolean =>
        a < b || (a === b && one < other);
      found.sort((a, b) => (isBefore(a, b) ? -1 : 1) * (which === "latest" ? -1 : 1));
      const [row] = found;
      return row && storedRecord(row, { origins: originsOf(db, query.userid), types });
    });
  }
}
