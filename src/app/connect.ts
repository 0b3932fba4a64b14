import { connect as connectClient } from "../client/connect.ts";
import { type Me, withQuestions } from "./me.ts";
import type { ConnectOptions } from "../client/connectOptions.ts";

/**
 * Creates a client of a service that also answers common questions: see {@linkcode Me}. It has a
 * method for each operation, by noun, such as `me.api.metrics.samples({ metric, start_time,
 * end_time })`. Nothing is sent before the first call. Calls that take longer than a second show a
 * progress bar, unless you pass `onProgress`.
 *
 * Methods reject with an {@linkcode ApiError} or its subclass for the failure. Arguments that are
 * rejected before anything is sent cause a `TypeError` or `RangeError`, and a stopped call rejects
 * with the signal's reason. No message, member or display of the client shows the token.
 *
 * @throws {TypeError} if address, token, user or another option is missing or malformed
 * @throws {RangeError} if the zone does not exist, two names would collide, or the token would be
 * sent unencrypted
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
