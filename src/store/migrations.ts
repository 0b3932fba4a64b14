/**
 * The steps that lead from an empty database to the present one; `user_version` counts those taken.
 * A step that was released is never changed: another is added below it.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE users (
    key INTEGER PRIMARY KEY,
    userid TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL
  );

  -- Apps and devices that records come from, in the order in which they came.
  CREATE TABLE sources (
    key INTEGER PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users,
    id TEXT NOT NULL UNIQUE,
    vendor_id TEXT NOT NULL,
    name TEXT,
    parent_id TEXT,
    metadata TEXT NOT NULL DEFAULT '{}',
    UNIQUE (user, vendor_id)
  );

  -- What a record says of its source and device, once for all records that say the same.
  CREATE TABLE origins (
    key INTEGER PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users,
    source INTEGER REFERENCES sources,
    source_properties TEXT NOT NULL,
    device_properties TEXT NOT NULL,
    UNIQUE (user, source_properties, device_properties)
  );

  -- A user's records of one data type; the longest bounds how far before a range to look.
  CREATE TABLE series (
    key INTEGER PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users,
    data_type TEXT NOT NULL,
    longest INTEGER NOT NULL DEFAULT 0,
    UNIQUE (user, data_type)
  );

  -- Records of all metrics and events: times in microseconds UTC, a moment ends where it starts.
  -- Its keys come from the transaction that writes it; checking them again would cost a tenth.
  CREATE TABLE records (
    series INTEGER NOT NULL,
    start INTEGER NOT NULL,
    id BLOB NOT NULL,
    user INTEGER NOT NULL,
    end INTEGER NOT NULL,
    value REAL,
    origin INTEGER,
    processed INTEGER NOT NULL,
    extra TEXT,
    PRIMARY KEY (series, start, id)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX records_id ON records (user, id);

  CREATE TABLE uploads (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users,
    data_type TEXT NOT NULL,
    processed INTEGER NOT NULL,
    records INTEGER NOT NULL
  );
  CREATE INDEX uploads_processed ON uploads (user, processed);
  `,
];
