import { catalog } from "./catalog.ts";
import { events } from "./events.ts";
import type { Handlers } from "./handler.ts";
import { ingest } from "./ingest.ts";
import { metrics } from "./metrics.ts";
import { sleep } from "./sleep.ts";
import { user } from "./user.ts";

/** A handler for each operation of the interface. */
export const handlers: Handlers = { metrics, sleep, events, catalog, ingest, user };
