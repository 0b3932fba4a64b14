import { api } from "../api/api.ts";
import { type Endpoint, type Method, splitRoute } from "../api/fields/endpoint.ts";
import type { AnswerOf, Call, Handlers } from "./http/handler.ts";

/** An operation with its paths and handler. */
export interface Route {
  readonly method: Method;
  /**
   * Paths in the router's notation. A path with a data type has a second version for
   * `<base_type>/<uuid>`.
   */
  readonly paths: readonly string[];
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<Endpoint>) => Promise<AnswerOf<Endpoint>> | AnswerOf<Endpoint>;
}

/** Name of the second segment of a user-defined data type in the router. */
export const TYPE_ID = "data_type_id";

const UUID_SEGMENT = `:${TYPE_ID}{[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}}`;

/**
 * Returns all operations of the interface, each with its handler.
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
        // `Handlers` types each row and its handler; here the types of all rows merge.
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
