import { z } from "zod";
import { readTime } from "./checks/timeForm.ts";
import { dataTypeName } from "./parts/dataTypeName.ts";
import { EXAMPLE_ID, EXAMPLE_USER, id, instant, integer, textOrNull, uuid } from "./parts/parts.ts";

const DOCS = {
  datashare_name: "Its name.",
  svc_user_name: "Your name as others see it; null if you withdrew it.",
  svc_data_types:
    "Data types; a base type includes the types defined on it, `file:/path/` the files below a path.",
  share_all_data: "`true` if all data is shared.",
  time_start: "Inclusive start of the shared data; null if unbounded.",
  time_end: "Exclusive end of the shared data; null if unbounded.",
  permissions: "Users who may read.",
  group_permissions: "Groups that may read.",
};
const USER = "A user who may read.", GROUP = "A group whose participants may read.";

const SHARE = {
  id: EXAMPLE_ID,
  svc_userid: EXAMPLE_USER,
  created_at: "2026-03-01T08:00:00Z",
  datashare_id: EXAMPLE_ID,
  datashare_name: "For my sister",
  svc_user_name: "Kim",
  svc_data_types: ["HeartRate"],
  share_all_data: false,
  time_start: null,
  time_end: null,
  permissions: [],
  group_permissions: [],
  updated_at: "2026-03-01T08:00:00Z",
};

const share = z.object({
  id: id.describe("Identifier."),
  svc_userid: id.describe("Who shares."),
  created_at: instant.describe("Creation time."),
  datashare_id: id.describe("Same as `id`."),
  datashare_name: z.string().describe(DOCS.datashare_name),
  svc_user_name: textOrNull.describe(DOCS.svc_user_name),
  svc_data_types: z.array(z.string()).describe(DOCS.svc_data_types),
  share_all_data: z.boolean().describe(DOCS.share_all_data),
  time_start: instant.nullable().describe(DOCS.time_start),
  time_end: instant.nullable().describe(DOCS.time_end),
  permissions: z.array(z.object({ allowed_svc_userid: id.describe(USER) }))
    .describe(DOCS.permissions),
  group_permissions: z.array(z.object({ allowed_group_id: id.describe(GROUP) }))
    .describe(DOCS.group_permissions),
  updated_at: instant.describe("Time of the last change."),
}).meta({ description: "Share: data that a user lets others read.", examples: [SHARE] });

/** Share: data that a user lets others read. */
export interface Share extends z.infer<typeof share> {}
/** Schema of a share. */
export const Share: z.ZodType<Share, Share> = share;

const shareAnswer = z.object({ datashare: Share.describe("The share.") })
  .meta({ description: "A share.", examples: [{ datashare: SHARE }] });

/** Share, as returned. */
export interface ShareAnswer extends z.infer<typeof shareAnswer> {}
/** Schema of a share, as returned. */
export const ShareAnswer: z.ZodType<ShareAnswer, ShareAnswer> = shareAnswer;

const time = z.string().transform((text, issues) => {
  try {
    return readTime(text);
  } catch (error) {
    issues.addIssue({ code: "custom", message: (error as Error).message });
    return z.NEVER;
  }
}).meta({ format: "date-time", description: "ISO 8601; a time without a zone is UTC." });

const FIELDS = {
  datashare_name: z.string().min(1),
  svc_user_name: z.string().nullable(),
  svc_data_types: z.array(dataTypeName),
  share_all_data: z.boolean(),
  time_start: time.nullable(),
  time_end: time.nullable(),
  permissions: z.array(z.object({ allowed_svc_userid: uuid.describe(USER) })),
  group_permissions: z.array(z.object({ allowed_group_id: uuid.describe(GROUP) })),
};

const LATE = { path: ["time_end"], message: "time_end is before time_start" };

function isInOrder(share: { time_start: bigint | null; time_end: bigint | null }): boolean {
  return share.time_start === null || share.time_end === null ||
    share.time_start <= share.time_end;
}

const whole = z.strictObject({
  datashare_name: FIELDS.datashare_name.describe(DOCS.datashare_name),
  svc_user_name: FIELDS.svc_user_name.describe(DOCS.svc_user_name),
  svc_data_types: FIELDS.svc_data_types.default([])
    .describe(`${DOCS.svc_data_types} Without it: [].`),
  share_all_data: FIELDS.share_all_data.default(false).describe(DOCS.share_all_data),
  time_start: FIELDS.time_start.default(null).describe(`${DOCS.time_start} Without it: null.`),
  time_end: FIELDS.time_end.default(null).describe(`${DOCS.time_end} Without it: null.`),
  permissions: FIELDS.permissions.default([]).describe(DOCS.permissions),
  group_permissions: FIELDS.group_permissions.default([]).describe(DOCS.group_permissions),
});

