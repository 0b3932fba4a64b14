import { annotations } from "./annotations/handlers.ts";
import { sessions } from "./auth/sessions.ts";
import { calendars } from "./calendars/handlers.ts";
import { changes } from "./files/changes.ts";
import { files, fileUploads } from "./files/files.ts";
import { storage } from "./files/storage.ts";
import type { Handlers } from "./http/handler.ts";
import { locations } from "./locations/handlers.ts";
import { metrics } from "./metrics/handlers.ts";
import { participants } from "./participants/handlers.ts";
import { events } from "./records/events.ts";
import { imports } from "./records/imports.ts";
import { ingest } from "./records/ingest.ts";
import { records } from "./records/records.ts";
import { sources } from "./records/sources.ts";
import { workouts } from "./records/workouts.ts";
import { catalog } from "./sharing/catalog.ts";
import { groups } from "./sharing/groups.ts";
import { olderShares, shares } from "./sharing/shares.ts";
import { sleep } from "./sleep/handlers.ts";
import { customInputs } from "./user/customInputs.ts";
import { reflections } from "./user/reflections.ts";
import { tags } from "./user/tags.ts";
import { user } from "./user/user.ts";

/** Handlers of all operations, by noun. */
export const handlers: Handlers = {
  annotations,
  calendars,
  catalog,
  changes,
  customInputs,
  events,
  files,
  fileUploads,
  groups,
  imports,
  ingest,
  locations,
  metrics,
  olderShares,
  participants,
  records,
  reflections,
  sessions,
  shares,
  sleep,
  sources,
  storage,
  tags,
  user,
  workouts,
};
