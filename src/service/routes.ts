import { api } from "../api/api.ts";
import { type Endpoint, type Method, splitRoute } from "../api/fields/endpoint.ts";
import type { AnswerOf, Call } from "./http/handler.ts";
import { handlers } from "./handlers.ts";

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

/** All operations of the interface, made from its table, on paths in the words of a deployment. */
export function routes(nameOf: (path: string) => string = (path) => path): Route[] {
  return Object.entries(api).flatMap(([noun, operations]) =>
    Object.entries(operations as { [operation: string]: Endpoint })
      .map(([operation, endpoint]): Route => {
        const { method, path } = splitRoute(endpoint.route);
        const pattern = nameOf(path).replace(/\{(\w+)\}/g, ":$1");
        const ofOwnType = pattern.replace(":data_type", `:data_type/${UUID_SEGMENT}`);
        // The types of handlers and rows are held together by `Handlers`; here they are walked.
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
