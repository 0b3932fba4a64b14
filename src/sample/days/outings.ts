import { type EventDraft, geofence, participants } from "./calendarEvent.ts";
import type { Life } from "../life/life.ts";
import { Random } from "../life/random.ts";
import { MINUTE } from "../life/span.ts";

const QUARTER = 15 * MINUTE;

/** Gives the days at work, to the quarter of an hour within them, and the walks in company. */
export function outings({ awake, seed }: Life): EventDraft[] {
  return awake.flatMap((day) => day.segments).flatMap(({ start, end, place, gait }) => {
    if (place === "work") {
      const span = {
        start: Math.ceil(start / QUARTER) * QUARTER,
        end: Math.floor(end / QUARTER) * QUARTER,
      };
      const fields = { location: "Office", geolocation: geofence("work", "Office") };
      return [{ ...span, title: "At the office", fields }];
    }
    if (place === "park" && gait === "walk" && new Random(seed, "company", start).chance(0.3)) {
      const geolocation = geofence("park", "Park");
      const fields = { location: "Park", geolocation, participants: participants(["Kim"]) };
      return [{ start, end, title: "Walk with Kim", fields }];
    }
    return [];
  });
}
