/** Errors of calls to a service. @module */
export * from "./apiError.ts";
export * from "./bodyError.ts";
export * from "./forbiddenError.ts";
export * from "./invalidError.ts";
export * from "./isApiError.ts";
export * from "./networkError.ts";
export * from "./notFoundError.ts";
export * from "./rateLimitError.ts";
export * from "./signInError.ts";
export * from "./timeoutError.ts";
export * from "./unauthorizedError.ts";
