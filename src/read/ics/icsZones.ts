import type ICAL from "ical.js";
import { isZone } from "../../time/zone.ts";

/** Returns the IANA zone of a `TZID`, without a prefix such as `/mozilla.org/20050126_1/`. */
export function zoneOfId(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const name = /(?:^|\/)((?:[A-Za-z_]+\/)?[A-Za-z_]+\/[A-Za-z0-9_+-]+)$/.exec(id)?.[1] ?? id;
  return [id, name].find(isZone);
}

/**
 * Registers the IANA zones that a calendar names but does not describe. Otherwise the library would read
 * their times without a zone, and could not find the end of a series.
 */
export function registerZones(library: typeof ICAL, ids: Iterable<string>): void {
  const { Timezone, TimezoneService } = library;
  class KnownZone extends Timezone {
    readonly #zone: string;

    constructor(id: string, zone: string) {
      super({ tzid: id, component: new library.Component("vtimezone") });
      this.#zone = zone;
    }

    override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
      const local = new Temporal.PlainDateTime(year, month, day, hour, minute, second);
      return local.toZonedDateTime(this.#zone).offsetNanoseconds / 1e9;
    }
  }
  for (const id of ids) {
    const zone = zoneOfId(id);
    if (zone !== undefined && !TimezoneService.has(id)) {
      TimezoneService.register(new KnownZone(id, zone), id);
    }
  }
}
