import { api } from "../api/api.ts";
import type { Endpoint, Endpoints } from "../api/fields/endpoint.ts";
import type { Call } from "./call.ts";

/** The routes that this process was warned of. */
const told = new Set<string>();

/** The same call, which says once in a process for each deprecated operation what to use instead. */
export function warned(call: Call, warn: (message: string) => void): Call {
  return (endpoint, args, options) => {
    if (endpoint.deprecated !== undefined && !told.has(endpoint.route)) {
      told.add(endpoint.route);
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
