import type { Field, Fields } from "./fields/endpoint.ts";
import { AGGREGATE_RESOLUTIONS } from "./fields/enums.ts";
import { API_VERSIONS, BASE_TYPES } from "../schema/enums.ts";

/**
 * What the parameters in paths hold, for both sides of the wire: the client refuses another value
 * before it sends, the service answers it with 422. Those that are not named here are text.
 */
const PATH_FIELDS: Fields = {
  svc_userid: { kind: "uuid", doc: "Whose data is read; the client fills in the user's own." },
  sharer_svc_userid: { kind: "uuid", doc: "Who shares." },
  data_type: { kind: "text", doc: "A data type, built in or `<base_type>/<uuid>`." },
  base_type: { kind: "text", oneOf: BASE_TYPES, doc: "A base type." },
  type_id: { kind: "uuid", doc: "A data type of one's own." },
  tag_id: { kind: "uuid", doc: "A tag." },
  tag_name: { kind: "text", doc: "The name of a tag." },
  annotation_id: { kind: "uuid", doc: "An annotation." },
  session_id: { kind: "uuid", doc: "A session." },
  reflection_id: { kind: "uuid", doc: "A reflection." },
  custom_input_id: { kind: "uuid", doc: "A custom input." },
  datashare_id: { kind: "text", doc: "A share." },
  permission_id: { kind: "text", doc: "A permission to read another user's data." },
  group_id: { kind: "text", doc: "A group." },
  input_id: { kind: "text", doc: "A version of a file." },
  resolution: { kind: "text", oneOf: AGGREGATE_RESOLUTIONS, doc: "Length of the windows." },
  api_version: { kind: "text", oneOf: API_VERSIONS, doc: "Version of the data type." },
};

/** The field of a parameter in a path. */
export function pathField(name: string): Field {
  return PATH_FIELDS[name] ?? { kind: "text", doc: `The ${name.replaceAll("_", " ")}.` };
}
