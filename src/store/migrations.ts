/**
 * The steps that lead from an empty database to the present one; `user_version` counts those taken.
 * A step that was released is never changed: another is added below it.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE users (
    key INTEGER PRIMARY KEY,
    userid TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    preferences TEXT NOT NULL DEFAULT '{}',
    active_until INTEGER
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

  -- Groups of users; who makes one joins it at once, but may leave it.
  CREATE TABLE groups (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users,
    body TEXT NOT NULL,
    is_public INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
  );
  CREATE TABLE participants (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    grp INTEGER NOT NULL REFERENCES groups ON DELETE CASCADE,
    user INTEGER NOT NULL REFERENCES users,
    joined INTEGER NOT NULL,
    UNIQUE (grp, user)
  );
  CREATE INDEX participants_user ON participants (user);

  -- What users share, and with whom: a user, who need not have an account yet, or a group.
  CREATE TABLE shares (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users,
    body TEXT NOT NULL,
    all_data INTEGER NOT NULL,
    time_start INTEGER,
    time_end INTEGER,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
  );
  CREATE INDEX shares_user ON shares (user);
  CREATE TABLE permissions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    share INTEGER NOT NULL REFERENCES shares ON DELETE CASCADE,
    userid TEXT,
    grp INTEGER REFERENCES groups ON DELETE CASCADE,
    created INTEGER NOT NULL,
    UNIQUE (share, userid),
    UNIQUE (share, grp),
    CHECK ((userid IS NULL) <> (grp IS NULL))
  );
  CREATE INDEX permissions_userid ON permissions (userid);
  CREATE INDEX permissions_grp ON permissions (grp);
  -- Members of a group who gave up what was shared with it.
  CREATE TABLE declines (
    permission INTEGER NOT NULL REFERENCES permissions ON DELETE CASCADE,
    user INTEGER NOT NULL REFERENCES users,
    PRIMARY KEY (permission, user)
  ) WITHOUT ROWID;

  -- Versions of files; the content of one may be that of the version that it was restored from.
  CREATE TABLE contents (key INTEGER PRIMARY KEY, begun INTEGER NOT NULL, sha256 BLOB);
  CREATE TABLE chunks (
    content INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (content, number)
  );
  CREATE TABLE files (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    content INTEGER REFERENCES contents,
    state TEXT NOT NULL,
    scan_state TEXT NOT NULL,
    created INTEGER NOT NULL,
    uploaded INTEGER,
    archived INTEGER,
    deleted INTEGER,
    scanned INTEGER,
    restored_from TEXT,
    identity TEXT NOT NULL,
    upload_hash BLOB UNIQUE,
    upload_expires INTEGER
  );
  CREATE INDEX files_name ON files (user, path, name);
  CREATE TABLE storage_messages (id TEXT PRIMARY KEY, received INTEGER NOT NULL) WITHOUT ROWID;

  -- What users write as a whole: annotations, reflections, custom inputs, data types of their own.
  CREATE TABLE documents (
    key INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    user INTEGER NOT NULL REFERENCES users,
    id TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    deleted INTEGER,
    body TEXT NOT NULL
  );
  CREATE INDEX documents_user ON documents (user, kind);

  -- Names are JSON, because a text ends at a NUL.
  CREATE TABLE tags (
    key INTEGER PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    UNIQUE (user, name)
  );

  CREATE TABLE sessions (
    key INTEGER PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    policy TEXT,
    hash BLOB NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    deleted INTEGER
  );

  -- Devices that ask to act for a user, and the tokens with which they stay signed in.
  CREATE TABLE device_codes (
    key INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    user_hash BLOB NOT NULL UNIQUE,
    client_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    expires INTEGER NOT NULL,
    state TEXT NOT NULL,
    userid TEXT,
    pause INTEGER NOT NULL,
    polled INTEGER
  );
  CREATE TABLE refresh_tokens (
    key INTEGER PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users,
    hash BLOB NOT NULL UNIQUE,
    family TEXT NOT NULL,
    client_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    expires INTEGER NOT NULL,
    used INTEGER
  );
  CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
  `,
];
