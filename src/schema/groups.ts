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

/** The most users that are invited to a group. */
const MAX_INVITED = 1000;

/** Why a public group invites nobody. */
export const OPEN_TO_ALL = "A public group is open to everybody, not to invited users only";

const DOCS = {
  title: "Its title.",
  is_public: "Whether everybody finds it in the list. A private group is joined by its id.",
  responsible_entity: "Who is responsible for it, for people.",
  description: "What it is for.",
  time_start: "Inclusive start of the data that its maker reads; null for no start.",
  time_end: "Exclusive end of the data that its maker reads; null for no end.",
  svc_data_types:
    "Data types that its maker reads of each participant; a base type covers those defined on it. `[]` collects nothing.",
  group_url: "Page of the group; it checks tokens of participants with the group keys.",
  detail_markdown: "Details for participants.",
  agreement_markdown: "Terms that participants agree to.",
  withdraw_markdown: "What happens when a participant leaves.",
  header_image_url: "Address of a header image.",
  preview_image_url: "Address of a preview image.",
  friendly_id: "A short name for people.",
  view_description: "How a page shows the group.",
  invited: "Users who alone may see and join a private group; only its maker sees them.",
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
  svc_userid: id.describe("Who made it."),
  created_at: instant.describe("When it was made."),
  title: z.string().describe(DOCS.title),
  is_public: z.boolean().describe(DOCS.is_public),
  description: textOrNull.describe(DOCS.description),
  time_start: instant.nullable().describe(DOCS.time_start),
  time_end: instant.nullable().describe(DOCS.time_end),
  svc_data_types: z.array(z.string()).describe(DOCS.svc_data_types),
  ...mapTexts((name) => textOrNull.describe(DOCS[name])),
  view_description: anything.nullable().describe(DOCS.view_description),
  invited: z.array(z.string()).describe(DOCS.invited),
  updated_at: instant.describe("When it was last changed."),
  participant_id: id.exactOptional().describe("Your participant, in the list of joined groups."),
  joined_at: instant.exactOptional().describe("When you joined, in the list of joined groups."),
}).meta({
  description: "A group: it collects data of its participants, and data can be shared with it.",
  examples: [GROUP],
});

/** A group: it collects data of its participants, and data can be shared with it. */
export interface Group extends z.infer<typeof group> {}
/** The schema of a group. */
export const Group: z.ZodType<Group, Group> = group;

const groupAnswer = z.object({
  group: Group.describe("The group."),
  pool: Group.describe("The same group, under the name that older clients read."),
}).meta({ description: "A group that was made.", examples: [{ group: GROUP, pool: GROUP }] });

/** A group that was made. */
export interface GroupAnswer extends z.infer<typeof groupAnswer> {}
/** The schema of a group that was made. */
export const GroupAnswer: z.ZodType<GroupAnswer, GroupAnswer> = groupAnswer;

const invited = z.array(uuid).max(MAX_INVITED);

const time = z.string().superRefine((text, issues) => {
  try {
    readTime(text);
  } catch (error) {
    issues.addIssue({ code: "custom", message: (error as Error).message });
  }
}).meta({ format: "date-time", description: "ISO 8601; without a zone it is UTC." });

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

/** Contents of a new group, as they are sent. */
export interface GroupBody extends z.input<typeof groupBody> {}
/** Contents of a new group, as they are read. */
export interface ReadGroup extends z.output<typeof groupBody> {}
/** The schema of the contents of a new group. */
export const GroupBody: z.ZodType<ReadGroup, GroupBody> = groupBody;

const groupChange = z.strictObject({
  description: z.string().nullable().describe(`${DOCS.description} null leaves it as it is.`),
  header_image_url: z.string().nullable().describe(DOCS.header_image_url),
  preview_image_url: z.string().nullable().describe(DOCS.preview_image_url),
  view_description: anything.nullable().describe(DOCS.view_description),
  invited: invited.describe(DOCS.invited),
}).partial().meta({
  description:
    "Fields of a group that change. The terms that participants agreed to cannot be changed.",
  examples: [{ description: "Who gets up before six." }],
});

/** Fields of a group that change. */
export interface GroupChange extends z.infer<typeof groupChange> {}
/** The schema of the fields of a group that change. */
export const GroupChange: z.ZodType<GroupChange, GroupChange> = groupChange;

const membership = z.object({
  group_id: id.describe("Identifier of the group."),
  participant_id: id.describe("Identifier of the participant, random for each group."),
  joined_at: instant.describe("When they joined."),
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
/** The schema of a participation in a group. */
export const Membership: z.ZodType<Membership, Membership> = membership;

/** Identifier of a participant. */
export type ParticipantId = string;
/** The schema of the identifier of a participant. */
export const ParticipantId: z.ZodType<ParticipantId, ParticipantId> = id.meta({
  description: "Identifier of a participant, random for each group; never a user's.",
  examples: [EXAMPLE_ID],
});

/** Metadata of a participant, as the group's maker keeps them. */
export type ParticipantMetadata = { readonly [name: string]: unknown };
/** The schema of the metadata of a participant. */
export const ParticipantMetadata: z.ZodType<ParticipantMetadata, ParticipantMetadata> = anything
  .meta({
    description: "Metadata of a participant, as the group's maker keeps them.",
    examples: [{ arm: "control" }],
  });

const groupKeys = z.object({
  keys: z.array(anything).describe("Public keys as JSON Web Keys (RFC 7517)."),
}).meta({
  description: "Public keys that check the tokens of participants.",
  examples: [{ keys: [{ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid: "k" }] }],
});

/** Public keys that check the tokens of participants. */
export interface GroupKeys extends z.infer<typeof groupKeys> {}
/** The schema of the public keys that check the tokens of participants. */
export const GroupKeys: z.ZodType<GroupKeys, GroupKeys> = groupKeys;

const groupToken = z.object({
  token: z.string().describe("A JWT, signed with ES256."),
  expires_in: z.int().describe("Seconds until it expires."),
}).meta({
  description: "A token that tells a group's page which participant visits it.",
  examples: [{ token: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln", expires_in: 300 }],
});

/** A token that tells a group's page which participant visits it. */
export interface GroupToken extends z.infer<typeof groupToken> {}
/** The schema of a token of a participant. */
export const GroupToken: z.ZodType<GroupToken, GroupToken> = groupToken;

/** The texts of a group that may be null, each with a schema. */
function mapTexts<S>(schemaOf: (name: TextName) => S): Record<TextName, S> {
  return Object.fromEntries(TEXTS.map((name) => [name, schemaOf(name)])) as Record<TextName, S>;
}
