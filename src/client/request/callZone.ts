import type { Endpoint, Fields } from "../../api/fields/endpoint.ts";
import { zone, type Zones } from "../../time/zone.ts";
import type { ArgumentValues } from "./argumentValues.ts";

/**
 * Returns the zone of a call: its zone argument (`tz`, `time_zone`), else the zone of its options
 * or of the client. Returns `undefined` if none is given.
 *
 * @throws {RangeError} if the zone does not exist
 */
export function callZone(
  endpoint: Endpoint,
  args: ArgumentValues,
  tz: Zones | undefined,
): string | undefined {
  const fields: Fields = endpoint.query ?? {};
  const name = Object.keys(fields).find((field) => fields[field]!.kind === "zone");
  const own = name === undefined ? undefined : args[name];
  const named = typeof own === "string" || Array.isArray(own) ? own as Zones : tz;
  return named === undefined ? undefined : zone(named);
}
