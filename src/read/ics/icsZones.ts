import type ICAL from "ical.js";
import { isZone } from "../../time/zone.ts";

/** Returns the IANA zone of a `TZID`, without a prefix such as `/mozilla.org/20050126_1/`. */
export function zoneOfId(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const name = /(?:^|\/)((?:[A-Za-z_]+\/)?[A-Za-z_]+\/[A-Za-z0-9_+-]+)$/.exec(id)?.[1] ?? id;
  return [id, name].find(isZone);
}

/**
 * Registers an IANA zone that a calendar names but does not describe. Otherwise the library would read
 * its times without a zone, and could not find the end of a series.
 */
export function registerZone(
  { Component, Timezone, TimezoneService }: typeof ICAL,
  id: string,
): void {
  const zone = zoneOfId(id);
  if (zone === undefined || TimezoneService.has(id)) return;
  class KnownZone extends Timezone {
    override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
      const local = new Temporal.PlainDateTime(year, month, day, hour, minute, second);
      return local.toZonedDateTime(zone!).offsetNanoseconds / 1e9;
    }
  }
  TimezoneService.register(
    new KnownZone({ tzid: id, component: new Component("vtimezone") }),
    id,
  );
}
