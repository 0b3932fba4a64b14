import { toMicros } from "../../time/instant.ts";
import { isoMicros } from "../../time/iso.ts";

/** Members of a record that are instants. */
const TIMES = ["start_time", "end_time", "recorded_at"];
/** A time of day followed by `Z` or an offset. */
const HAS_ZONE = /\d[T ]\d.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i;
/** Start of a date; the service rejects other text. */
const IS_TIME = /^\d{4}-\d\d-\d\d/;

/**
 * Interprets times without a zone in the given zone, as in all arguments of a call. Without a zone,
 * they stay unchanged and the service reads them as UTC.
 *
 * @throws {RangeError} if a clock of the zone skips a time, or shows it twice
 */
export function applyZone<T>(body: T, tz: string | undefined, action: string): T {
  if (tz === undefined) return body;
  if (Array.isArray(body)) {
    return body.map((record, i) => applyToRecord(record, tz, `${action}: record ${i}`)) as T;
  }
  return applyToRecord(body, tz, action);
}

/** Models with `time_start` and `time_end`, which limit what others may read. */
const BOUNDED: ReadonlySet<string> = new Set([
  "GroupBody",
  "NewShareBody",
  "ShareBody",
  "ShareChange",
  "ShareUpdate",
]);

/**
 * Interprets the bounds of a share or a group in a zone, unless they have a zone themselves. A
 * guess could show others hours that they were not meant to see.
 *
 * @throws {RangeError} if a bound has no zone and the client has no `tz`
 */
export function applyZoneToBounds<T>(
  body: T,
  { model, tz, action }: { model: string; tz: string | undefined; action: string },
): T {
  if (!BOUNDED.has(model) || typeof body !== "object" || body === null) return body;
  const bounds = ["time_start", "time_end"].flatMap((name) => {
    const value = (body as Record<string, unknown>)[name];
    if (typeof value !== "string" || !IS_TIME.test(value) || HAS_ZONE.test(value)) return [];
    if (tz !== undefined) return [[name, instantOf(value, tz, `${action}: ${name}`)]];
    throw new RangeError(
      `Cannot ${action}: ${name} ${JSON.stringify(value)} has no time zone. ` +
        'Add one, as in "2024-01-31T00:00:00+01:00", or pass tz.',
    );
  });
  return bounds.length === 0 ? body : { ...body, ...Object.fromEntries(bounds) };
}

function applyToRecord<T>(record: T, tz: string, where: string): T {
  if (typeof record !== "object" || record === null) return record;
  const members = record as Record<string, unknown>;
  let copy: Record<string, unknown> | undefined;
  for (const name of TIMES) {
    const value = members[name];
    const inZone = name === "recorded_at" && typeof value === "object"
      ? applyToRecord(value, tz, where)
      : instantOf(value, tz, `${where} ${name}`);
    if (inZone === value) continue;
    copy = { ...copy ?? members, [name]: inZone };
  }
  return (copy ?? record) as T;
}

function instantOf(value: unknown, tz: string, what: string): unknown {
  if (typeof value !== "string" || !IS_TIME.test(value) || HAS_ZONE.test(value)) return value;
  try {
    return isoMicros(toMicros(value, { tz, what }));
  } catch (cause) {
    const { message } = cause as Error;
    throw new RangeError(message.replace(/^Cannot read /, "Cannot "), { cause });
  }
}
