import { type Issue, Problem } from "../http/problem.ts";
import type { Words } from "./words.ts";

/**
 * A query in neutral words. Neutral words themselves are refused where a deployment has its own: to
 * ignore them, as other unknown parameters are, could read another user's data than was meant.
 *
 * @throws {Problem} 422, which names all that is unknown
 */
export function neutralQuery(query: URLSearchParams, { inward, outward }: Words): URLSearchParams {
  const issues: Issue[] = [];
  const neutral = new URLSearchParams();
  for (const [name, value] of query) {
    const inside = inward.name(name), insideValue = inward.queryValue(inside, value);
    if (outward.name(inside) !== name) {
      issues.push(issueAt(name, `There is no parameter ${name}`, "extra_forbidden"));
    } else if (outward.queryValue(inside, insideValue) !== value) {
      issues.push(issueAt(name, `${name} has no value ${JSON.stringify(value)}`, "enum"));
    }
    neutral.append(inside, insideValue);
  }
  if (issues.length > 0) throw new Problem(422, issues);
  return neutral;
}

function issueAt(name: string, msg: string, type: string): Issue {
  return { loc: ["query", name], msg, type };
}
