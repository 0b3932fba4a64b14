import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import { isFreeBody } from "../../api/fields/names.ts";
import { canonicalQuery } from "./canonicalQuery.ts";
import { canonicalRequest } from "./canonicalRequest.ts";
import { problemToWire } from "./problemToWire.ts";
import { resultToWire } from "./resultToWire.ts";
import { Problem } from "../http/problem.ts";
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
