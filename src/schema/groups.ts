import { z } from "zod";
import { readTime } from "./checks/timeForm.ts";
import {
  anything,
  EXAMPLE_ID,
  EXAMPLE_USER,
  id,
  instant,
  textOrNull,
  uuid,
} from "./parts/parts.ts";
import { dataTypeName } from "./parts/dataTypeName.ts";

/** Maximum number of users invited to a group. */
const MAX_INVITED = 1000;

/** Why a public group invites nobody. */
export const OPEN_TO_ALL = "A public group is open to everybody, not to invited users only";

const DOCS = {
  title: "Its title.",
  is_public: "`true` if everybody finds it in the list. A private group is joined by its id.",
  responsible_entity: "Person or organization responsible for the group, for display.",
  description: "Purpose.",
  time_start: "Inclusive start of the data that its creator reads; null if unbounded.",
  time_end: "Exclusive end of the data that its creator reads; null if unbounded.",
  svc_data_types:
    "Data types that its creator reads from each participant; a base type includes the types defined on it. `[]` collects nothing.",
  group_url: "Page of the group. It verifies participants' tokens with the group keys.",
  detail_markdown: "Details for participants.",
  agreement_markdown: "Terms that participants agree to.",
  withdraw_markdown: "Information about what happens when a participant leaves.",
  header_image_url: "Address of a header image.",
  preview_image_url: "Address of a preview image.",
  friendly_id: "Short display name.",
  view_description: "Layout of the page that shows the group.",
  invited: "The only users who may see and join a private group; only its creator sees them.",
};

const TEXTS = [
  "responsible_entity",
  "group_url",
  "detail_markdown",
  "agreement_markdown",
  "withdraw_markdown",
  "header_image_url",
  "preview_image_url",
  "friendly_id",
] as const;

type TextName = typeof TEXTS[number];

const GROUP = {
  id: EXAMPLE_ID,
  svc_userid: EXAMPLE_USER,
  created_at: "2026-03-01T08:00:00Z",
  title: "Early birds",
  is_public: false,
  responsible_entity: "Institute of Sleep",
  description: null,
  time_start: null,
  time_end: "2026-12-31T23:00:00Z",
  svc_data_types: ["SleepStage"],
  group_url: null,
  detail_markdown: null,
  agreement_markdown: null,
  withdraw_markdown: null,
  header_image_url: null,
  preview_image_url: null,
  friendly_id: null,
  view_description: null,
  invited: [],
  updated_at: "2026-03-01T08:00:00Z",
};

const group = z.object({
  id: id.describe("Identifier."),
  svc_userid: id.describe("User who created it."),
  created_at: instant.describe("Creation time."),
  title: z.string().describe(DOCS.title),
  is_public: z.boolean().describe(DOCS.is_public),
  description: textOrNull.describe(DOCS.description),
  time_start: instant.nullable().describe(DOCS.time_start),
  time_end: instant.nullable().describe(DOCS.time_end),
  svc_data_types: z.array(z.string()).describe(DOCS.svc_data_types),
  ...mapTexts((name) => textOrNull.describe(DOCS[name])),
  view_description: anything.nullable().describe(DOCS.view_description),
  invited: z.array(z.string()).describe(DOCS.invited),
  updated_at: instant.describe("Time of the last change."),
  participant_id: id.exactOptional().describe("Your participant id, in the list of joined groups."),
  joined_at: instant.exactOptional().describe(
    "Time when you joined, in the list of joined groups.",
  ),
}).meta({
  description: "Group. It collects data from its participants, and data can be shared with it.",
  examples: [GROUP],
});

/** Group. It collects data from its participants, and data can be shared with it. */
export interface Group extends z.infer<typeof group> {}
/** Schema of a group. */
export const Group: z.ZodType<Group, Group> = group;

const groupAnswer = z.object({
  group: Group.describe("The group."),
  pool: Group.describe("The same group under the name that older clients read."),
}).meta({ description: "Created group.", examples: [{ group: GROUP, pool: GROUP }] });

/** Created group. */
export interface GroupAnswer extends z.infer<typeof groupAnswer> {}
/** Schema of a created group. */
export const GroupAnswer: z.ZodType<GroupAnswer, GroupAnswer> = groupAnswer;

const invited = z.array(uuid).max(MAX_INVITED);

const time = z.string().superRefine((text, issues) => {
  try {
    readTime(text);
  } catch (error) {
    // Later checks of the whole group read the time.
    issues.addIssue({ code: "custom", message: (error as Error).message, continue: false });
  }
}).meta({ format: "date-time", description: "ISO 8601; a time without a zone is UTC." });

const orNull = <T>(value: T | null | undefined): T | null => value ?? null;
const text = z.string().nullish().transform(orNull);
const bound = time.nullish().transform(orNull);

