import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import { isFreeBody } from "../../api/fields/names.ts";
import { canonicalRequest } from "./canonicalRequest.ts";
import { resultToWire } from "./resultToWire.ts";
import { type Issue, Problem } from "../http/problem.ts";
import type { ReadArguments } from "../http/readArguments.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A request for an operation. */
export interface OperationRequest {
  /** Row of the operation. */
  readonly endpoint: Endpoint;
  /** Path parameters. */
  readonly path: { readonly [name: string]: string };
  readonly request: Request;
}

/** Parsed parameters of an operation, and its result. */
export interface OperationResult {
  readonly args: ReadArguments;
  readonly result: unknown;
}

/** Performs an operation. */
export type Perform = (query: URLSearchParams, request: Request) => Promise<OperationResult>;

/**
 * Performs an operation for callers who use a deployment's names; everything inside uses canonical
 * names. It renames the query and the body of the request, and results and problems.
 *
 * @throws {Problem} as the operation does, and 422 for canonical names
 */
export async function performInVocabulary(
  vocabulary: Vocabulary,
  operation: OperationRequest,
  perform: Perform,
): Promise<OperationResult> {
  const { endpoint, path, request } = operation;
  const isFree = isFreeBody(splitRoute(endpoint.route).path, path["data_type"]);
  const query = canonicalQuery(new URL(request.url).searchParams, vocabulary);
  const canonical = isFree ? request : await canonicalRequest(endpoint, request, vocabulary);
  try {
    const { args, result } = await perform(query, canonical);
    return { args, result: isFree ? result : resultToWire(endpoint, result, vocabulary) };
  } catch (error) {
    throw error instanceof Problem ? problemToWire(error, vocabulary) : error;
  }
}

/**
 * Returns a query with canonical names. It rejects canonical names if a deployment has its own:
 * ignoring them, like other unknown parameters, could read the wrong user's data.
 *
 * @throws {Problem} 422 that lists all unknown names
 */
function canonicalQuery(
  query: URLSearchParams,
  { fromWire, toWire }: Vocabulary,
): URLSearchParams {
  const issues: Issue[] = [];
  const canonical = new URLSearchParams();
  for (const [name, value] of query) {
    const inside = fromWire.name(name), insideValue = fromWire.queryValue(inside, value);
    if (toWire.name(inside) !== name) {
      issues.push(issueAt(name, `Unknown parameter ${name}`, "extra_forbidden"));
    } else if (toWire.queryValue(inside, insideValue) !== value) {
      issues.push(issueAt(name, `${name} cannot be ${JSON.stringify(value)}`, "enum"));
    }
    canonical.append(inside, insideValue);
  }
  if (issues.length > 0) throw new Problem(422, issues);
  return canonical;
}

function issueAt(name: string, msg: string, type: string): Issue {
  return { loc: ["query", name], msg, type };
}

/** Quoted text, which comes from the caller, or a word. */
const PARTS = /"(?:[^"\\]|\\[^])*(?:"|$)|[A-Za-z_]\w*/g;

/** Renames the location and message of a problem, but not quoted text. */
function problemToWire(problem: Problem, { toWire }: Vocabulary): Problem {
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
