import { z } from "zod";
import { EXAMPLE_ID, EXAMPLE_USER, id, instant, textOrNull } from "./parts/parts.ts";

const session = z.object({
  id: id.describe("Identifier."),
  svc_userid: id.describe("Whose it is."),
  name: z.string().describe("Its name."),
  created_at: instant.describe("When it was made."),
  deleted_at: instant.nullable().describe("When it was ended."),
  policy_id: textOrNull.exactOptional().describe("Accepted, without effect."),
}).meta({
  description: "A named token for scripts, without the token itself.",
  examples: [{
    id: EXAMPLE_ID,
    svc_userid: EXAMPLE_USER,
    name: "My script",
    created_at: "2026-03-01T08:00:00Z",
    deleted_at: null,
    policy_id: null,
  }],
});

/** A named token for scripts, without the token itself. */
export interface Session extends z.infer<typeof session> {}
/** The schema of a named token. */
export const Session: z.ZodType<Session, Session> = session;

const sessionBody = z.strictObject({
  session_name: z.string().min(1).describe("What the token is for."),
  state: z.string().describe("Accepted, without effect."),
  policy_id: z.string().nullish().describe("Accepted, without effect."),
}).meta({
  description: "What a named token is made of.",
  examples: [{ session_name: "My script", state: "script" }],
});

/** What a named token is made of. */
export interface SessionBody extends z.infer<typeof sessionBody> {}
/** The schema of what a named token is made of. */
export const SessionBody: z.ZodType<SessionBody, SessionBody> = sessionBody;

const token = z.object({ token: z.string().describe("The token, which is shown this once.") })
  .meta({ description: "A new named token.", examples: [{ token: "an-example" }] });

/** A new named token. */
export interface SessionToken extends z.infer<typeof token> {}
/** The schema of a new named token. */
export const SessionToken: z.ZodType<SessionToken, SessionToken> = token;
