/** Errors of calls to a service. @module */
export * from "./apiError.ts";
export * from "./isApiError.ts";
export * from "./signInError.ts";
