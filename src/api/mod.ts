export type { Api } from "./api.ts";
export type * from "./catalog.ts";
export type * from "./endpoint.ts";
export type * from "./enums.ts";
export type * from "./ingest.ts";
export type * from "./metrics.ts";
export type * from "./sleep.ts";
export type * from "./user.ts";
