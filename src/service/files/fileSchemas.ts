import { z } from "zod";
import type { FileIdentity, NewFile } from "../../api/files.ts";

/** The most bytes that a file may have: 4 GiB. */
export const MAX_FILE: number = 4 * 1024 ** 3;

/** Names and paths are columns, in which the database knows no NUL and no half of a pair. */
const clean = z.string().refine(
  (text) => text.isWellFormed() && !text.includes("\0"),
  "holds characters that no name has",
);

const isStep = (segment: string): boolean => segment === "." || segment === "..";

/** A folder: from the root, without steps; a slash at its end is left out. */
export const FOLDER: z.ZodType<string> = clean.max(4096)
  .refine((path) => path.startsWith("/"), "must begin with a slash")
  .refine(
    (path) => !path.includes("//") && !path.split("/").some(isStep),
    "must name folders, without empty ones, `.` and `..`",
  )
  .transform((path) => path === "/" ? path : path.replace(/\/$/, ""));

/** The body that announces a file (interface 2.14). */
export const NEW_FILE: z.ZodType<NewFile> = z.strictObject({
  name: clean.min(1).max(1024)
    .refine((name) => !name.includes("/") && !isStep(name), "must be a name without a slash"),
  path: FOLDER,
  content_type: z.string().max(255).regex(
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *;[\x20-\x7e]*)?$/,
    "is not a media type",
  ),
  content_length: z.int().min(0).max(MAX_FILE),
});

/** The body that says what was found in a file. */
export const IDENTITY: z.ZodType<FileIdentity> = z.strictObject({
  source_data_types: z.array(z.strictObject({ data_type: z.string().min(1), state: z.string() }))
    .refine(
      (types) => new Set(types.map((type) => type.data_type)).size === types.length,
      "names a data type twice",
    ).nullable(),
  source_id: z.string().nullable(),
  source_name: z.string().nullable(),
});

/** The body that says how far a data type of a file has been read. */
export const DATA_TYPE_STATE: z.ZodType<{ state: string }> = z.strictObject({
  state: z.string().meta({ description: "Its state, any word." }),
});
