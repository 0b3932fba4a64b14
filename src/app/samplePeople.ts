import { loadLate } from "../options/loadLate.ts";
import type { SampleOptions } from "../sample/life/options.ts";
import type { Me } from "./me.ts";
import { sampleClient } from "./sampleClient.ts";
import type { DemoPeople } from "./demoOptions.ts";

/** The users of the embedded service. */
const USERS = {
  me: "00000000-0000-4000-8000-000000000001",
  friend: "00000000-0000-4000-8000-000000000002",
} as const;

/** A notebook may stay open for long. */
const YEAR = 366 * 86_400;

/** Two clients of one embedded service: `me` with the sample data, `friend` with none yet. */
export async function samplePeople(options: SampleOptions): Promise<DemoPeople> {
  // A cell that asks a real service needs none of it.
  const [{ createService }, { openStore }, { ingestSample }] = await Promise.all([
    loadLate<typeof import("../service/createService.ts")>(
      "../service/createService.ts",
      import.meta,
    ),
    loadLate<typeof import("../store/openStore.ts")>("../store/openStore.ts", import.meta),
    loadLate<typeof import("./sample/ingestSample.ts")>("./sample/ingestSample.ts", import.meta),
  ]);
  const service = createService({ store: openStore() });
  const clientOf = async (userid: string): Promise<Me> =>
    sampleClient({
      baseUrl: "http://localhost",
      token: await service.issueToken(userid, { expiresIn: YEAR }),
      fetch: service.fetch,
    });
  const me = await clientOf(USERS.me), friend = await clientOf(USERS.friend);
  await ingestSample(me, options);
  return { me, friend };
}
