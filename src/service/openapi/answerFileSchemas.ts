import { z } from "zod";
import type { FileChange, InputFile } from "../../api/files.ts";
import { count, id, moment } from "./answerParts.ts";
import { FILE_STATES } from "../../schema/enums.ts";

const scan = z.enum(["pending", "clean", "infected"]);
const text = z.string().nullable();
const times = {
  uploaded_at: moment.nullable(),
  archived_at: moment.nullable(),
  deleted_at: moment.nullable(),
  last_scanned: moment.nullable(),
};

/** A version of a file (interface 2.14). */
export const FILE: z.ZodType<InputFile> = z.object({
  id,
  svc_userid: id,
  name: z.string(),
  path: z.string().meta({ description: "Begins with a slash." }),
  size: count,
  state: z.enum(FILE_STATES),
  scan_state: scan,
  created_at: moment,
  ...times,
  restored_from_id: z.string().meta({ description: "Empty of one that was not restored." }),
  source_id: text,
  source_name: text,
  source_data_types: z.array(z.object({ data_type: z.string(), state: z.string() })).nullable(),
});

/** A file that changed (interface 2.14). */
export const FILE_CHANGE: z.ZodType<FileChange> = z.object({
  id,
  full_name: z.string(),
  scan_state: scan,
  state: z.enum(FILE_STATES),
  size: count,
  ...times,
});

/** A listing. */
export const FILE_LIST: z.ZodType<{ files: InputFile[] | null; folders: string[] | null }> = z
  .object({
    files: z.array(FILE).nullable(),
    folders: z.array(z.string()).nullable(),
  });

/** An announced file. */
export const ANNOUNCED: z.ZodType<{ file: InputFile; url: string }> = z.object({
  file: FILE,
  url: z.string().meta({ format: "uri", description: "Takes the content, once, by POST or PUT." }),
});
