import type { Client } from "../client/client.ts";
import { connect, type ConnectOptions } from "../client/connect.ts";
import { sampleUntil } from "../sample/sampleUntil.ts";
import { sampleZone } from "../sample/sampleZone.ts";

/** A client whose clock stands at the end of the sample data and whose zone is the sample's. */
export function sampleClient(
  options: Pick<ConnectOptions, "baseUrl" | "token" | "fetch">,
): Client {
  return connect({ ...options, tz: sampleZone, now: () => sampleUntil });
}
