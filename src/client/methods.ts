import { api } from "../api/api.ts";
import type { Endpoints } from "../api/fields/endpoint.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { actionOf } from "./request/actionOf.ts";
import { refuseNoObject } from "./request/checkArguments.ts";
import type { Nouns } from "./client.ts";
import type { ArgumentValues } from "./request/argumentValues.ts";
import type { Call, CallOptions } from "./call.ts";

/** What a call may set. */
export const CALL_OPTIONS: OptionTable<CallOptions> = {
  signal: true,
  output: true,
  tz: true,
  onProgress: true,
  piece: true,
  concurrency: true,
  maxUnpacked: true,
  maxRows: true,
  secret: true,
};

/** A method for each row of the tables, by noun: one walk, no method by hand. */
export function methods(call: Call): Nouns {
  const nouns = Object.entries<Endpoints>(api).map(([noun, endpoints]) => {
    const operations = Object.entries(endpoints).map(([operation, endpoint]) => [
      operation,
      async (args: ArgumentValues = {}, options: CallOptions = {}) => {
        refuseNoObject(endpoint, args);
        checkOptions(actionOf(endpoint, args), options, CALL_OPTIONS);
        return await call(endpoint, args, options);
      },
    ]);
    return [noun, Object.fromEntries(operations)];
  });
  return Object.fromEntries(nouns);
}
