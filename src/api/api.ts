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

/** Every operation of the interface, by noun: client, service and documents are made of this table. */
export const api = {
  /** Metrics: their catalog, raw samples, time series, and queries over records. */
  metrics,
  /** Sleep: stages, cycles and their aggregates, as the service computes them. */
  sleep,
  /** Events: annotations and other records with a time and no value. */
  events,
  /** Workouts. */
  workouts,
  /** Locations: raw samples, visits, and where one was at a time. */
  locations,
  /** Calendars and their events. */
  calendars,
  /** Sources of data, the first ranks highest. */
  sources,
  /** Records of v1 data types by a query. */
  records,
  /** What there is and what changed. */
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
   * The same as `files` under the old name of the path.
   *
   * @deprecated Use `files`.
   */
  fileUploads,
  /** Annotations: what a user notes down, by kind. */
  annotations,
  /** Tags, which mark annotations and records. */
  tags,
  /** The authenticated user. */
  user,
  /** Named tokens for scripts. */
  sessions,
  /** Reflections: questions asked at regular times. The schedule is kept and checked; nothing runs. */
  reflections,
  /** Custom inputs: addresses that take records. */
  customInputs,
  /** Shares: who may read what. */
  shares,
  /**
   * The same as `shares` under the older paths.
   *
   * @deprecated Use `shares`.
   */
  olderShares,
  /** Groups: they collect data of their participants, and data can be shared with them. */
  groups,
  /** Participants of the groups that you made: their data within the group's terms, and your notes. */
  participants,
  /** What the storage tells the service. */
  storage,
} as const;

/** The type of the table of operations. */
export type Api = typeof api;
