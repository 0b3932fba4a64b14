import { type Issue, Problem } from "../http/problem.ts";
import type { Words } from "./words.ts";

/** Quoted text, which is the caller's, or a word. */
const PARTS = /"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*/g;

/** A problem in the words of a deployment: where it lies and what it says, but not what it quotes. */
export function outwardProblem(problem: Problem, { outward }: Words): Problem {
  const { status, detail, headers } = problem;
  const said = (text: string): string =>
    text.replaceAll(
      PARTS,
      (part) => part.startsWith('"') ? part : outward.queryValue("category", outward.name(part)),
    );
  if (typeof detail === "string") return new Problem(status, said(detail), headers);
  const issues = detail.map((issue): Issue => {
    const loc = issue.loc.map((part) => typeof part === "string" ? outward.name(part) : part);
    const msg = said(issue.msg);
    const isSame = msg === issue.msg && loc.every((part, i) => part === issue.loc[i]);
    return isSame ? issue : { ...issue, loc, msg }; // what is known of the same one stays known
  });
  return new Problem(status, issues, headers);
}
