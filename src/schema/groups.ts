import { z } from "zod";
import { EXAMPLE_ID, EXAMPLE_USER, id, instant, textOrNull, uuid } from "./parts/parts.ts";

/** The most users that are invited to a group. */
const MAX_INVITED = 1000;

const DOCS = {
  title: "Its title.",
  description: "What it is for.",
  is_public: "Whether anybody may see and join it.",
  invited: "Users who may see and join it although it is private; only its maker sees them.",
};

const GROUP = {
  id: EXAMPLE_ID,
  svc_userid: EXAMPLE_USER,
  created_at: "2026-03-01T08:00:00Z",
  title: "Early birds",
  description: null,
  is_public: false,
  invited: [],
  updated_at: "2026-03-01T08:00:00Z",
};

const group = z.object({
  id: id.describe("Identifier."),
  svc_userid: id.describe("Who made it."),
  created_at: instant.describe("When it was made."),
  title: z.string().describe(DOCS.title),
  description: textOrNull.describe(DOCS.description),
  is_public: z.boolean().describe(DOCS.is_public),
  invited: z.array(z.string()).describe(DOCS.invited),
  updated_at: instant.describe("When it was last changed."),
}).meta({ description: "A group of users, with whom data can be shared.", examples: [GROUP] });

/** A group of users, with whom data can be shared. */
export interface Group extends z.infer<typeof group> {}
/** The schema of a group. */
export const Group: z.ZodType<Group, Group> = group;

const groupAnswer = z.object({ pool: Group.describe("The group.") })
  .meta({ description: "A group.", examples: [{ pool: GROUP }] });

/** A group, as it is answered. */
export interface GroupAnswer extends z.infer<typeof groupAnswer> {}
/** The schema of a group as it is answered. */
export const GroupAnswer: z.ZodType<GroupAnswer, GroupAnswer> = groupAnswer;

const invited = z.array(uuid).max(MAX_INVITED);

const groupBody = z.object({
  title: z.string().min(1).describe(DOCS.title),
  description: z.string().nullish().transform((text) => text ?? null).describe(DOCS.description),
  is_public: z.boolean().nullish().transform((flag) => flag ?? false)
    .describe(`${DOCS.is_public} Without it: false.`),
  invited: invited.nullish().transform((users) => users ?? [])
    .describe(`${DOCS.invited} Without it: none.`),
}).meta({ description: "What a group is made of.", examples: [{ title: "Early birds" }] });

/** What a group is made of, as it is sent. */
export interface GroupBody extends z.input<typeof groupBody> {}
/** What a group is made of, as it is read. */
export interface ReadGroup extends z.output<typeof groupBody> {}
/** The schema of what a group is made of. */
export const GroupBody: z.ZodType<ReadGroup, GroupBody> = groupBody;

const groupChange = z.object({
  title: z.string().min(1).describe(DOCS.title),
  description: z.string().nullable().describe(DOCS.description),
  is_public: z.boolean().nullable().transform((flag) => flag ?? false).describe(DOCS.is_public),
  invited: invited.describe(DOCS.invited),
}).partial().meta({
  description: "The fields of a group that change.",
  examples: [{ title: "Night owls" }],
});

/** The fields of a group that change, as they are sent. */
export interface GroupChange extends z.input<typeof groupChange> {}
/** The fields of a group that change, as they are read. */
export interface ReadGroupChange extends z.output<typeof groupChange> {}
/** The schema of the fields of a group that change. */
export const GroupChange: z.ZodType<ReadGroupChange, GroupChange> = groupChange;

const participant = z.object({
  participant_id: id.describe("Identifier of the participant within the group."),
  joined_at: instant.describe("When they joined."),
}).meta({
  description: "Somebody who is in a group.",
  examples: [{ participant_id: EXAMPLE_ID, joined_at: "2026-03-01T08:00:00Z" }],
});

/** Somebody who is in a group. */
export interface Participant extends z.infer<typeof participant> {}
/** The schema of somebody who is in a group. */
export const Participant: z.ZodType<Participant, Participant> = participant;
