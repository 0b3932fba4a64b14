import { type Issue, Problem } from "../http/problem.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * A query with canonical names. Canonical names themselves are rejected where a deployment has its own: to
 * ignore them, as other unknown parameters are, could read another user's data than was meant.
 *
 * @throws {Problem} 422, which names all that is unknown
 */
export function canonicalQuery(
  query: URLSearchParams,
  { fromWire, toWire }: Vocabulary,
): URLSearchParams {
  const issues: Issue[] = [];
  const canonical = new URLSearchParams();
  for (const [name, value] of query) {
    const inside = fromWire.name(name), insideValue = fromWire.queryValue(inside, value);
    if (toWire.name(inside) !== name) {
      issues.push(issueAt(name, `There is no parameter ${name}`, "extra_forbidden"));
    } else if (toWire.queryValue(inside, insideValue) !== value) {
      issues.push(issueAt(name, `${name} has no value ${JSON.stringify(value)}`, "enum"));
    }
    canonical.append(inside, insideValue);
  }
  if (issues.length > 0) throw new Problem(422, issues);
  return canonical;
}

function issueAt(name: string, msg: string, type: string): Issue {
  return { loc: ["query", name], msg, type };
}
