import { type Endpoint, type Endpoints, json, jsonList } from "./fields/endpoint.ts";
import { locations } from "./locations.ts";
import { metrics } from "./metrics.ts";
import { sleep } from "./sleep.ts";
import { workouts } from "./workouts.ts";

const SELF = {
  member_svc_userid: { kind: "uuid", doc: "Your user id, which is the default." },
} as const;

const MEMBER = {
  member_svc_userid: {
    kind: "uuid",
    doc: "Participant id of whom to remove, if you created the group; by default you leave.",
  },
} as const;

/** Groups: they collect their participants' data, and you can share data with them. */
export const groups = {
  /** Lists the groups that you created, joined or can find, or only those that you joined. */
  list: {
    route: "GET /user/v1/group",
    summary:
      "Lists the groups that you created, joined or can find, or only those that you joined.",
    query: {
      subscribed_only: {
        kind: "boolean",
        default: false,
        doc: "Only groups that you joined, each with your `participant_id` and `joined_at`.",
      },
    },
    returns: jsonList("Group"),
    split: "never",
  },
  /** Creates a group. You read the group's data types of everyone who joins, within its times. */
  create: {
    route: "POST /user/v1/group",
    summary:
      "Creates a group. You read the group's data types of everyone who joins, within its times.",
    body: json("GroupBody"),
    returns: json("GroupAnswer"),
    split: "never",
  },
  /** Reads the public keys that verify participants' tokens. */
  keys: {
    route: "GET /user/v1/group/.well-known/jwks.json",
    summary: "Reads the public keys that verify participants' tokens.",
    returns: json("GroupKeys"),
    split: "never",
  },
  /** Reads a group. */
  get: {
    route: "GET /user/v1/group/{group_id}",
    summary: "Reads a group.",
    returns: json("Group"),
    split: "never",
  },
  /** Changes the description of a group; its terms are fixed. */
  update: {
    route: "PUT /user/v1/group/{group_id}",
    summary: "Changes the description of a group; its terms are fixed.",
    body: json("GroupChange"),
    returns: json("Group"),
    split: "never",
  },
  /** Deletes a group. You can no longer read its participants, and shares with it end. */
  delete: {
    route: "DELETE /user/v1/group/{group_id}",
    summary: "Deletes a group. You can no longer read its participants, and shares with it end.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Joins a group, which lets its creator read its data types within its times. */
  join: {
    route: "POST /user/v1/group/{group_id}/membership",
    summary: "Joins a group, which lets its creator read its data types within its times.",
    query: SELF,
    returns: json("Membership"),
    split: "never",
  },
  /** Leaves a group, which ends its creator's access at once. The creator can remove others. */
  leave: {
    route: "DELETE /user/v1/group/{group_id}/membership",
    summary:
      "Leaves a group, which ends its creator's access at once. The creator can remove others.",
    query: MEMBER,
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Signs a token that identifies you as a participant to the group's page. */
  token: {
    route: "POST /user/v1/group/{group_id}/membership/token",
    summary: "Signs a token that identifies you as a participant to the group's page.",
    returns: json("GroupToken"),
    conflict: true,
    split: "never",
  },
  /** Lists the participants of a group that you created. */
  participants: {
    route: "GET /user/v1/group/{group_id}/participants",
    summary: "Lists the participants of a group that you created.",
    returns: jsonList("ParticipantId"),
    split: "never",
  },
} as const satisfies Endpoints;

/** Turns an operation on a user's data into one on a group's participant. */
type OfParticipant<E extends Endpoint> = Omit<E, "route" | "summary"> & {
  readonly route: E["route"] extends `GET /data/v0/{svc_userid?}/${infer Rest}`
    ? `GET /data/v0/pool/{pool_id}/participant/{participant_id}/${Rest}`
    : never;
  readonly summary: string;
};

const METADATA = "/user/v1/group/{group_id}/participants/{participant_id}/metadata";

/** Participants of the groups that you created: their data within the group's terms, and your notes. */
export const participants = {
  /** Reads the metadata that you keep about a participant; `{}` by default. */
  metadata: {
    route: `GET ${METADATA}`,
    summary: "Reads the metadata that you keep about a participant; `{}` by default.",
    returns: json("ParticipantMetadata"),
    split: "never",
  },
  /** Replaces the metadata of a participant. */
  setMetadata: {
    route: `PUT ${METADATA}`,
    summary: "Replaces the metadata of a participant.",
    body: json("ParticipantMetadata"),
    returns: json("ParticipantMetadata"),
    split: "never",
  },
  /** Merges members into the metadata of a participant; given members replace old ones. */
  mergeMetadata: {
    route: `PATCH ${METADATA}`,
    summary: "Merges members into the metadata of a participant; given members replace old ones.",
    body: json("ParticipantMetadata"),
    returns: json("ParticipantMetadata"),
    split: "never",
  },
  /** Reads the raw samples of a participant's metric. */
  samples: ofParticipant(metrics.samples, "Reads the raw samples of a participant's metric."),
  /** Reads a participant's metric as a regular time series. */
  timeSeries: ofParticipant(
    metrics.timeSeries,
    "Reads a participant's metric as a regular time series.",
  ),
  /** Reads the workouts of a participant. */
  workouts: ofParticipant(workouts.list, "Reads the workouts of a participant."),
  /** Reads the raw location samples of a participant's map provider. */
  mapUpdates: ofParticipant(
    locations.mapUpdates,
    "Reads the raw location samples of a participant's map provider.",
  ),
  /** Reads the raw location samples of a participant's mobile platform. */
  mobileUpdates: ofParticipant(
    locations.mobileUpdates,
    "Reads the raw location samples of a participant's mobile platform.",
  ),
  /** Reads the visits detected by a participant's mobile platform. */
  mobileVisits: ofParticipant(
    locations.mobileVisits,
    "Reads the visits detected by a participant's mobile platform.",
  ),
  /** Reads the positions of a participant at regular instants. */
  locationSeries: ofParticipant(
    locations.timeSeries,
    "Reads the positions of a participant at regular instants.",
  ),
  /** Reads the location sample of a participant that is closest to an instant. */
  locationAtTime: ofParticipant(
    locations.atTime,
    "Reads the location sample of a participant that is closest to an instant.",
  ),
  /** Reads a participant's sleep grouped into cycles by gaps. */
  sleepCycles: ofParticipant(
    sleep.cycles,
    "Reads a participant's sleep grouped into cycles by gaps.",
  ),
  /** Reads a participant's non-conflicting sleep stages, each with a cycle index. */
  sleepStages: ofParticipant(
    sleep.stages,
    "Reads a participant's non-conflicting sleep stages, each with a cycle index.",
  ),
  /** Aggregates a participant's stage durations per period. */
  sleepAggregate: ofParticipant(
    sleep.aggregate,
    "Aggregates a participant's stage durations per period.",
  ),
} as const satisfies Endpoints;

function ofParticipant<E extends Endpoint>(endpoint: E, summary: string): OfParticipant<E> {
  const route = endpoint.route.replace(
    "/{svc_userid?}/",
    "/pool/{pool_id}/participant/{participant_id}/",
  );
  return { ...endpoint, route, summary } as unknown as OfParticipant<E>;
}
