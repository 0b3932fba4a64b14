import { createHash } from "node:crypto";
import type { Row } from "../../frame/polars/rows.ts";
import { type TimeLike, toMicros } from "../../time/instant.ts";
import { jsonText } from "./jsonText.ts";

/** Owner and type of records. */
export interface RecordOwner {
  readonly userid: string;
  readonly dataType: string;
}

/** Members that are instants: different spellings of an instant are equal. */
const TIMES: ReadonlySet<string> = new Set([
  "start_time",
  "start_date",
  "arrival_date",
  "timestamp",
  "recorded_at",
  "end_time",
  "end_date",
  "departure_date",
]);

/** Members that identify a record of any type. */
const IDENTIFIERS = ["id", "uuid", "apple_workout_id", "calendar_event_id"];

/**
 * Returns whether a record has an identifier; the identifier of another object, such as an event's
 * calendar, does not count.
 */
function hasId(record: Row, dataType: string): boolean {
  return IDENTIFIERS.some((name) => record[name] !== undefined && record[name] !== null) ||
    (dataType === "calendars" && typeof record["calendar_id"] === "string");
}

/** Returns whether each record has an identifier. */
export function haveIds(records: readonly Row[], dataType: string): boolean {
  return records.every((record) => hasId(record, dataType));
}

/**
 * Adds an `id` to records without one: a UUID of version 8 (RFC 9562). It starts with the record's
 * time in milliseconds, which keeps ids in order, followed by a hash. The hash covers the user, the
 * type, the content, and the position among equal records of the call. The same records sent again
 * thus get the same ids and are stored once, while two equal records in one call stay two.
 *
 * A record without a time counts as now, so it differs in each call. Its id is random and only
 * prevents a retry from storing it twice.
 */
export function withIds(
  records: readonly Row[],
  { userid, dataType }: RecordOwner,
): readonly Row[] {
  if (haveIds(records, dataType)) return records;
  const counts = new Map<string, number>();
  return records.map((record) => {
    if (hasId(record, dataType)) return record;
    const time = timeOf(record);
    if (time === undefined) return { ...record, id: crypto.randomUUID() };
    const content = contentOf(record);
    if (content === undefined) return record; // the sender reports what is wrong with it
    const count = counts.get(content) ?? 0;
    counts.set(content, count + 1);
    const hash = createHash("sha256")
      .update(JSON.stringify([userid, dataType, content, count])).digest();
    return { ...record, id: uuid8(time, hash) };
  });
}

/**
 * Returns the time of a record in microseconds: its first instant. Returns `undefined` if it has
 * none.
 */
function timeOf(record: Row): bigint | undefined {
  const within = Object(record["recorded_at"]) as { start_time?: unknown };
  for (const name of TIMES) {
    const micros = microsOf(record[name]);
    if (micros !== undefined) return micros;
  }
  return microsOf(within.start_time);
}

function microsOf(value: unknown): bigint | undefined {
  if (value === undefined || value === null) return undefined;
  try {
    return toMicros(value as TimeLike, { tz: "UTC" }); // as the service reads times without a zone
  } catch {
    return undefined;
  }
}

/** Returns the content of a record in a canonical form; `undefined` if it cannot be serialized. */
function contentOf(record: Row): string | undefined {
  try {
    return jsonText(inOrder(record, ""));
  } catch {
    return undefined;
  }
}

/** Sorts the members of objects alphabetically and converts instants to numbers. */
function inOrder(value: unknown, name: string): unknown {
  if (TIMES.has(name)) {
    const micros = microsOf(value);
    if (micros !== undefined) return String(micros);
  }
  if (Array.isArray(value)) return value.map((item) => inOrder(item, ""));
  if (typeof value !== "object" || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1)
      .map(([member, item]) => [member, inOrder(item, member)]),
  );
}

/** Combines 48 bits of milliseconds, the version, and 74 bits of the hash around the variant. */
function uuid8(micros: bigint, hash: Uint8Array): string {
  const bytes = new Uint8Array(16);
  const milliseconds = BigInt.asUintN(48, micros / 1000n);
  new DataView(bytes.buffer).setBigUint64(0, milliseconds << 16n);
  bytes.set(hash.subarray(0, 10), 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
