import { z } from "zod";
import { zone } from "../../time/zone.ts";
import { readRecordTime, readTime, TIME_FORM } from "../checks/timeForm.ts";
import { UUID } from "../checks/uuid.ts";

/** An identifier in an answer. */
export const id: z.ZodString = z.string().meta({ format: "uuid" });

/** An instant in an answer: ISO 8601. */
export const instant: z.ZodString = z.string().meta({ format: "date-time" });

/** An integer. */
export const integer: z.ZodInt = z.int();

/** Text that may be null. */
export const textOrNull: z.ZodNullable<z.ZodString> = z.string().nullable();

/** An object whose members are not the interface's. */
export const anything: z.ZodRecord<z.ZodString, z.ZodUnknown> = z.record(z.string(), z.unknown());

/** A UUID in a body; it is read in lower case. */
export const uuid: z.ZodString = z.string().regex(UUID, "is not a UUID").toLowerCase();

/** Sources of a record with fields of its own; absent if it was sent without. */
export const sourceList: z.ZodExactOptional<z.ZodArray<z.ZodString>> = z.array(z.string())
  .exactOptional().describe("The sources it came through, if it was sent with them.");

/** An identifier in examples. */
export const EXAMPLE_ID = "6f9d3c1e-2b5a-4c8d-9e7f-0a1b2c3d4e5f";

/** Another identifier in examples: that of the user. */
export const EXAMPLE_USER = "1b1d64b0-9c43-4f0c-a7a3-2f2d2c4f5a10";

/** Whether a text is an instant of the years 1 to 9999. */
export function isInstant(text: string): boolean {
  try {
    readTime(text);
    return true;
  } catch {
    return false;
  }
}

/** An IANA time zone. */
export const zoneName: z.ZodString = z.string().refine(
  (name) => {
    try {
      return zone(name) === name;
    } catch {
      return false;
    }
  },
  { message: "is not an IANA time zone", abort: true }, // what follows reads in it
);

/** A time of day as HH:MM:SS. */
export const timeOfDay: z.ZodString = z.string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, "is not a time of day in the form HH:MM:SS");

/** An instant of a record, read as microseconds UTC. */
export const recordTime: z.ZodType<bigint, string> = z.string().transform((text, issues) => {
  try {
    return readRecordTime(text);
  } catch (error) {
    issues.addIssue({ code: "custom", message: (error as Error).message });
    return z.NEVER;
  }
}).meta({ pattern: TIME_FORM, description: "ISO 8601; without a zone it is UTC." });

/** A name. Names are kept as text, in which the database knows no NUL and no half of a pair. */
export const name: z.ZodString = z.string().min(1)
  .refine(
    (text) => text.length <= 1000 || [...text].length <= 1000,
    "is longer than 1000 characters",
  )
  .refine(
    (text) => text.isWellFormed() && !text.includes("\0"),
    "holds characters that no name has",
  ).meta({ maxLength: 1000, pattern: "^[^\\u0000\\ud800-\\udfff]*$" });

/** The most bytes that a file may have: 4 GiB. */
export const MAX_FILE: number = 4 * 1024 ** 3;

/** Names and paths are columns, in which the database knows no NUL and no half of a pair. */
export const clean: z.ZodString = z.string().refine(
  (text) => text.isWellFormed() && !text.includes("\0"),
  "holds characters that no name has",
);

/** Whether a segment of a path leads elsewhere: `.` and `..`. */
export function isStep(segment: string): boolean {
  return segment === "." || segment === "..";
}

/** A folder: from the root, without steps; a slash at its end is left out. */
export const FOLDER: z.ZodType<string, string> = clean.max(4096)
  .refine((path) => path.startsWith("/"), "must begin with a slash")
  .refine(
    (path) => !path.includes("//") && !path.split("/").some(isStep),
    "must name folders, without empty ones, `.` and `..`",
  )
  .transform((path) => path === "/" ? path : path.replace(/\/$/, ""));
