import type { Client } from "../../client/client.ts";
import { guided } from "../../options/guided.ts";
import { missingMember } from "./missingMember.ts";

/**
 * Freezes a client that answers unknown members with the right call: `me.nights` with
 * `me.nightly(when)`.
 */
export function guideMe<T extends Pick<Client, "api">>(me: T): T {
  return guided(me, missingMember("me", { "me.api": Object.keys(me.api) }));
}
