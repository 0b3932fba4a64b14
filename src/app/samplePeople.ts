import { loadLate } from "../options/loadLate.ts";
import type { Me } from "./me.ts";
import { sampleClient } from "./sampleClient.ts";
import type { DemoOptions, DemoPeople } from "./demoOptions.ts";

/** Users of the embedded service. */
const USERS = {
  me: "00000000-0000-4000-8000-000000000001",
  friend: "00000000-0000-4000-8000-000000000002",
} as const;

/** A notebook may stay open for a long time. */
const YEAR = 366 * 86_400;

/**
 * Creates two clients of one embedded service: `me` with the sample data, and `friend` without
 * data.
 */
export async function samplePeople({ units, ...options }: DemoOptions): Promise<DemoPeople> {
  // Not needed by cells that use a real service.
  const [{ createService }, { ingestSample }, { readySample }] = await Promise.all([
    loadLate<typeof import("../service/createService.ts")>(
      "../service/createService.ts",
      import.meta,
    ),
    loadLate<typeof import("./sample/ingestSample.ts")>("./sample/ingestSample.ts", import.meta),
    loadLate<typeof import("./sample/readySample.ts")>("./sample/readySample.ts", import.meta),
  ]);
  type Fetching = Pick<ReturnType<typeof createService>, "fetch" | "issueToken">;
  const clientOf = async ({ fetch, issueToken }: Fetching, userid: string): Promise<Me> =>
    sampleClient({
      baseUrl: "http://localhost",
      token: await issueToken(userid, { expiresIn: YEAR }),
      fetch,
      units,
      user: userid,
    });
  const store = await readySample(options, async (store) => {
    await ingestSample(await clientOf(createService({ store }), USERS.me), options);
  });
  const service = createService({ store });
  return { me: await clientOf(service, USERS.me), friend: await clientOf(service, USERS.friend) };
}
