import { connect } from "../client/connect.ts";
import { sampleUntil, sampleZone } from "../sample/life/sampleUntil.ts";
import { type Me, withQuestions } from "./me.ts";
import type { ConnectOptions } from "../client/connectOptions.ts";

/** Short description for one line of a cell. */
const NAME = "sample: real nights by niplav (CC BY 4.0), the rest made up";

/** Description of the sample. */
const SAMPLE =
  "sample of the embedded service: real nights by niplav (CC BY 4.0), the rest made up";

/** Creates a client with the clock at the end of the sample data, in the sample's zone. */
export function sampleClient(
  { user, ...options }: Pick<ConnectOptions, "baseUrl" | "token" | "fetch" | "units"> & {
    readonly user?: string | undefined;
  },
): Me {
  const now = (): Temporal.Instant => sampleUntil;
  const client = connect({ ...options, tz: sampleZone, now });
  return withQuestions(client, { name: NAME, user, content: () => Promise.resolve(SAMPLE) });
}
