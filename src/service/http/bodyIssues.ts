import type { z } from "zod";
import { type Issue, MAX_ISSUES } from "./problem.ts";

/** Maximum number of characters to repeat of a name or message. */
const LONGEST = 200;

/** Place in a body: `[3]` is line 3, `["data"]` a field. */
export type Place = readonly (string | number)[];

/** Returns the issues that a schema finds in a body, or in the part at a place. */
export function bodyIssues(error: z.ZodError, place: Place = []): Issue[] {
  return error.issues.slice(0, MAX_ISSUES).flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.slice(0, MAX_ISSUES).map((key) =>
        issueAt(place, [...issue.path, key], `Unknown field ${key}`, "extra_forbidden")
      );
    }
    const isMissing = issue.code === "invalid_type" && issue.message.includes("undefined");
    return issueAt(place, issue.path, issue.message, isMissing ? "missing" : issue.code);
  });
}

/** Returns an issue of a field in a body, or in the part at a place. */
export function issueAt(
  place: Place,
  path: readonly PropertyKey[],
  msg: string,
  type: string,
): Issue {
  const rest = path.map((key) => typeof key === "number" ? key : cut(String(key)));
  return { loc: ["body", ...place, ...rest], msg: cut(msg), type };
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}...` : text;
}
