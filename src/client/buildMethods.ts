import { inCell } from "../options/callSignal.ts";
import { api } from "../api/api.ts";
import type { Endpoint, Endpoints } from "../api/fields/endpoint.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { actionOf, rejectNonObject } from "./request/actionOf.ts";
import type { Nouns } from "./nouns.ts";
import type { ArgumentValues } from "./request/argumentValues.ts";
import type { Call, CallOptions } from "./call.ts";

/** Options of a call. */
export const CALL_OPTIONS = optionNames<CallOptions>()(
  "signal output tz onProgress piece concurrency maxBody maxUnpacked maxRows secret",
);

/** Deprecated routes that have already been reported. */
const WARNED = new Set<string>();

/** Creates a method for each row of the tables, by noun. */
export function buildMethods(call: Call): Nouns {
  const nouns = Object.entries<Endpoints>(api).map(([noun, endpoints]) => {
    const operations = Object.entries(endpoints).map(([operation, endpoint]) => [
      operation,
      async (args: ArgumentValues = {}, options: CallOptions = {}) => {
        rejectNonObject(endpoint, args);
        checkOptions(actionOf(endpoint, args), options, CALL_OPTIONS);
        return await inCell(() => call(endpoint, args, options));
      },
    ]);
    return [noun, Object.fromEntries(operations)];
  });
  return Object.fromEntries(nouns);
}

/**
 * Wraps a call so that each deprecated operation is reported once per process, with its
 * replacement.
 */
export function warnDeprecated(call: Call, warn: (message: string) => void): Call {
  return (endpoint, args, options) => {
    if (endpoint.deprecated !== undefined && !WARNED.has(endpoint.route)) {
      WARNED.add(endpoint.route);
      warn(`${nameOf(endpoint)} is deprecated. ${endpoint.deprecated}`);
    }
    return call(endpoint, args, options);
  };
}

function nameOf(endpoint: Endpoint): string {
  for (const [noun, endpoints] of Object.entries<Endpoints>(api)) {
    const found = Object.entries(endpoints).find(([, { route }]) => route === endpoint.route);
    if (found !== undefined) return `${noun}.${found[0]}`;
  }
  return endpoint.route;
}
