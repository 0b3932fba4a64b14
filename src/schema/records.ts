import { z } from "zod";
import { Calendar, CalendarEvent } from "./calendars.ts";
import { EventRecord, MetricRecord } from "./events.ts";
import { LocationUpdate, Visit } from "./locations.ts";
import { Workout } from "./workouts.ts";

/** Record of any type. */
export type AnyRecord =
  | MetricRecord
  | EventRecord
  | LocationUpdate
  | Visit
  | Workout
  | Calendar
  | CalendarEvent;

/** Schema of a record of any type. */
export const AnyRecord: z.ZodType<AnyRecord, AnyRecord> = z.union([
  MetricRecord,
  EventRecord,
  LocationUpdate,
  Visit,
  Workout,
  Calendar,
  CalendarEvent,
]).meta({ description: "Record of any type." });