const stored = whole.refine(isInOrder, LATE);

/** Stored share: instants are microseconds UTC, and its owner may have withdrawn their name. */
export interface StoredShareBody extends z.output<typeof stored> {}
/** Schema of a stored share; its input has instants as text. */
export const StoredShareBody: z.ZodType<StoredShareBody> = stored;

const shareBody = whole.extend({
  svc_user_name: z.string().describe("Your name as others see it."),
}).refine(isInOrder, LATE).meta({
  description: "Contents of a share. Only its name and your name are required.",
  examples: [{
    datashare_name: "For my sister",
    svc_user_name: "Kim",
    svc_data_types: ["HeartRate"],
  }],
});

/** Contents of a share, as sent. */
export interface ShareBody extends z.input<typeof shareBody> {}
/** Contents of a share, as read. */
export interface ReadShare extends z.output<typeof shareBody> {}
/** Schema of the contents of a share. */
export const ShareBody: z.ZodType<ReadShare, ShareBody> = shareBody;

const cleared = <T>(empty: T) => (value: T | null): T => value ?? empty;
const typeText = z.string()
  .refine((given) => dataTypeName.safeParse(given).success, "is not a data type");

const shareChange = z.strictObject({
  datashare_name: FIELDS.datashare_name.describe(DOCS.datashare_name),
  svc_user_name: FIELDS.svc_user_name.describe(DOCS.svc_user_name),
  svc_data_types: z.array(typeText).nullable().transform(cleared<string[]>([]))
    .describe(DOCS.svc_data_types),
  share_all_data: FIELDS.share_all_data.nullable().transform(cleared(false))
    .describe(DOCS.share_all_data),
  time_start: z.string().nullable().describe(DOCS.time_start),
  time_end: z.string().nullable().describe(DOCS.time_end),
  permissions: FIELDS.permissions.nullable()
    .transform(cleared<{ allowed_svc_userid: string }[]>([])).describe(DOCS.permissions),
  group_permissions: FIELDS.group_permissions.nullable()
    .transform(cleared<{ allowed_group_id: string }[]>([])).describe(DOCS.group_permissions),
}).partial().meta({
  description: "Changed fields of a share; null clears a field.",
  examples: [{ time_end: "2026-12-31T23:00:00Z" }],
});

/** Changed fields of a share; null clears a field. */
export interface ShareChange extends z.input<typeof shareChange> {}
/** Changed fields of a share in wire format; null clears a field. */
export interface ReadShareChange extends z.output<typeof shareChange> {}
/** Schema of the changed fields of a share. */
export const ShareChange: z.ZodType<ReadShareChange, ShareChange> = shareChange;

const newShareBody = shareBody.meta({
  description: "Contents of a new share. Only its name and your name are required.",
  examples: [{ datashare_name: "For my sister", svc_user_name: "Kim", svc_data_types: ["Event"] }],
});

/** Contents of a new share. */
export interface NewShareBody extends z.input<typeof newShareBody> {}
/** Schema of the contents of a new share. */
export const NewShareBody: z.ZodType<ReadShare, NewShareBody> = newShareBody;

const kept = "null leaves it unchanged.";
const shareUpdate = z.strictObject({
  datashare_name: FIELDS.datashare_name.nullable().describe(`${DOCS.datashare_name} ${kept}`),
  svc_user_name: FIELDS.svc_user_name.describe(`The name that is shown to the others. ${kept}`),
  svc_data_types: z.array(typeText).nullable().describe(`${DOCS.svc_data_types} ${kept}`),
  share_all_data: FIELDS.share_all_data.nullable().describe(`${DOCS.share_all_data} ${kept}`),
  time_start: z.string().nullable().describe(DOCS.time_start),
  time_end: z.string().nullable().describe(DOCS.time_end),
  permissions: FIELDS.permissions.nullable().describe(`${DOCS.permissions} ${kept}`),
  group_permissions: FIELDS.group_permissions.nullable()
    .describe(`${DOCS.group_permissions} ${kept}`),
}).partial().meta({
  description:
    "Changed fields of a share; null removes a time bound and leaves other fields unchanged.",
  examples: [{ time_end: null, svc_data_types: [] }],
});

/** Changed fields of a share. */
export interface ShareUpdate extends z.infer<typeof shareUpdate> {}
/** Schema of the changed fields of a share. */
export const ShareUpdate: z.ZodType<ShareUpdate, ShareUpdate> = shareUpdate;

