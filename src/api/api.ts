import { catalog } from "./catalog.ts";
import { events } from "./events.ts";
import { ingest } from "./ingest.ts";
import { metrics } from "./metrics.ts";
import { sleep } from "./sleep.ts";
import { user } from "./user.ts";

/** Every operation of the interface, by noun: client, service and documents are made of this table. */
export const api = { metrics, sleep, events, catalog, ingest, user } as const;

/** The type of the table of operations. */
export type Api = typeof api;
