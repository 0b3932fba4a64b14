import type { Endpoints } from "./fields/endpoint.ts";
import { OWNER } from "./fields/fields.ts";
import { RESPONSE_FORMATS } from "./fields/enums.ts";
import { RECORD } from "./metrics.ts";

/** Records of v1 data types, selected by a query. */
export const records = {
  /**
   * Reads records by a query: `Type` is the latest, `Type[3600s] @ <unix end>` all that overlap
   * the hour before the end.
   */
  query: {
    route: "GET /data/v1/records",
    summary:
      "Reads records by a query: `Type` is the latest, `Type[3600s] @ <unix end>` all that overlap the hour before the end.",
    query: {
      q: {
        kind: "text",
        required: true,
        doc:
          'A selector, `Type` or `{__name__="Event/<uuid>"}`, a range in brackets, and its end after `@` in Unix seconds.',
      },
      format: {
        kind: "text",
        oneOf: RESPONSE_FORMATS,
        default: "json",
        doc: "JSON lines, or CSV.",
      },
      ...OWNER,
    },
    returns: {
      kind: "lines",
      model: "AnyRecord",
      columns: { ...RECORD, value: "float64", unit: "text" },
    },
    split: "never",
  },
} as const satisfies Endpoints;
