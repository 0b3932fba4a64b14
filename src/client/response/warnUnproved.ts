import type { Endpoint } from "../../api/fields/endpoint.ts";
import type { OutputMethod } from "../../api/fields/enums.ts";
import { actionOf } from "../request/actionOf.ts";
import type { Answer } from "../http/answer.ts";
import { gridRows } from "./gridRows.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";
import { contentDigest } from "../http/contentDigest.ts";

/** The forms that this process was warned of. */
const WARNED = new Set<string>();

/** The forms of a frame that end with a line: cut there, they are a shorter frame like any other. */
export const LINE_FORMS: ReadonlySet<OutputMethod> = new Set(["csv", "quotecsv", "ndjson"]);

/**
 * Warns, once in a process for each form, of an answer that nothing proves whole: text in lines, without
 * a digest, a length or a coding that has an end of its own, and not a grid of known size. The client
 * asks for such a form only where a caller named it, or where an operation has no other.
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
  const instead = endpoint.returns.kind === "frame" ? '; ask for output "arrow"' : "";
  warn(
    `Nothing proves that the answer to "${
      actionOf(endpoint, args)
    }" is whole: it is ${form} without Content-Digest or Content-Length, ` +
      `and if it was cut at the end of a line, rows are missing${instead}`,
  );
}

/** The form of an answer if it is made of lines. */
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

/** Whether the headers of an answer would have shown that its body was not whole. */
export function isProved(headers: Headers): boolean {
  return headers.has("content-length") || headers.has("content-encoding") ||
    contentDigest(headers) !== undefined;
}
