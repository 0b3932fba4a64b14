import type { OutputMethod } from "../../api/fields/enums.ts";
import { contentDigest } from "../http/contentDigest.ts";

/** The forms of a frame that end with a line: cut there, they are a shorter frame like any other. */
export const LINE_FORMS: ReadonlySet<OutputMethod> = new Set(["csv", "quotecsv", "ndjson"]);

/** Whether the headers of an answer would have shown that its body was not whole. */
export function isProved(headers: Headers): boolean {
  return headers.has("content-length") || headers.has("content-encoding") ||
    contentDigest(headers) !== undefined;
}
