import * as annotations from "./annotations/handlers.ts";
import * as auth from "./auth/handlers.ts";
import * as calendars from "./calendars/handlers.ts";
import * as files from "./files/handlers.ts";
import type { Handlers } from "./http/handler.ts";
import * as locations from "./locations/handlers.ts";
import * as metrics from "./metrics/handlers.ts";
import * as participants from "./participants/handlers.ts";
import * as records from "./records/handlers.ts";
import * as sharing from "./sharing/handlers.ts";
import * as sleep from "./sleep/handlers.ts";
import * as user from "./user/handlers.ts";

/** Handlers of all operations. */
export const handlers: Handlers = {
  ...annotations,
  ...auth,
  ...calendars,
  ...files,
  ...locations,
  ...metrics,
  ...participants,
  ...records,
  ...sharing,
  ...sleep,
  ...user,
};
