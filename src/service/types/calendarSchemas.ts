import { z } from "zod";
import { Calendar, CalendarEvent, Geofence, RecurrenceRule } from "../../schema/calendars.ts";
import { name, recordTime as time, uuid } from "../../schema/parts/parts.ts";
import { isoMicros } from "../../time/iso.ts";
import { type RecordBody, sources } from "./recordSchemas.ts";

const id = uuid.nullish().meta({ description: "Alternative name of the record's identifier." });

/** Body of a calendar. */
export const CALENDAR: z.ZodType<RecordBody> = z.strictObject({
  id,
  ...bodyFields(Calendar),
  calendar_id: uuid.nullish(),
  svc_source: name,
  inserted_at: time,
  sources,
}).transform(({ id, calendar_id, inserted_at, sources, ...kept }) => ({
  id: calendar_id ?? id,
  start_time: inserted_at,
  source: kept.svc_source,
  sources,
  kept,
}));

const recurrenceRule = z.strictObject({
  ...bodyFields(RecurrenceRule),
  first_day_of_the_week: z.int().min(1).max(7).nullish().transform(orNull),
});

const geofence = z.strictObject({
  ...bodyFields(Geofence),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/** Body of a calendar event; missing fields become null. */
export const CALENDAR_EVENT: z.ZodType<RecordBody> = z.strictObject({
  id,
  ...bodyFields(CalendarEvent),
  calendar_event_id: uuid.nullish(),
  start_date: time,
  end_date: time,
  geolocation: geofence.nullish().transform(orNull),
  recurrence_rules: z.array(recurrenceRule).nullish().transform(orNull),
  sources,
}).transform(({ id, calendar_event_id, start_date, end_date, sources, ...kept }, issues) => {
  if (end_date < start_date) {
    issues.addIssue({
      code: "custom",
      path: ["end_date"],
      message: "end_date is before start_date",
    });
  }
  return { id: calendar_event_id ?? id, start_time: start_date, end_time: end_date, sources, kept };
});

/** Returns the fields of a body from the model of its answer. */
function bodyFields(model: z.ZodType): Record<string, z.ZodType> {
  if (!(model instanceof z.ZodObject)) throw new TypeError("Cannot derive a body: no object");
  const fields = Object.entries<z.ZodType>(model.shape);
  return Object.fromEntries(fields.map(([name, field]) => [name, bodyField(field)]));
}

/** Derives a field: one that may be null may be missing, objects are strict, times are parsed. */
function bodyField(field: z.core.$ZodType): z.ZodType {
  if (!(field instanceof z.ZodType)) throw new TypeError("Cannot derive a body: unknown schema");
  const { format, description } = field.meta() ?? {};
  if (field instanceof z.ZodNullable) {
    return bodyField(field.unwrap()).nullish().transform(orNull).meta({ description });
  }
  if (field instanceof z.ZodObject) return z.strictObject(bodyFields(field));
  if (field instanceof z.ZodArray) return z.array(bodyField(field.element));
  if (field instanceof z.ZodUnion) return z.union(field.options.map(bodyField));
  if (format === "date-time") return time.transform((micros) => isoMicros(micros));
  return format === "uuid" ? uuid : field;
}

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}
