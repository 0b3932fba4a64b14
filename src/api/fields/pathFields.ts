import { API_VERSIONS, BASE_TYPES } from "../../schema/enums.ts";
import type { Field, Fields } from "./endpoint.ts";
import { AGGREGATE_RESOLUTIONS } from "./enums.ts";

/**
 * Fields of the parameters in paths, for both sides: the client rejects an invalid value before it
 * sends, and the service answers 422. Parameters that are missing here are text.
 */
export const PATH_FIELDS = {
  svc_userid: { kind: "uuid", doc: "User whose data is read; the client fills in your id." },
  sharer_svc_userid: { kind: "uuid", doc: "Who shares." },
  data_type: { kind: "text", doc: "A data type, built in or `<base_type>/<uuid>`." },
  base_type: { kind: "text", oneOf: BASE_TYPES, doc: "A base type." },
  type_id: { kind: "uuid", doc: "A data type of your own." },
  tag_id: { kind: "uuid", doc: "A tag." },
  tag_name: { kind: "text", doc: "The name of a tag." },
  annotation_id: { kind: "uuid", doc: "An annotation." },
  import_id: { kind: "uuid", doc: "An import." },
  session_id: { kind: "uuid", doc: "A session." },
  reflection_id: { kind: "uuid", doc: "A reflection." },
  custom_input_id: { kind: "uuid", doc: "A custom input." },
  datashare_id: { kind: "text", doc: "A share." },
  permission_id: { kind: "text", doc: "A permission to read another user's data." },
  grant_id: { kind: "uuid", doc: "A grant to read data." },
  group_id: { kind: "text", doc: "A group." },
  pool_id: { kind: "uuid", doc: "A group that you created." },
  participant_id: { kind: "uuid", doc: "A participant of the group." },
  input_id: { kind: "text", doc: "A version of a file." },
  resolution: { kind: "text", oneOf: AGGREGATE_RESOLUTIONS, doc: "Length of the windows." },
  api_version: { kind: "text", oneOf: API_VERSIONS, doc: "Version of the data type." },
} as const satisfies Fields;

/** The field of a parameter in a path. */
export function pathField(name: string): Field {
  const field = (PATH_FIELDS as Fields)[name];
  return field ?? { kind: "text", doc: `The ${name.replaceAll("_", " ")}.` };
}

/** Returns the fields of the parameters in a route's path, by name and in order. */
export function pathFields(route: string): Fields {
  return Object.fromEntries(
    Array.from(route.matchAll(/\{(\w+)\??\}/g), ([, name = ""]) => [name, pathField(name)]),
  );
}
