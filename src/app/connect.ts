import { connect as connectClient } from "../client/connect.ts";
import { type Me, withQuestions } from "./me.ts";
import type { ConnectOptions } from "../client/connectOptions.ts";

/**
 * A client of a service, which also answers the usual questions: see {@linkcode Me}. It has a
 * method for each operation, by noun, such as `me.api.metrics.samples({ metric, start_time, end_time })`.
 * Nothing is sent before the first call. What takes longer than a second shows a bar, unless there
 * is an `onProgress` of one's own.
 *
 * Methods reject with an {@linkcode ApiError} of the class that tells what to do, with `TypeError` or
 * `RangeError` for arguments that are refused before anything is sent, and with the signal's reason
 * when a call is ended. No message, member or display of the client shows the token.
 *
 * @throws {TypeError} if address, token, user or another option is missing or malformed
 * @throws {RangeError} if the zone does not exist, two names would become one, or the token would travel unencrypted
 *
 * @example A call to a service in the same process
 * ```ts
 * import { connect } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const me = connect({
 *   baseUrl: "http://localhost",
 *   token: "a-token",
 *   fetch: () => Response.json([{ name: "HeartRate", value_column: "heart_rate" }]),
 * });
 * const [metric] = await me.api.metrics.catalog();
 * assertEquals(metric?.value_column, "heart_rate");
 * ```
 */
export function connect(options: ConnectOptions): Me {
  const client = connectClient(options);
  return withQuestions(client, {
    name: client.baseUrl,
    user: options.userid,
    content: async () => `${client.baseUrl}, user ${await client.userid()}`,
  });
}
