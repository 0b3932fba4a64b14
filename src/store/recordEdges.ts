import type { Access } from "./sqlite/access.ts";
import { RECORD_FIELDS, type RecordFields, type StoredRecord, storedRecord } from "./records.ts";
import { seriesOf } from "./series.ts";
import { originsOf } from "./sources.ts";

/** Where one record is looked for. */
export interface EdgeQuery {
  /** Whose. */
  readonly userid: string;
  /** Of which data type. */
  readonly dataType: string;
  /** Whether records of the types that are defined on it (`<base>/<id>`) count too. @default false */
  readonly withDefined?: boolean | undefined;
  /** The first start that counts, inclusive. @default the first there is */
  readonly from?: bigint;
  /** The last start that counts, inclusive. @default the last there is */
  readonly to?: bigint;
}

/** The first and the last moment of records, in microseconds UTC. */
export interface Extent {
  /** The first start. */
  readonly first: bigint;
  /** The last start. */
  readonly last: bigint;
}

const FIRST = -(1n << 63n), LAST = (1n << 63n) - 1n;
const SERIES = "(SELECT s.key FROM series s JOIN users u ON u.key = s.user " +
  "WHERE u.userid = ? AND s.data_type = ?)";
const ORDER = { earliest: "start, id", latest: "start DESC, id DESC" };

/** Single records, found by when they start. */
export class RecordEdges {
  readonly #access: Access;

  /** Over a database. */
  constructor(access: Access) {
    this.#access = access;
  }

  /** The record that starts first. */
  earliest(query: EdgeQuery): Promise<StoredRecord | undefined> {
    return this.#one(query, "earliest");
  }

  /** The record that starts last. */
  latest(query: EdgeQuery): Promise<StoredRecord | undefined> {
    return this.#one(query, "latest");
  }

  /** From when to when records start: all of a data type, or those of sources with these identifiers. */
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
