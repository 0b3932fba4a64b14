import type { Client } from "../../client/client.ts";
import { zone, type Zones } from "../../time/zone.ts";

/**
 * Returns the requested zone of days and labels, otherwise the client's.
 *
 * @throws {RangeError} if the zone is missing or does not exist
 */
export function zoneOf(me: Pick<Client, "tz">, tz: Zones | undefined, action: string): string {
  const name = tz ?? me.tz;
  if (name === undefined) {
    throw new RangeError(
      `Cannot ${action}: days need a time zone; pass tz: "Europe/Berlin", or connect with one`,
    );
  }
  return zone(name);
}
