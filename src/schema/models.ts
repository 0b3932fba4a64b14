/**
 * The models of the interface: contents of request bodies and responses. Each is a schema with its
 * type, description and examples, named as in `/openapi.json`.
 * @module
 */
export * from "./annotations.ts";
export * from "./calendars.ts";
export * from "./catalog.ts";
export * from "./changes.ts";
export * from "./customInputs.ts";
export * from "./events.ts";
export * from "./files.ts";
export * from "./groups.ts";
export * from "./imports.ts";
export * from "./ingest.ts";
export * from "./locations.ts";
export * from "./metrics.ts";
export * from "./records.ts";
export * from "./reflections.ts";
export * from "./sessions.ts";
export * from "./shares.ts";
export * from "./sleep.ts";
export * from "./sources.ts";
export * from "./storage.ts";
export * from "./tags.ts";
export * from "./user.ts";
export * from "./workouts.ts";
