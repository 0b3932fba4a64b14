/**
 * Migrations from an empty database to the current schema; `user_version` counts the applied ones.
 * Never change a released migration: append another.
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
  // The single type Annotation becomes a base type for each kind of annotation.
  `
  CREATE TEMP TABLE kinds AS
    SELECT 'Annotation/' || d.id AS was, d.id, d.user,
      upper(substr(json_extract(d.body, '$.annotation_type'), 1, 1)) ||
        substr(json_extract(d.body, '$.annotation_type'), 2) || 'Annotation' AS base,
      json_extract(d.body, '$.measurement_spec.unit') AS unit
    FROM documents d WHERE d.kind = 'annotation';

  -- Which of its records is of which annotation, by its own type or by its source, with its value.
  CREATE TEMP TABLE noted AS
    SELECT r.series, r.start, r.id AS record, r.user, r.end, k.id, k.base, k.unit,
      coalesce(json_extract(r.extra, '$.fields.value'), json_extract(r.extra, '$.metadata.value'),
        json_extract(r.extra, '$.value')) AS value,
      coalesce(json_extract(r.extra, '$.fields.unit'), json_extract(r.extra, '$.metadata.unit'),
        json_extract(r.extra, '$.unit')) AS said
    FROM records r JOIN series s ON s.key = r.series
      LEFT JOIN origins o ON o.key = r.origin LEFT JOIN sources c ON c.key = o.source
      LEFT JOIN kinds k ON k.user = r.user AND
        k.id = CASE WHEN s.data_type = 'Annotation'
          THEN replace(c.vendor_id, 'com.example.annotation.', '') ELSE substr(s.data_type, 12) END
    WHERE s.data_type = 'Annotation' OR s.data_type LIKE 'Annotation/%';

  -- What was measured must have a value, in the unit of its annotation; else it is an event as it was.
  UPDATE noted SET base = NULL WHERE base IN ('BooleanAnnotation', 'NumericAnnotation', 'ScaleAnnotation')
    AND (typeof(value) NOT IN ('integer', 'real') OR coalesce(said, unit, '') <> coalesce(unit, ''));
  ALTER TABLE noted ADD COLUMN type TEXT;
  UPDATE noted SET type = CASE WHEN base IS NOT NULL THEN base || '/' || id
    WHEN end > start THEN 'DurationAnnotation' ELSE 'MomentAnnotation' END;

  INSERT INTO series (user, data_type, longest)
    SELECT user, type, max(end - start) FROM noted WHERE true GROUP BY user, type
    ON CONFLICT (user, data_type) DO UPDATE SET longest = max(longest, excluded.longest);
  UPDATE records SET
    series = (SELECT s.key FROM series s WHERE s.user = n.user AND s.data_type = n.type),
    value = CASE WHEN n.base IN ('BooleanAnnotation', 'NumericAnnotation', 'ScaleAnnotation')
      THEN CAST(n.value AS REAL) END,
    extra = CASE WHEN n.base IS NULL THEN extra ELSE json_remove(extra, '$.fields', '$.value', '$.unit',
      '$.metadata.annotation_id', '$.metadata.value', '$.metadata.unit') END,
    origin = CASE WHEN n.base IS NULL THEN origin ELSE (SELECT o.key FROM origins o
      LEFT JOIN sources c ON c.key = o.source WHERE o.key = records.origin
      AND coalesce(c.vendor_id, '') NOT LIKE 'com.example.annotation.%') END
    FROM noted n WHERE records.series = n.series AND records.start = n.start AND records.id = n.record;

  -- What was processed when, as far as it is still there.
  DELETE FROM uploads WHERE data_type = 'Annotation' OR data_type LIKE 'Annotation/%';
  INSERT INTO uploads (id, user, data_type, processed, records)
    SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-' || substr(h, 13, 4) || '-' ||
      substr(h, 17, 4) || '-' || substr(h, 21), user, type, processed, count FROM (
        SELECT lower(hex(randomblob(16))) AS h, n.user, n.type, r.processed, count(*) AS count
        FROM noted n JOIN series s ON s.user = n.user AND s.data_type = n.type
          JOIN records r ON r.series = s.key AND r.start = n.start AND r.id = n.record
        GROUP BY n.user, n.type, r.processed);
  DELETE FROM series WHERE data_type = 'Annotation' OR data_type LIKE 'Annotation/%';
  DELETE FROM origins WHERE key NOT IN (SELECT origin FROM records WHERE origin IS NOT NULL)
    AND source IN (SELECT key FROM sources WHERE vendor_id LIKE 'com.example.annotation.%');
  DELETE FROM sources WHERE vendor_id LIKE 'com.example.annotation.%'
    AND key NOT IN (SELECT source FROM origins WHERE source IS NOT NULL);

  -- A share of the single type covers all kinds; one of an annotation's own type stays just that.
  UPDATE shares SET body = json_set(body, '$.svc_data_types', (
    SELECT json_group_array(type) FROM (
      SELECT coalesce(
        (SELECT k.base || '/' || k.id FROM kinds k WHERE k.was = t.value AND k.user = shares.user),
        b.value, t.value) AS type
      FROM json_each(body, '$.svc_data_types') t
      LEFT JOIN json_each('["MomentAnnotation", "DurationAnnotation", "PeopleAnnotation",
        "BooleanAnnotation", "NumericAnnotation", "ScaleAnnotation"]') b ON t.value = 'Annotation')))
    WHERE body LIKE '%"Annotation%';
  UPDATE documents SET body = json_set(body, '$.svc_data_type', coalesce(
      (SELECT k.base || '/' || k.id FROM kinds k
       WHERE k.was = json_extract(documents.body, '$.svc_data_type') AND k.user = documents.user),
      'MomentAnnotation'))
    WHERE kind = 'custom_input' AND json_extract(body, '$.svc_data_type') LIKE 'Annotation%';

  DROP TABLE noted;
  DROP TABLE kinds;
  `,
  `
  -- Since when a user's signed tokens are good: earlier ones were ended all at once.
  ALTER TABLE users ADD COLUMN tokens_from INTEGER;

  -- Who has read what of whom, a row a day.
  CREATE TABLE share_reads (
    user INTEGER NOT NULL REFERENCES users,
    reader TEXT NOT NULL,
    operation TEXT NOT NULL,
    data_type TEXT NOT NULL,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (user, day, reader, operation, data_type)
  ) WITHOUT ROWID;
  `,
  `
  -- Users whose data is a copy of what a service holds: of which service, and how far it has come.
  CREATE TABLE mirrors (
    user INTEGER PRIMARY KEY REFERENCES users,
    origin TEXT NOT NULL,
    state TEXT NOT NULL
  );
  `,
  `
  -- Imports of files, and what each contained of a series: new records, and known ones.
  CREATE TABLE imports (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users,
    name TEXT NOT NULL,
    reader TEXT,
    started INTEGER NOT NULL,
    finished INTEGER,
    report TEXT
  );
  CREATE INDEX imports_user ON imports (user);
  CREATE TABLE imported (
    import INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE,
    series INTEGER NOT NULL REFERENCES series,
    stored INTEGER NOT NULL,
    known INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (import, series)
  ) WITHOUT ROWID;

  -- A record refers to the set of imports that contained it; null if it did not come by an import.
  CREATE TABLE import_sets (key INTEGER PRIMARY KEY, members TEXT NOT NULL UNIQUE);
  ALTER TABLE records ADD COLUMN imports INTEGER;

  -- Anybody may ask for a code: forgetting the old ones must not read all.
  CREATE INDEX device_codes_expires ON device_codes (expires);
  `,
  `
  -- What a group's maker notes of a participant.
  ALTER TABLE participants ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
  `,
  `
  -- What a session may do; a session without limits may do what its user may.
  CREATE TABLE policies (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users,
    body TEXT NOT NULL,
    time_start INTEGER,
    time_end INTEGER,
    ends INTEGER,
    created INTEGER NOT NULL
  );
  CREATE INDEX policies_user ON policies (user);
  ALTER TABLE sessions ADD COLUMN limits INTEGER REFERENCES policies;
  `,
];