const grant = z.object({
  grant_id: id.nullable().describe("Identifier of the grant; null for your own data."),
  grant_type: z.enum(["self", "user", "group"]).describe("Kind of recipient."),
  datashare_id: id.nullable().describe("Identifier of the share; null for your own data."),
  datashare_name: textOrNull.describe("Name of the share."),
  group_id: id.nullable().describe("Group that it is granted to."),
  sharing_svc_userid: id.describe("Who shares."),
  sharing_svc_user_name: textOrNull.describe("Their name as others see it."),
  sharing_svc_user_picture: textOrNull.describe("Address of their profile image."),
  svc_data_types: z.array(z.string()).describe(DOCS.svc_data_types),
  share_all_data: z.boolean().describe(DOCS.share_all_data),
  time_start: instant.nullable().describe(DOCS.time_start),
  time_end: instant.nullable().describe(DOCS.time_end),
  created_at: instant.nullable().describe("Time of the grant; null for your own data."),
}).meta({
  description: "Data that you may read.",
  examples: [{
    grant_id: EXAMPLE_ID,
    grant_type: "user",
    datashare_id: EXAMPLE_ID,
    datashare_name: "For my sister",
    group_id: null,
    sharing_svc_userid: EXAMPLE_USER,
    sharing_svc_user_name: "Kim",
    sharing_svc_user_picture: null,
    svc_data_types: ["HeartRate"],
    share_all_data: false,
    time_start: null,
    time_end: null,
    created_at: "2026-03-01T08:00:00Z",
  }],
});

/** Data that you may read. */
export interface Grant extends z.infer<typeof grant> {}
/** Schema of data that you may read. */
export const Grant: z.ZodType<Grant, Grant> = grant;

const sharedTypes = z.object({
  all_data_types: z.boolean().describe("`true` if you may read all types; the list is then empty."),
  svc_data_types: z.array(z.string()).describe("Types that you may read, sorted."),
}).meta({
  description: "Data types of a user that you may read throughout a range.",
  examples: [{ all_data_types: false, svc_data_types: ["HeartRate"] }],
});

/** Data types of a user that you may read throughout a range. */
export interface SharedTypes extends z.infer<typeof sharedTypes> {}
/** Schema of the data types of a user that you may read. */
export const SharedTypes: z.ZodType<SharedTypes, SharedTypes> = sharedTypes;

const dataset = z.object({
  permission_id: id.describe("Identifier of the permission."),
  created_at: instant.describe("Time of the permission."),
  time_start: instant.nullable().describe("Inclusive start; null if unbounded."),
  time_end: instant.nullable().describe("Exclusive end; null if unbounded."),
  svc_userid: id.describe("Who shares."),
  svc_user_name: textOrNull.describe("Their name as others see it."),
  svc_user_picture: textOrNull.describe("Address of their profile image."),
  datashare_name: z.string().describe("Name of the share."),
}).meta({
  description: "Data of another user that you may read.",
  examples: [{
    permission_id: EXAMPLE_ID,
    created_at: "2026-03-01T08:00:00Z",
    time_start: null,
    time_end: null,
    svc_userid: EXAMPLE_USER,
    svc_user_name: "Kim",
    svc_user_picture: null,
    datashare_name: "For my sister",
  }],
});

/** Data of another user that you may read. */
export interface Dataset extends z.infer<typeof dataset> {}
/** Schema of data of another user that you may read. */
export const Dataset: z.ZodType<Dataset, Dataset> = dataset;

const shareRead = z.object({
  svc_userid: id.describe("User who read."),
  operation: z.string().describe("Method and path of the operation."),
  data_type: textOrNull.describe("Data type; null if the operation reads no certain type."),
  count: integer.describe("Number of reads on that day."),
  first_at: instant.describe("When first."),
  last_at: instant.describe("When last."),
}).meta({
  description: "Count of a user's reads of your data on one day (UTC).",
  examples: [{
    svc_userid: EXAMPLE_USER,
    operation: "GET /data/v0/{svc_userid}/metric_samples",
    data_type: "HeartRate",
    count: 3,
    first_at: "2026-03-01T08:00:00Z",
    last_at: "2026-03-01T09:30:00Z",
  }],
});

/** Count of a user's reads of your data on one day (UTC). */
export interface ShareRead extends z.infer<typeof shareRead> {}
/** Schema of a count of reads of your data. */
export const ShareRead: z.ZodType<ShareRead, ShareRead> = shareRead;

/** Shared data type. */
export type SharedType = string;
/** Schema of a shared data type. */
export const SharedType: z.ZodType<SharedType, SharedType> = z.string().meta({
  description: "Shared data type: its name, or `file:/path/`.",
  examples: ["HeartRate"],
});
