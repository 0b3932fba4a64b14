import { type Issue, Problem } from "../http/problem.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Quoted text, which comes from the caller, or a word. */
const PARTS = /"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*/g;

/** Renames the location and message of a problem, but not quoted text. */
export function problemToWire(problem: Problem, { toWire }: Vocabulary): Problem {
  const { status, detail, headers } = problem;
  const said = (text: string): string =>
    text.replaceAll(
      PARTS,
      (part) => part.startsWith('"') ? part : toWire.queryValue("category", toWire.name(part)),
    );
  if (typeof detail === "string") return new Problem(status, said(detail), headers);
  const issues = detail.map((issue): Issue => {
    const loc = issue.loc.map((part) => typeof part === "string" ? toWire.name(part) : part);
    const msg = said(issue.msg);
    const isSame = msg === issue.msg && loc.every((part, i) => part === issue.loc[i]);
    return isSame ? issue : { ...issue, loc, msg }; // an unchanged issue keeps its noted value
  });
  return new Problem(status, issues, headers);
}
