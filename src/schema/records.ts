import { z } from "zod";
import { Calendar, CalendarEvent } from "./calendars.ts";
import { EventRecord, MetricRecord } from "./events.ts";
import { LocationUpdate, Visit } from "./locations.ts";
import { Workout } from "./workouts.ts";

/** A record of any type. */
export type AnyRecord =
  | MetricRecord
  | EventRecord
  | LocationUpdate
  | Visit
  | Workout
  | Calendar
  | CalendarEvent;

/** The schema of a record of any type. */
export const AnyRecord: z.ZodType<AnyRecord, AnyRecord> = z.union([
  MetricRecord,
  EventRecord,
  LocationUpdate,
  Visit,
  Workout,
  Calendar,
  CalendarEvent,
]).meta({ description: "A record of any type." });
