import { catalog } from "./catalog.ts";
import { events } from "./events.ts";
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
import { groups } from "./groups.ts";
import { shares } from "./shares.ts";
import { storage } from "./storage.ts";
import { user } from "./user.ts";
import { annotations } from "./annotations.ts";
import { customInputs } from "./customInputs.ts";
import { reflections } from "./reflections.ts";
import { sessions } from "./sessions.ts";
import { tags } from "./tags.ts";

/** Every operation of the interface, by noun: client, service and documents are made of this table. */
export const api = {
  metrics,
  sleep,
  events,
  workouts,
  locations,
  calendars,
  sources,
  records,
  changes,
  catalog,
  ingest,
  files,
  /** @deprecated Use `files`. */
  fileUploads,
  annotations,
  tags,
  user,
  sessions,
  reflections,
  customInputs,
  shares,
  groups,
  storage,
} as const;

/** The type of the table of operations. */
export type Api = typeof api;
