import type { Client } from "../client/client.ts";
import type { SampleOptions } from "../sample/options.ts";
import { createService } from "../service/createService.ts";
import { openStore } from "../store/openStore.ts";
import { ingestSample } from "./ingestSample.ts";
import { sampleClient } from "./sampleClient.ts";

/** What the embedded service holds. */
export type DemoOptions = SampleOptions;

/** The user of the embedded service. */
const USER = "00000000-0000-4000-8000-000000000001";

/** A notebook may stay open for long. */
const YEAR = 366 * 86_400;

/**
 * A client of the embedded service with sample data: no account, no port, nothing kept. Its nights
 * are real (17 months of one person's, CC BY 4.0); heart rate, steps and annotations are made up to
 * agree with them.
 *
 * The client's `now()` is noon after the last night of the sample, and its zone is the sample's,
 * Europe/Berlin.
 *
 * @throws {RangeError} if the seed is no whole number or the days are not above 0
 *
 * @example Last night
 * ```ts
 * import { demo, range } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const me = await demo({ days: 3 });
 * const night = await me.sleep.cycles(range.lastNights(1, "Europe/Berlin", { until: me.now() }));
 * assertEquals(night.getColumn("number").toArray(), [0]);
 * ```
 */
export async function demo(options: DemoOptions = {}): Promise<Client> {
  const service = createService({ store: openStore() });
  const client = sampleClient({
    baseUrl: "http://localhost",
    token: await service.issueToken(USER, { expiresIn: YEAR }),
    fetch: service.fetch,
  });
  await ingestSample(client, options);
  return client;
}
