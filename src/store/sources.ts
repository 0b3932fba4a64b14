import type { Access } from "./sqlite/access.ts";
import type { Connection } from "./sqlite/connection.ts";

/** App or device that produces records. */
export interface Source {
  /** UUID. */
  readonly id: string;
  /** Identifier given by the vendor. */
  readonly vendor_id: string;
  /** Display name. */
  readonly name: string | null;
  /** Id of the source that this one belongs to. */
  readonly parent_id: string | null;
  /** Further properties. */
  readonly metadata: { readonly [name: string]: unknown };
}

/** Origin of a new record, with the property names of the wire. */
export interface NewOrigin {
  /** Identifier and name of the source; null if the record has none. */
  readonly source: { readonly vendorId: string; readonly name: string | null } | null;
  /** Properties of the source as JSON; `null` if it has none. */
  readonly sourceProperties: string;
  /** Properties of the device as JSON; `null` if it has none. */
  readonly deviceProperties: string;
}

/** Stored origin of a record. */
export interface Origin {
  /** Identifier of the source. */
  readonly vendorId: string | null;
  /** Name of the source. */
  readonly name: string | null;
  /** Properties of the source as JSON. */
  readonly sourceProperties: string;
  /** Properties of the device as JSON. */
  readonly deviceProperties: string;
}

/** Sources of each user's records. */
export class Sources {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  /** Lists a user's sources in the order of arrival. */
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

/** Returns a user's origins by key, in the order of their sources. */
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

/** Returns the key of an origin; stores it and its source if they are new. */
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
  return db.one<{ key: bigint }>(
    `INSERT INTO origins (user, source, source_properties, device_properties)
     VALUES (?, ?, ?, ?) RETURNING key`,
    user,
    source,
    sourceProperties,
    deviceProperties,
  ).key;
}

function keepSource(
  db: Connection,
  user: bigint,
  source: { readonly vendorId: string; readonly name: string | null },
): bigint {
  return db.one<{ key: bigint }>(
    `INSERT INTO sources (user, id, vendor_id, name) VALUES (?, ?, ?, ?)
     ON CONFLICT (user, vendor_id) DO UPDATE SET name = coalesce(excluded.name, name)
     RETURNING key`,
    user,
    crypto.randomUUID(),
    source.vendorId,
    source.name,
  ).key;
}
