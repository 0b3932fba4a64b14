import { z } from "zod";
import { zone } from "../../time/zone.ts";
import { readRecordTime, readTime, TIME_FORM } from "../checks/timeForm.ts";
import { UUID } from "../checks/uuid.ts";

/** Identifier in a response. */
export const id: z.ZodString = z.string().meta({ format: "uuid" });

/** Instant in a response: ISO 8601. */
export const instant: z.ZodString = z.string().meta({ format: "date-time" });

export const integer: z.ZodInt = z.int();

export const textOrNull: z.ZodNullable<z.ZodString> = z.string().nullable();

/** Object with members that the interface does not define. */
export const anything: z.ZodRecord<z.ZodString, z.ZodUnknown> = z.record(z.string(), z.unknown());

/** UUID in a body, converted to lower case. */
export const uuid: z.ZodString = z.string().regex(UUID, "is not a UUID").toLowerCase();

/** Sources of a record of a user-defined type; absent if it was sent without them. */
export const sourceList: z.ZodExactOptional<z.ZodArray<z.ZodString>> = z.array(z.string())
  .exactOptional().describe("Sources that the record passed through, if it was sent with them.");

/** Identifier in examples. */
export const EXAMPLE_ID = "6f9d3c1e-2b5a-4c8d-9e7f-0a1b2c3d4e5f";

/** Identifier of the user in examples. */
export const EXAMPLE_USER = "1b1d64b0-9c43-4f0c-a7a3-2f2d2c4f5a10";

/** Returns whether a text is an instant of the years 1 to 9999. */
export function isInstant(text: string): boolean {
  try {
    readTime(text);
    return true;
  } catch {
    return false;
  }
}

/** IANA time zone. */
export const zoneName: z.ZodString = z.string().refine(
  (name) => {
    try {
      return zone(name) === name;
    } catch {
      return false;
    }
  },
  { message: "is not an IANA time zone", abort: true }, // later checks use it
);

/** Time of day as HH:MM:SS. */
export const timeOfDay: z.ZodString = z.string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, "is not a time of day as HH:MM:SS");

/** Instant of a record, converted to microseconds UTC. */
export const recordTime: z.ZodType<bigint, string> = z.string().transform((text, issues) => {
  try {
    return readRecordTime(text);
  } catch (error) {
    issues.addIssue({ code: "custom", message: (error as Error).message });
    return z.NEVER;
  }
}).meta({ pattern: TIME_FORM, description: "ISO 8601; a time without a zone is UTC." });

/** Name. The database stores names as text, which cannot contain a NUL or half of a surrogate pair. */
export const name: z.ZodString = z.string().min(1)
  .refine(
    (text) => text.length <= 1000 || [...text].length <= 1000,
    "is longer than 1000 characters",
  )
  .refine(
    (text) => text.isWellFormed() && !text.includes("\0"),
    "contains characters that names cannot have",
  ).meta({ maxLength: 1000, pattern: "^[^\\u0000\\ud800-\\udfff]*$" });

/** Maximum size of a file in bytes: 4 GiB. */
export const MAX_FILE: number = 4 * 1024 ** 3;

/** Name or path. The database cannot store a NUL or half of a surrogate pair in them. */
export const clean: z.ZodString = z.string().refine(
  (text) => text.isWellFormed() && !text.includes("\0"),
  "contains characters that names cannot have",
);

/** Returns whether a path segment is `.` or `..`. */
export function isStep(segment: string): boolean {
  return segment === "." || segment === "..";
}

/** Absolute path of a folder, without `.` and `..`; a trailing slash is removed. */
export const FOLDER: z.ZodType<string, string> = clean.max(4096)
  .refine((path) => path.startsWith("/"), "must begin with a slash")
  .refine(
    (path) => !path.includes("//") && !path.split("/").some(isStep),
    "must not contain empty segments, `.` or `..`",
  )
  .transform((path) => path === "/" ? path : path.replace(/\/$/, ""));
