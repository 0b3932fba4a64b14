import { z } from "zod";
import { FILE_STATES } from "./enums.ts";
import {
  clean,
  EXAMPLE_ID,
  EXAMPLE_USER,
  FOLDER,
  id,
  instant,
  integer,
  isStep,
  MAX_FILE,
  textOrNull,
} from "./parts/parts.ts";

const scanState = z.enum(["pending", "clean", "infected"]).describe("What the scan said.");
const state = z.enum(FILE_STATES).describe("What has become of it.");
const size = integer.describe("Its length in bytes.");
const times = {
  uploaded_at: instant.nullable().describe("When its content came."),
  archived_at: instant.nullable().describe("When a newer version replaced it."),
  deleted_at: instant.nullable().describe("When it was deleted."),
  last_scanned: instant.nullable().describe("When it was last scanned."),
};

const FILE = {
  id: EXAMPLE_ID,
  svc_userid: EXAMPLE_USER,
  name: "nights.csv",
  path: "/exports",
  size: 1024,
  state: "uploaded",
  scan_state: "clean",
  created_at: "2026-03-01T08:00:00Z",
  uploaded_at: "2026-03-01T08:00:05Z",
  archived_at: null,
  deleted_at: null,
  last_scanned: "2026-03-01T08:00:06Z",
  restored_from_id: "",
  source_id: null,
  source_name: null,
  source_data_types: null,
};

const fileVersion = z.object({
  id: id.describe("Identifier of the version."),
  svc_userid: id.describe("Who owns it."),
  name: z.string().describe("Its name."),
  path: z.string().describe("The folder it lies in; begins with a slash."),
  size,
  state,
  scan_state: scanState,
  created_at: instant.describe("When it was announced."),
  ...times,
  restored_from_id: z.string()
    .describe("The version that it was restored from; empty of one that was not restored."),
  source_id: textOrNull.describe("Identifier of what it comes from."),
  source_name: textOrNull.describe("Name of what it comes from."),
  source_data_types: z.array(z.object({
    data_type: z.string().describe("The data type."),
    state: z.string().describe("How far it has been read."),
  })).nullable().describe("Data types that were found in it."),
}).meta({ description: "A version of an uploaded file.", examples: [FILE] });

/** A version of an uploaded file. */
export interface FileVersion extends z.infer<typeof fileVersion> {}
/** The schema of a version of an uploaded file. */
export const FileVersion: z.ZodType<FileVersion, FileVersion> = fileVersion;

const fileList = z.object({
  files: z.array(FileVersion).nullable().describe("Versions of files."),
  folders: z.array(z.string()).nullable().describe("The folders below the one that is asked for."),
}).meta({ description: "Files and folders.", examples: [{ files: [FILE], folders: [] }] });

/** Files and folders. */
export interface FileList extends z.infer<typeof fileList> {}
/** The schema of files and folders. */
export const FileList: z.ZodType<FileList, FileList> = fileList;

const announcedFile = z.object({
  file: FileVersion.describe("What is known of the file."),
  url: z.string()
    .meta({ format: "uri", description: "Takes the content, once, by POST or PUT." }),
}).meta({
  description: "A file whose content is to come.",
  examples: [{
    file: { ...FILE, state: "created", scan_state: "pending", uploaded_at: null },
    url: "http://127.0.0.1:8390/upload/an-example",
  }],
});

/** A file whose content is to come. */
export interface AnnouncedFile extends z.infer<typeof announcedFile> {}
/** The schema of a file whose content is to come. */
export const AnnouncedFile: z.ZodType<AnnouncedFile, AnnouncedFile> = announcedFile;

const CHANGE = {
  id: EXAMPLE_ID,
  full_name: "/exports/nights.csv",
  scan_state: "clean",
  state: "uploaded",
  size: 1024,
  uploaded_at: "2026-03-01T08:00:05Z",
  archived_at: null,
  deleted_at: null,
  last_scanned: "2026-03-01T08:00:06Z",
};

const fileChange = z.object({
  id: id.describe("Identifier of the version."),
  full_name: z.string().describe("Path and name."),
  scan_state: scanState,
  state,
  size,
  ...times,
}).meta({ description: "A file that changed.", examples: [CHANGE] });

/** A file that changed. */
export interface FileChange extends z.infer<typeof fileChange> {}
/** The schema of a file that changed. */
export const FileChange: z.ZodType<FileChange, FileChange> = fileChange;

const fileChanges = z.object({
  files: z.array(FileChange).nullable().describe("The files."),
}).meta({ description: "Files that changed.", examples: [{ files: [CHANGE] }] });

/** Files that changed. */
export interface FileChanges extends z.infer<typeof fileChanges> {}
/** The schema of files that changed. */
export const FileChanges: z.ZodType<FileChanges, FileChanges> = fileChanges;

const newFile = z.strictObject({
  name: clean.min(1).max(1024)
    .refine((name) => !name.includes("/") && !isStep(name), "must be a name without a slash")
    .describe("Its name."),
  path: FOLDER.describe("The folder it lies in; begins with a slash."),
  content_type: z.string().max(255).regex(
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *;[\x20-\x7e]*)?$/,
    "is not a media type",
  ).describe("Its media type."),
  content_length: z.int().min(0).max(MAX_FILE).describe("Its length in bytes."),
}).meta({
  description: "A new file.",
  examples: [{
    name: "nights.csv",
    path: "/exports/",
    content_type: "text/csv",
    content_length: 1024,
  }],
});

/** A new file. */
export interface NewFile extends z.infer<typeof newFile> {}
/** The schema of a new file. */
export const NewFile: z.ZodType<NewFile, NewFile> = newFile;

const fileIdentity = z.strictObject({
  source_data_types: z.array(z.strictObject({
    data_type: z.string().min(1).describe("The data type."),
    state: z.string().describe("How far it has been read, any word."),
  })).refine(
    (types) => new Set(types.map((type) => type.data_type)).size === types.length,
    "names a data type twice",
  ).nullable().describe("Data types."),
  source_id: textOrNull.describe("Identifier of what it comes from."),
  source_name: textOrNull.describe("Name of what it comes from."),
}).meta({
  description: "What was found in a file.",
  examples: [{
    source_data_types: [{ data_type: "HeartRate", state: "ACTIVE" }],
    source_id: "watch-1",
    source_name: "Watch",
  }],
});

/** What was found in a file. */
export interface FileIdentity extends z.infer<typeof fileIdentity> {}
/** The schema of what was found in a file. */
export const FileIdentity: z.ZodType<FileIdentity, FileIdentity> = fileIdentity;

const dataTypeState = z.strictObject({ state: z.string().describe("Its state, any word.") })
  .meta({
    description: "How far a data type of a file has been read.",
    examples: [{ state: "ACTIVE" }],
  });

/** How far a data type of a file has been read. */
export interface DataTypeState extends z.infer<typeof dataTypeState> {}
/** The schema of how far a data type of a file has been read. */
export const DataTypeState: z.ZodType<DataTypeState, DataTypeState> = dataTypeState;
