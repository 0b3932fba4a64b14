import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import { isFreeBody } from "../../api/fields/names.ts";
import { canonicalRequest } from "./canonicalRequest.ts";
import { problemToWire } from "./problemToWire.ts";
import { resultToWire } from "./resultToWire.ts";
import { type Issue, Problem } from "../http/problem.ts";
import type { ReadArguments } from "../http/readArguments.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A request for an operation. */
export interface OperationRequest {
  /** The operation's row in the table. */
  readonly endpoint: Endpoint;
  /** The parameters in its path. */
  readonly path: { readonly [name: string]: string };
  /** The request. */
  readonly request: Request;
}

/** The parameters of an operation as they were read, and what its handler gave back. */
export interface OperationResult {
  /** The parameters. */
  readonly args: ReadArguments;
  /** What the handler gave back. */
  readonly result: unknown;
}

/** Does an operation. */
export type Perform = (query: URLSearchParams, request: Request) => Promise<OperationResult>;

/**
 * Does an operation for callers who use the names of a deployment, while everything inside uses
 * canonical ones: query and body are renamed on their way in, results and problems on their way out.
 *
 * @throws {Problem} as the operation does, and 422 where canonical names are used
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
 * A query with canonical names. Canonical names themselves are rejected where a deployment has its own: to
 * ignore them, as other unknown parameters are, could read another user's data than was meant.
 *
 * @throws {Problem} 422, which names all that is unknown
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
