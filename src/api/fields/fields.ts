import { OUTPUT_METHODS, RESPONSE_FORMATS, SORT_ORDERS } from "./enums.ts";
import type { Fields } from "./endpoint.ts";

/** The half-open range that most queries take. */
export const RANGE = {
  start_time: { kind: "time", required: true, doc: "Inclusive start of the range." },
  end_time: { kind: "time", required: true, doc: "Exclusive end of the range." },
} as const satisfies Fields;

/** The form of the answer. */
export const OUTPUT = {
  output: {
    kind: "text",
    required: true,
    oneOf: OUTPUT_METHODS,
    doc: "Form of the answer; the client asks for `arrow` unless told otherwise.",
  },
} as const satisfies Fields;

/** Whose data is read, where the path does not say it. */
export const OWNER = {
  svc_userid: { kind: "uuid", doc: "Whose data is read; without it, the authenticated user's." },
} as const satisfies Fields;

/** Parameters that select records of somebody. */
export const RECORDS_OF = {
  ...OWNER,
  pool_id: { kind: "uuid", doc: "A group that you made, to read one of its participants." },
  participant_id: { kind: "uuid", doc: "A participant of the group." },
  filter: {
    kind: "text",
    list: true,
    default: [],
    doc: "Fields that must have a value, each written `field:value`.",
  },
} as const satisfies Fields;

/** Parameters of event and metric queries. */
export const SCOPE = {
  format: { kind: "text", oneOf: RESPONSE_FORMATS, default: "json", doc: "Form of the answer." },
  sort: { kind: "text", oneOf: SORT_ORDERS, default: "asc", doc: "Order by start time." },
  ...RECORDS_OF,
} as const satisfies Fields;
