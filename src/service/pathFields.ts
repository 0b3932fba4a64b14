import type { Field } from "../api/endpoint.ts";
import { AGGREGATE_RESOLUTIONS, API_VERSIONS } from "../api/enums.ts";

/** What the parameters in paths hold. */
export const PATH_FIELDS: { readonly [name: string]: Field } = {
  svc_userid: { kind: "uuid", doc: "Whose data is read." },
  data_type: { kind: "text", doc: "A data type, built in or `<base_type>/<uuid>`." },
  resolution: { kind: "text", oneOf: AGGREGATE_RESOLUTIONS, doc: "Length of the windows." },
  api_version: { kind: "text", oneOf: API_VERSIONS, doc: "Version of the data type." },
};
