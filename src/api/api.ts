import { catalog } from "./catalog.ts";
import { events } from "./events.ts";
import { imports } from "./imports.ts";
import { ingest } from "./ingest.ts";
import { metrics } from "./metrics.ts";
import { calendars } from "./calendars.ts";
import { locations } from "./locations.ts";
import { changes } from "./changes.ts";
import { records } from "./records.ts";
import { sources } from "./sources.ts";
import { workouts } from "./workouts.ts";
import { sleep } from "./sleep.ts";
import { files, fileUploads } from "./files.ts";
import { groups, participants } from "./groups.ts";
import { olderShares, shares } from "./shares.ts";
import { storage } from "./storage.ts";
import { user } from "./user.ts";
import { annotations } from "./annotations.ts";
import { customInputs } from "./customInputs.ts";
import { reflections } from "./reflections.ts";
import { sessions } from "./sessions.ts";
import { tags } from "./tags.ts";

/** Every operation of the interface, by noun. Client, service and reference are generated from this table. */
export const api = {
  /** Metrics: their catalog, raw samples, time series, and queries over records. */
  metrics,
  /** Sleep: stages, cycles and their aggregates, as the service computes them. */
  sleep,
  /** Events: annotations and other records with a time and no value. */
  events,
  /** Workouts. */
  workouts,
  /** Locations: raw samples, visits, and positions over time. */
  locations,
  /** Calendars and their events. */
  calendars,
  /** Sources of data, highest rank first. */
  sources,
  /** Records of v1 data types, selected by a query. */
  records,
  /** Available data and recent changes. */
  changes,
  /** The catalog of data types and their record schemas. */
  catalog,
  /** Ingestion of records. */
  ingest,
  /** Imports of files, which can be undone. */
  imports,
  /** Files that a user uploads, with their versions. */
  files,
  /**
   * The operations of `files` under the old name of the path.
   *
   * @deprecated Use `files`.
   */
  fileUploads,
  /** Annotations: notes of a user, by kind. */
  annotations,
  /** Tags, which mark annotations and records. */
  tags,
  /** The authenticated user. */
  user,
  /** Named tokens for scripts. */
  sessions,
  /** Reflections: questions at regular times. The service checks and stores the schedule; nothing runs. */
  reflections,
  /** Custom inputs: addresses that take records. */
  customInputs,
  /** Shares: who may read which data. */
  shares,
  /**
   * The operations of `shares` under older paths.
   *
   * @deprecated Use `shares`.
   */
  olderShares,
  /** Groups: they collect their participants' data, and you can share data with them. */
  groups,
  /** Participants of the groups that you created: their data within the group's terms, and your notes. */
  participants,
  /** Messages from the storage to the service. */
  storage,
} as const;

/** The type of the table of operations. */
export type Api = typeof api;
