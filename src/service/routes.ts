import { api } from "../api/api.ts";
import { type Endpoint, type Method, splitRoute } from "../api/fields/endpoint.ts";
import type { AnswerOf, Call, Handlers } from "./http/handler.ts";

/** An operation, where it is found and what does it. */
export interface Route {
  /** Method. */
  readonly method: Method;
  /** Paths in the router's notation: of a path with a data type there is one for `<base_type>/<uuid>` too. */
  readonly paths: readonly string[];
  /** Its row in the table. */
  readonly endpoint: Endpoint;
  /** What does it. */
  readonly handle: (call: Call<Endpoint>) => Promise<AnswerOf<Endpoint>> | AnswerOf<Endpoint>;
}

/** The name under which the router gives the second segment of a user-defined data type. */
export const TYPE_ID = "data_type_id";

const UUID_SEGMENT = `:${TYPE_ID}{[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}}`;

/**
 * All operations of the interface, from its table, each with its handler.
 *
 * @param nameOf Renames paths to a deployment's vocabulary.
 */
export function routes(
  handlers: Handlers,
  nameOf: (path: string) => string = (path) => path,
): Route[] {
  return Object.entries(api).flatMap(([noun, operations]) =>
    Object.entries(operations as { [operation: string]: Endpoint })
      .map(([operation, endpoint]): Route => {
        const { method, path } = splitRoute(endpoint.route);
        const pattern = nameOf(path).replace(/\{(\w+)\}/g, ":$1");
        const ofOwnType = pattern.replace(":data_type", `:data_type/${UUID_SEGMENT}`);
        // `Handlers` holds each row and its handler to one type; here all are walked.
        const table = handlers as unknown as Record<string, Record<string, Route["handle"]>>;
        return {
          method,
          paths: ofOwnType === pattern ? [pattern] : [pattern, ofOwnType],
          endpoint,
          handle: table[noun]![operation]!,
        };
      })
  );
}
