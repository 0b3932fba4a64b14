import type { Access } from "./sqlite/access.ts";
import type { Connection } from "./sqlite/connection.ts";

/** An app or a device that records come from. */
export interface Source {
  /** Identifier, a UUID. */
  readonly id: string;
  /** The identifier that the vendor gave it. */
  readonly vendor_id: string;
  /** Name for people. */
  readonly name: string | null;
  /** The source that it belongs to. */
  readonly parent_id: string | null;
  /** What else is known. */
  readonly metadata: { readonly [name: string]: unknown };
}

/** What a record says of where it comes from: properties under their names on the wire. */
export interface NewOrigin {
  /** The source's identifier and name; null where the record names none. */
  readonly source: { readonly vendorId: string; readonly name: string | null } | null;
  /** The source's properties as JSON, `null` where there are none. */
  readonly sourceProperties: string;
  /** The device's properties as JSON, `null` where there are none. */
  readonly deviceProperties: string;
}

/** Where a record comes from, as it is kept. */
export interface Origin {
  /** Identifier of the source. */
  readonly vendorId: string | null;
  /** Name of the source. */
  readonly name: string | null;
  /** The source's properties as JSON. */
  readonly sourceProperties: string;
  /** The device's properties as JSON. */
  readonly deviceProperties: string;
}

/** The sources of each user's records. */
export class Sources {
  readonly #access: Access;

  /** Over a database. */
  constructor(access: Access) {
    this.#access = access;
  }

  /** A user's sources, in the order in which they came. */
  list(userid: string): Promise<Source[]> {
    return this.#access.read((db) =>
      db.rows<Omit<Source, "metadata"> & { metadata: string }>(
        `SELECT id, vendor_id, name, parent_id, metadata FROM sources
         WHERE user = (SELECT key FROM users WHERE userid = ?) ORDER BY key`,
        userid,
      ).map((row) => ({ ...row, metadata: JSON.parse(row.metadata) }))
    );
  }
}

/** All origins of a user's records by their keys, in the order of their sources. */
export function originsOf(db: Connection, userid: string): Map<number, Origin> {
  const rows = db.rows<Origin & { key: bigint }>(
    `SELECT o.key, s.vendor_id AS vendorId, s.name, o.source_properties AS sourceProperties,
            o.device_properties AS deviceProperties
     FROM origins o LEFT JOIN sources s ON s.key = o.source
     WHERE o.user = (SELECT key FROM users WHERE userid = ?)
     ORDER BY s.key, o.key`,
    userid,
  );
  return new Map(rows.map(({ key, ...origin }) => [Number(key), origin]));
}

/** The key of an origin, which is kept if it is new; so is its source. */
export function keepOrigin(db: Connection, user: bigint, origin: NewOrigin): bigint {
  const { sourceProperties, deviceProperties } = origin;
  const known = db.row<{ key: bigint }>(
    "SELECT key FROM origins WHERE user = ? AND source_properties = ? AND device_properties = ?",
    user,
    sourceProperties,
    deviceProperties,
  );
  if (known !== undefined) return known.key;
  const source = origin.source === null ? null : keepSource(db, user, origin.source);
  return db.row<{ key: bigint }>(
    `INSERT INTO origins (user, source, source_properties, device_properties)
     VALUES (?, ?, ?, ?) RETURNING key`,
    user,
    source,
    sourceProperties,
    deviceProperties,
  )!.key;
}

function keepSource(
  db: Connection,
  user: bigint,
  source: { readonly vendorId: string; readonly name: string | null },
): bigint {
  return db.row<{ key: bigint }>(
    `INSERT INTO sources (user, id, vendor_id, name) VALUES (?, ?, ?, ?)
     ON CONFLICT (user, vendor_id) DO UPDATE SET name = coalesce(excluded.name, name)
     RETURNING key`,
    user,
    crypto.randomUUID(),
    source.vendorId,
    source.name,
  )!.key;
}
