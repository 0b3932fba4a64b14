/** A client of a service, and the errors of its calls. @module */
export * from "./apiError.ts";
export * from "./bodyError.ts";
export * from "./client.ts";
export * from "./connect.ts";
export * from "./forbiddenError.ts";
export * from "./invalidError.ts";
export * from "./networkError.ts";
export * from "./notFoundError.ts";
export * from "./progress.ts";
export * from "./rateLimitError.ts";
export * from "./timeoutError.ts";
export * from "./unauthorizedError.ts";
export type { Ingested, IngestOptions } from "./ingestRecords.ts";
export type { Fetch } from "./receive.ts";
export type { RetryOptions } from "./send.ts";
