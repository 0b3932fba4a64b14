import { connect, type ConnectOptions } from "../client/connect.ts";
import { sampleUntil } from "../sample/sampleUntil.ts";
import { sampleZone } from "../sample/sampleZone.ts";
import { analysing, type Me } from "./me.ts";

/** What the sample is, in words. */
const SAMPLE =
  "sample of the embedded service: real nights by niplav (CC BY 4.0), the rest made up";

/** A client whose clock stands at the end of the sample data and whose zone is the sample's. */
export function sampleClient(
  options: Pick<ConnectOptions, "baseUrl" | "token" | "fetch">,
): Me {
  const now = (): Temporal.Instant => sampleUntil;
  const client = connect({ ...options, tz: sampleZone, now });
  return analysing(client, SAMPLE);
}
