import type { Endpoint } from "../../api/fields/endpoint.ts";
import type { OutputMethod } from "../../api/fields/enums.ts";
import { actionOf } from "../request/actionOf.ts";
import type { Answer } from "../http/answer.ts";
import { gridRows } from "./gridRows.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";
import { contentDigest } from "../http/contentDigest.ts";

/** Formats that have already been reported. */
const WARNED = new Set<string>();

/** Formats in which each row is a line: a body that is cut there looks like a shorter frame. */
export const LINE_FORMS: ReadonlySet<OutputMethod> = new Set(["csv", "quotecsv", "ndjson"]);

/**
 * Warns once per process and format about a response that nothing proves complete: lines of text
 * without a digest, a length or an encoding with a defined end, and not a grid of known size. The
 * client only requests such a format if the caller chose it, or if an operation has no other.
 */
export function warnUnproved(
  { endpoint, args, answer, output, tz, warn }: {
    readonly endpoint: Endpoint;
    readonly args: ArgumentValues;
    readonly answer: Answer;
    readonly output: OutputMethod;
    readonly tz: string | undefined;
    readonly warn: (message: string) => void;
  },
): void {
  const form = lineForm(endpoint, args, output);
  if (form === undefined || answer.status !== 200 || isProved(answer.headers)) return;
  if (endpoint.returns.kind === "frame" && gridRows(endpoint, args, tz) !== undefined) return;
  if (WARNED.has(form)) return;
  WARNED.add(form);
  const instead = endpoint.returns.kind === "frame" ? '. Request output "arrow" instead' : "";
  warn(
    `Nothing proves that the response to "${
      actionOf(endpoint, args)
    }" is complete: it is ${form} without Content-Digest or Content-Length, ` +
      `so if it was cut at the end of a line, rows are missing${instead}`,
  );
}

/** Returns the format of a response if it consists of lines. */
function lineForm(
  { returns }: Endpoint,
  args: ArgumentValues,
  output: OutputMethod,
): string | undefined {
  switch (returns.kind) {
    case "frame":
      return LINE_FORMS.has(output) ? output : undefined;
    case "records":
    case "lines":
      if (args["format"] === "csv") return "csv";
      return returns.kind === "lines" ? "JSON lines" : undefined;
    default:
      return undefined;
  }
}

/** Returns whether the headers of a response would have revealed an incomplete body. */
export function isProved(headers: Headers): boolean {
  return headers.has("content-length") || headers.has("content-encoding") ||
    contentDigest(headers) !== undefined;
}
