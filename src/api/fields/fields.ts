import { OUTPUT_METHODS, RESPONSE_FORMATS, SORT_ORDERS } from "./enums.ts";
import type { Fields } from "./endpoint.ts";

/** Half-open range of most queries. */
export const RANGE = {
  start_time: { kind: "time", required: true, doc: "Inclusive start of the range." },
  end_time: { kind: "time", required: true, doc: "Exclusive end of the range." },
} as const satisfies Fields;

/** Format of the answer. */
export const OUTPUT = {
  output: {
    kind: "text",
    required: true,
    oneOf: OUTPUT_METHODS,
    doc: "Format of the answer; the client uses `arrow` by default.",
  },
} as const satisfies Fields;

/** The owner of the data, if the path does not contain it. */
export const OWNER = {
  svc_userid: { kind: "uuid", doc: "User whose data is read; by default the authenticated user." },
} as const satisfies Fields;

/** Parameters that select records of a user or participant. */
export const RECORDS_OF = {
  ...OWNER,
  pool_id: { kind: "uuid", doc: "A group that you created, to read one of its participants." },
  participant_id: { kind: "uuid", doc: "A participant of the group." },
  filter: {
    kind: "text",
    list: true,
    default: [],
    doc: "Required values of fields, each as `field:value`.",
  },
} as const satisfies Fields;

/** Parameters of event and metric queries. */
export const SCOPE = {
  format: { kind: "text", oneOf: RESPONSE_FORMATS, default: "json", doc: "Format of the answer." },
  sort: { kind: "text", oneOf: SORT_ORDERS, default: "asc", doc: "Order by start time." },
  ...RECORDS_OF,
} as const satisfies Fields;
