import { BASE_TYPES } from "../api/catalog.ts";
import type { Field } from "../api/endpoint.ts";
import { AGGREGATE_RESOLUTIONS, API_VERSIONS } from "../api/enums.ts";

/** What the parameters in paths hold. */
export const PATH_FIELDS: { readonly [name: string]: Field } = {
  svc_userid: { kind: "uuid", doc: "Whose data is read." },
  data_type: { kind: "text", doc: "A data type, built in or `<base_type>/<uuid>`." },
  base_type: { kind: "text", oneOf: BASE_TYPES, doc: "A base type." },
  type_id: { kind: "uuid", doc: "A data type of one's own." },
  tag_id: { kind: "uuid", doc: "A tag." },
  annotation_id: { kind: "uuid", doc: "An annotation." },
  session_id: { kind: "uuid", doc: "A session." },
  reflection_id: { kind: "uuid", doc: "A reflection." },
  custom_input_id: { kind: "uuid", doc: "A custom input." },
  resolution: { kind: "text", oneOf: AGGREGATE_RESOLUTIONS, doc: "Length of the windows." },
  api_version: { kind: "text", oneOf: API_VERSIONS, doc: "Version of the data type." },
};
