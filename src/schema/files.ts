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

const scanState = z.enum(["pending", "clean", "infected"]).describe("Result of the malware scan.");
const state = z.enum(FILE_STATES).describe("State of the version.");
const size = integer.describe("Length in bytes.");
const times = {
  uploaded_at: instant.nullable().describe("Time of the upload; null before it."),
  archived_at: instant.nullable().describe(
    "Time of the replacement by a newer version; null if it is current.",
  ),
  deleted_at: instant.nullable().describe("Time of the deletion; null if it is not deleted."),
  last_scanned: instant.nullable().describe("Time of the last scan; null before it."),
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
  svc_userid: id.describe("User who owns it."),
  name: z.string().describe("Its name."),
  path: z.string().describe("Folder; begins with a slash."),
  size,
  state,
  scan_state: scanState,
  created_at: instant.describe("Time of the announcement."),
  ...times,
  restored_from_id: z.string()
    .describe("Version that it was restored from; empty if it was not restored."),
  source_id: textOrNull.describe("Identifier of the source."),
  source_name: textOrNull.describe("Name of the source."),
  source_data_types: z.array(z.object({
    data_type: z.string().describe("Data type."),
    state: z.string().describe("Progress of reading."),
  })).nullable().describe("Data types found in it."),
}).meta({ description: "Version of an uploaded file.", examples: [FILE] });

/** Version of an uploaded file. */
export interface FileVersion extends z.infer<typeof fileVersion> {}
/** Schema of a version of an uploaded file. */
export const FileVersion: z.ZodType<FileVersion, FileVersion> = fileVersion;

const fileList = z.object({
  files: z.array(FileVersion).nullable().describe("Versions of files."),
  folders: z.array(z.string()).nullable().describe("Folders below the given one."),
}).meta({ description: "Files and folders.", examples: [{ files: [FILE], folders: [] }] });

/** Files and folders. */
export interface FileList extends z.infer<typeof fileList> {}
/** Schema of files and folders. */
export const FileList: z.ZodType<FileList, FileList> = fileList;

const announcedFile = z.object({
  file: FileVersion.describe("The file."),
  url: z.string()
    .meta({ format: "uri", description: "Address that accepts the content once, by POST or PUT." }),
}).meta({
  description: "Announced file, before its upload.",
  examples: [{
    file: { ...FILE, state: "created", scan_state: "pending", uploaded_at: null },
    url: "http://127.0.0.1:8390/upload/an-example",
  }],
});

/** Announced file, before its upload. */
export interface AnnouncedFile extends z.infer<typeof announcedFile> {}
/** Schema of an announced file. */
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
}).meta({ description: "Changed file.", examples: [CHANGE] });

/** Changed file. */
export interface FileChange extends z.infer<typeof fileChange> {}
/** Schema of a changed file. */
export const FileChange: z.ZodType<FileChange, FileChange> = fileChange;

const fileChanges = z.object({
  files: z.array(FileChange).nullable().describe("The files."),
}).meta({ description: "Changed files.", examples: [{ files: [CHANGE] }] });

/** Changed files. */
export interface FileChanges extends z.infer<typeof fileChanges> {}
/** Schema of the changed files. */
export const FileChanges: z.ZodType<FileChanges, FileChanges> = fileChanges;

const newFile = z.strictObject({
  name: clean.min(1).max(1024)
    .refine((name) => !name.includes("/") && !isStep(name), "must be a name without a slash")
    .describe("Its name."),
  path: FOLDER.describe("Folder; begins with a slash."),
  content_type: z.string().max(255).regex(
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *;[\x20-\x7e]*)?$/,
    "is not a media type",
  ).describe("Media type."),
  content_length: z.int().min(0).max(MAX_FILE).describe("Length in bytes."),
}).meta({
  description: "New file.",
  examples: [{
    name: "nights.csv",
    path: "/exports/",
    content_type: "text/csv",
    content_length: 1024,
  }],
});

/** New file. */
export interface NewFile extends z.infer<typeof newFile> {}
/** Schema of a new file. */
export const NewFile: z.ZodType<NewFile, NewFile> = newFile;

const fileIdentity = z.strictObject({
  source_data_types: z.array(z.strictObject({
    data_type: z.string().min(1).describe("Data type."),
    state: z.string().describe("Progress of reading, any word."),
  })).refine(
    (types) => new Set(types.map((type) => type.data_type)).size === types.length,
    "names a data type twice",
  ).nullable().describe("Data types."),
  source_id: textOrNull.describe("Identifier of the source."),
  source_name: textOrNull.describe("Name of the source."),
}).meta({
  description: "Data types and source found in a file.",
  examples: [{
    source_data_types: [{ data_type: "HeartRate", state: "ACTIVE" }],
    source_id: "watch-1",
    source_name: "Watch",
  }],
});

/** Data types and source found in a file. */
export interface FileIdentity extends z.infer<typeof fileIdentity> {}
/** Schema of the data types and source found in a file. */
export const FileIdentity: z.ZodType<FileIdentity, FileIdentity> = fileIdentity;

const dataTypeState = z.strictObject({ state: z.string().describe("Its state, any word.") })
  .meta({
    description: "Progress of reading a data type of a file.",
    examples: [{ state: "ACTIVE" }],
  });

/** Progress of reading a data type of a file. */
export interface DataTypeState extends z.infer<typeof dataTypeState> {}
/** Schema of the progress of reading a data type of a file. */
export const DataTypeState: z.ZodType<DataTypeState, DataTypeState> = dataTypeState;
