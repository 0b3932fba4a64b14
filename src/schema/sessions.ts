import { z } from "zod";
import { EXAMPLE_ID, EXAMPLE_USER, id, instant, textOrNull } from "./parts/parts.ts";

const session = z.object({
  id: id.describe("Identifier."),
  svc_userid: id.describe("User who owns it."),
  name: z.string().describe("Its name."),
  created_at: instant.describe("Creation time."),
  deleted_at: instant.nullable().describe("Time when it was ended; null while it is valid."),
  policy_id: textOrNull.exactOptional()
    .describe("Policy that limits it; null if it may do what its user may."),
}).meta({
  description: "Named token for scripts, without the token itself.",
  examples: [{
    id: EXAMPLE_ID,
    svc_userid: EXAMPLE_USER,
    name: "My script",
    created_at: "2026-03-01T08:00:00Z",
    deleted_at: null,
    policy_id: null,
  }],
});

/** Named token for scripts, without the token itself. */
export interface Session extends z.infer<typeof session> {}
/** Schema of a named token. */
export const Session: z.ZodType<Session, Session> = session;

const sessionPolicy = z.strictObject({
  svc_data_types: z.array(z.string().min(1)).min(1).max(250).nullish()
    .describe("Data types that it may use; all if null."),
  time_start: instant.nullish().describe("Start of the data that it may read."),
  time_end: instant.nullish().describe("Exclusive end of the data that it may read."),
  ends_at: instant.nullish().describe("Time after which the token is invalid."),
  write: z.boolean().default(false)
    .describe("`true` if it may add records, annotations and tags; needs all times."),
}).meta({
  description: "Limits of a named token.",
  examples: [{ svc_data_types: ["SleepStage"], ends_at: "2027-01-01T00:00:00Z", write: false }],
});

const sessionBody = z.strictObject({
  session_name: z.string().min(1).describe("Purpose of the token."),
  state: z.string().describe("Accepted, without effect."),
  policy_id: z.string().nullish()
    .describe("One of your own policies, which limits the token: `policy_id` of another token."),
  policy: sessionPolicy.nullish().describe("New limits of the token, instead of `policy_id`."),
}).meta({
  description: "Contents of a named token.",
  examples: [{ session_name: "My script", state: "script" }],
});

/** Contents of a named token. */
export interface SessionBody extends z.input<typeof sessionBody> {}
/** Schema of the contents of a named token. */
export const SessionBody: z.ZodType<z.output<typeof sessionBody>, SessionBody> = sessionBody;

const token = z.object({ token: z.string().describe("Token; shown only once.") })
  .meta({ description: "New named token.", examples: [{ token: "an-example" }] });

/** New named token. */
export interface SessionToken extends z.infer<typeof token> {}
/** Schema of a new named token. */
export const SessionToken: z.ZodType<SessionToken, SessionToken> = token;