const groupBody = z.strictObject({
  title: z.string().min(1).describe(DOCS.title),
  is_public: z.boolean().nullish().transform((flag) => flag ?? false)
    .describe(`${DOCS.is_public} By default false.`),
  description: text.describe(DOCS.description),
  time_start: bound.describe(DOCS.time_start),
  time_end: bound.describe(DOCS.time_end),
  svc_data_types: z.array(dataTypeName).describe(DOCS.svc_data_types),
  ...mapTexts((name) => text.describe(DOCS[name])),
  invited: invited.nullish().transform((users) => users ?? [])
    .describe(`${DOCS.invited} By default empty: whoever knows the id may join.`),
}).refine(
  ({ time_start, time_end }) =>
    time_start === null || time_end === null || readTime(time_start) <= readTime(time_end),
  { path: ["time_end"], message: "time_end is before time_start" },
).refine(({ is_public, invited }) => !is_public || invited.length === 0, {
  path: ["invited"],
  message: OPEN_TO_ALL,
}).meta({
  description: "Contents of a new group.",
  examples: [{ title: "Early birds", svc_data_types: ["SleepStage"] }],
});

/** Contents of a new group, as sent. */
export interface GroupBody extends z.input<typeof groupBody> {}
/** Contents of a new group, with defaults filled in. */
export interface ReadGroup extends z.output<typeof groupBody> {}
/** Schema of the contents of a new group. */
export const GroupBody: z.ZodType<ReadGroup, GroupBody> = groupBody;

const groupChange = z.strictObject({
  description: z.string().nullable().describe(`${DOCS.description} null leaves it unchanged.`),
  header_image_url: z.string().nullable().describe(DOCS.header_image_url),
  preview_image_url: z.string().nullable().describe(DOCS.preview_image_url),
  view_description: anything.nullable().describe(DOCS.view_description),
  invited: invited.describe(DOCS.invited),
}).partial().meta({
  description:
    "Changed fields of a group. The terms that participants agreed to cannot be changed.",
  examples: [{ description: "People who get up before six." }],
});

/** Changed fields of a group. */
export interface GroupChange extends z.infer<typeof groupChange> {}
/** Schema of the changed fields of a group. */
export const GroupChange: z.ZodType<GroupChange, GroupChange> = groupChange;

const membership = z.object({
  group_id: id.describe("Identifier of the group."),
  participant_id: id.describe("Identifier of the participant, random for each group."),
  joined_at: instant.describe("Time when they joined."),
}).meta({
  description: "Your participation in a group.",
  examples: [{
    group_id: EXAMPLE_USER,
    participant_id: EXAMPLE_ID,
    joined_at: "2026-03-01T08:00:00Z",
  }],
});

/** Your participation in a group. */
export interface Membership extends z.infer<typeof membership> {}
/** Schema of a participation in a group. */
export const Membership: z.ZodType<Membership, Membership> = membership;

/** Identifier of a participant. */
export type ParticipantId = string;
/** Schema of the identifier of a participant. */
export const ParticipantId: z.ZodType<ParticipantId, ParticipantId> = id.meta({
  description: "Identifier of a participant, random for each group; never a user's id.",
  examples: [EXAMPLE_ID],
});

/** Metadata of a participant, written by the group's creator. */
export type ParticipantMetadata = { readonly [name: string]: unknown };
/** Schema of the metadata of a participant. */
export const ParticipantMetadata: z.ZodType<ParticipantMetadata, ParticipantMetadata> = anything
  .meta({
    description: "Metadata of a participant, written by the group's creator.",
    examples: [{ arm: "control" }],
  });

const groupKeys = z.object({
  keys: z.array(anything).describe("Public keys as JSON Web Keys (RFC 7517)."),
}).meta({
  description: "Public keys that verify the tokens of participants.",
  examples: [{ keys: [{ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid: "k" }] }],
});

/** Public keys that verify the tokens of participants. */
export interface GroupKeys extends z.infer<typeof groupKeys> {}
/** Schema of the public keys that verify the tokens of participants. */
export const GroupKeys: z.ZodType<GroupKeys, GroupKeys> = groupKeys;

const groupToken = z.object({
  token: z.string().describe("A JWT, signed with ES256."),
  expires_in: z.int().describe("Seconds until it expires."),
}).meta({
  description: "Token that identifies a participant to a group's page.",
  examples: [{ token: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln", expires_in: 300 }],
});

/** Token that identifies a participant to a group's page. */
export interface GroupToken extends z.infer<typeof groupToken> {}
/** Schema of a participant's token. */
export const GroupToken: z.ZodType<GroupToken, GroupToken> = groupToken;

/** Returns a schema for each nullable text of a group. */
function mapTexts<S>(schemaOf: (name: TextName) => S): Record<TextName, S> {
  return Object.fromEntries(TEXTS.map((name) => [name, schemaOf(name)])) as Record<TextName, S>;
}
