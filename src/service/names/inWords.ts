import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import { isFreeBody } from "../../api/fields/names.ts";
import { neutralQuery } from "./neutralQuery.ts";
import { neutralRequest } from "./neutralRequest.ts";
import { outwardProblem } from "./outwardProblem.ts";
import { outwardResult } from "./outwardResult.ts";
import { Problem } from "../http/problem.ts";
import type { ReadArguments } from "../http/readArguments.ts";
import type { Words } from "./words.ts";

/** A request for an operation. */
export interface Asked {
  /** The operation's row in the table. */
  readonly endpoint: Endpoint;
  /** The parameters in its path. */
  readonly path: { readonly [name: string]: string };
  /** The request. */
  readonly request: Request;
}

/** What was asked, as it was read, and what a handler gave back. */
export interface Done {
  /** The parameters. */
  readonly args: ReadArguments;
  /** What the handler gave back. */
  readonly result: unknown;
}

/** Does an operation. */
export type Perform = (query: URLSearchParams, request: Request) => Promise<Done>;

/**
 * Does an operation for who speaks the words of a deployment, while everything inside speaks neutral
 * ones: query and body are renamed on their way in, results and problems on their way out.
 *
 * @throws {Problem} as the operation does, and 422 where neutral words are used
 */
export async function inWords(words: Words, asked: Asked, perform: Perform): Promise<Done> {
  const { endpoint, path, request } = asked;
  const isFree = isFreeBody(splitRoute(endpoint.route).path, path["data_type"]);
  const query = neutralQuery(new URL(request.url).searchParams, words);
  const neutral = isFree ? request : await neutralRequest(endpoint, request, words);
  try {
    const { args, result } = await perform(query, neutral);
    return { args, result: isFree ? result : outwardResult(endpoint, result, words) };
  } catch (error) {
    throw error instanceof Problem ? outwardProblem(error, words) : error;
  }
}
