import { z } from "zod";

/** A moment in an answer. */
export const moment: z.ZodString = z.string().meta({ format: "date-time" });

/** An identifier in an answer. */
export const id: z.ZodString = z.string().meta({ format: "uuid" });

/** A whole number in an answer. */
export const count: z.ZodInt = z.int();

/** An object whose members are not the interface's. */
export const anything: z.ZodRecord<z.ZodString, z.ZodUnknown> = z.record(z.string(), z.unknown());
