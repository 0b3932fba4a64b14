import type { z } from "zod";
import { type Issue, MAX_ISSUES } from "./problem.ts";

/** The most characters that are repeated of a name or a message. */
const LONGEST = 200;

/** Where a part of a body stands: `[3]` is line 3, `["data"]` a field. */
export type Place = readonly (string | number)[];

/** What a schema finds wrong with a body, or with the part of one that stands in a place. */
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

/** An issue with a field of a body, or of the part of one that stands in a place. */
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
