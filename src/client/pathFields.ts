import type { Fields } from "../api/endpoint.ts";
import { AGGREGATE_RESOLUTIONS, API_VERSIONS } from "../api/enums.ts";

/** What path parameters hold; those that are not named here are text. */
export const PATH_FIELDS = {
  svc_userid: { kind: "uuid", doc: "Whose data is read; without it, the authenticated user's." },
  resolution: { kind: "text", oneOf: AGGREGATE_RESOLUTIONS, doc: "Length of the windows." },
  api_version: { kind: "text", oneOf: API_VERSIONS, doc: "Version of the data type." },
} as const satisfies Fields;
