import { catalog } from "./sharing/catalog.ts";
import { events } from "./records/events.ts";
import type { Handlers } from "./http/handler.ts";
import { ingest } from "./records/ingest.ts";
import { metrics } from "./metrics/metrics.ts";
import { calendars } from "./calendars/calendars.ts";
import { locations } from "./locations/locations.ts";
import { changes } from "./files/changes.ts";
import { records } from "./records/records.ts";
import { sources } from "./records/sources.ts";
import { workouts } from "./records/workouts.ts";
import { sleep } from "./sleep/sleep.ts";
import { files, fileUploads } from "./files/files.ts";
import { groups } from "./sharing/groups.ts";
import { shares } from "./sharing/shares.ts";
import { storage } from "./files/storage.ts";
import { user } from "./user/user.ts";
import { annotations } from "./annotations/annotations.ts";
import { customInputs } from "./user/customInputs.ts";
import { reflections } from "./user/reflections.ts";
import { sessions } from "./auth/sessions.ts";
import { tags } from "./user/tags.ts";

/** A handler for each operation of the interface. */
export const handlers: Handlers = {
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
};
