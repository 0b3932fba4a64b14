import { api } from "../api/api.ts";
import type { Endpoint, Endpoints } from "../api/endpoint.ts";
import type { ArgumentValues } from "./checkArguments.ts";
import type { CallOptions, Nouns } from "./client.ts";

/** Makes one call. */
export type Call = (
  endpoint: Endpoint,
  args: ArgumentValues,
  options: CallOptions,
) => Promise<unknown>;

/** A method for each row of the tables, by noun: one walk, no method by hand. */
export function methods(call: Call): Nouns {
  const nouns = Object.entries<Endpoints>(api).map(([noun, endpoints]) => {
    const operations = Object.entries(endpoints).map(([operation, endpoint]) => [
      operation,
      (args: ArgumentValues = {}, options: CallOptions = {}) => call(endpoint, args, options),
    ]);
    return [noun, Object.fromEntries(operations)];
  });
  return Object.fromEntries(nouns);
}
