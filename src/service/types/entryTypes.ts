import { z } from "zod";
import type { DataType } from "../../schema/catalog.ts";
import type { StoredRecord } from "../../store/records.ts";
import { MIN_MICROS } from "../../time/instant.ts";
import { isoMicros } from "../../time/iso.ts";
import { CALENDAR, CALENDAR_EVENT } from "./calendarSchemas.ts";
import { LOCATION_UPDATE, LOCATION_VISIT, UNKNOWN } from "./locationSchemas.ts";
import type { RecordBody } from "./recordSchemas.ts";
import { WORKOUT } from "./workoutSchema.ts";

/** A built-in type with its own record format: locations, workouts and calendars. */
export interface EntryType {
  readonly id: string;
  readonly name: string;
  readonly class: "location" | "entry";
  readonly category: DataType["categories"][number];
  readonly description: string;
  readonly body: z.ZodType<RecordBody>;
  /**
   * Returns the fields that hold a record's id and times; all other fields are stored unchanged.
   */
  readonly head: (record: StoredRecord) => { readonly [field: string]: string };
}

const update = ({ id, start }: StoredRecord) => ({ uuid: id, timestamp: isoMicros(start) });

/**
 * Built-in types with their own record format. `calendars` and `calendar_events` have the names
 * that shares use.
 */
export const ENTRY_TYPES: readonly EntryType[] = [
  {
    id: "MobileLocationUpdate",
    name: "Mobile location update",
    class: "location",
    category: "location",
    description: "Position of a mobile device at an instant.",
    body: LOCATION_UPDATE,
    head: update,
  },
  {
    id: "MobileLocationVisit",
    name: "Mobile location visit",
    class: "location",
    category: "location",
    description: "A stay at one place, detected by a mobile device.",
    body: LOCATION_VISIT,
    head: ({ id, start, end }) => ({
      uuid: id,
      arrival_date: start === MIN_MICROS ? UNKNOWN.arrival : isoMicros(start),
      departure_date: isoMicros(end),
    }),
  },
  {
    id: "MapLocationUpdate",
    name: "Map location update",
    class: "location",
    category: "location",
    description: "Position of a person at an instant, from a map provider.",
    body: LOCATION_UPDATE,
    head: update,
  },
  {
    id: "MobileWorkout",
    name: "Mobile workout",
    class: "entry",
    category: "health_sdk",
    description: "A workout with its statistics, activities and events.",
    body: WORKOUT,
    head: ({ id, start, end }) => ({
      apple_workout_id: id,
      start_date: isoMicros(start),
      end_date: isoMicros(end),
    }),
  },
  {
    id: "calendars",
    name: "Calendar",
    class: "entry",
    category: "platform",
    description: "A calendar that holds events.",
    body: CALENDAR,
    head: ({ id, start }) => ({ calendar_id: id, inserted_at: isoMicros(start) }),
  },
  {
    id: "calendar_events",
    name: "Calendar event",
    class: "entry",
    category: "platform",
    description: "An event of a calendar.",
    body: CALENDAR_EVENT,
    head: ({ id, start, end }) => ({
      calendar_event_id: id,
      start_date: isoMicros(start),
      end_date: isoMicros(end),
    }),
  },
];

const BY_ID = new Map(ENTRY_TYPES.map((type) => [type.id, type]));

/**
 * Returns a function that formats records of a type. Returns `undefined` for metrics and events.
 */
export function entryRow(
  dataType: string,
): ((record: StoredRecord) => { [field: string]: unknown }) | undefined {
  const type = BY_ID.get(dataType);
  return type && ((record) => ({ ...type.head(record), ...JSON.parse(record.extra ?? "{}") }));
}

/** Returns the fields of a type's records, in order. Returns `undefined` for metrics and events. */
export function entryFields(dataType: string): readonly string[] | undefined {
  const type = BY_ID.get(dataType);
  if (type === undefined) return undefined;
  const { properties } = z.toJSONSchema(type.body, { io: "input" });
  const left = type.class === "location"
    ? ["id", "source", "sources", "device"]
    : ["id", "sources"];
  return Object.keys(properties ?? {}).filter((name) => !left.includes(name));
}
