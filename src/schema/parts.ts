import { z } from "zod";
import { readTime } from "./checks/timeForm.ts";
import { UUID } from "./checks/uuid.ts";

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
