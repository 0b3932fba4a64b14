import { cohort } from "../../../src/cohort/cohort.ts";

/**
 * A client for tests that kill it: runs a slow verb on the heart rates of a cohort, on Spark or
 * from a folder.
 *
 * @module
 */

const [address, folder] = Deno.args as [string, string | undefined];
const people = await cohort(address, folder === undefined ? { workers: 2 } : { folder });
const own = new URL("../ownVerb.ts", import.meta.url);
await people.table("heart_rate").perPerson(own, "slowly").collect();
