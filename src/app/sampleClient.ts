import { connect } from "../client/connect.ts";
import { sampleUntil } from "../sample/life/sampleUntil.ts";
import { sampleZone } from "../sample/nights/sampleZone.ts";
import { type Me, withQuestions } from "./me.ts";
import type { ConnectOptions } from "../client/connectOptions.ts";

/** The same on one line of a cell. */
const NAME = "sample: real nights by niplav (CC BY 4.0), the rest made up";

/** What the sample is, in words. */
const SAMPLE =
  "sample of the embedded service: real nights by niplav (CC BY 4.0), the rest made up";

/** A client whose clock stands at the end of the sample data and whose zone is the sample's. */
export function sampleClient(
  { user, ...options }: Pick<ConnectOptions, "baseUrl" | "token" | "fetch" | "units"> & {
    readonly user?: string | undefined;
  },
): Me {
  const now = (): Temporal.Instant => sampleUntil;
  const client = connect({ ...options, tz: sampleZone, now });
  return withQuestions(client, { name: NAME, user, content: () => Promise.resolve(SAMPLE) });
}
