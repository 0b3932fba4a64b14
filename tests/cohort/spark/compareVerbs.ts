import fc from "fast-check";
import { cohort } from "../../../src/cohort/cohort.ts";
import type { Cohort } from "../../../src/cohort/cohortOptions.ts";
import { type NamedVerb, type PersonVerb, VERBS } from "../../../src/cohort/verbs.ts";
import * as sleep from "../../../src/sleep/mod.ts";
import { CASES, writeCases } from "../verbCases.ts";
import { assertSame } from "./assertSame.ts";
import { sparkServer } from "./sparkServer.ts";

/** Compares every verb, with random options, between a Spark master and this machine. */
export async function compareVerbs(test: Deno.TestContext, master: string): Promise<void> {
  const folder = await Deno.makeTempDir();
  await writeCases(folder);
  await using server = await sparkServer({ master });
  await using here = await cohort(folder, { workers: 1 });
  await using there = await cohort(server.address, { folder });
  for (const [name, { table, merged, args }] of Object.entries(CASES)) {
    await test.step(name, async () => {
      const verb: NamedVerb = VERBS[name as keyof typeof VERBS];
      const [given] = fc.sample(args, 1) as [unknown[]];
      const query = (people: Cohort) => {
        const rows = people.table(table);
        return (merged === true ? rows.perPerson(sleep.merge) : rows)
          .perPerson(verb.run as PersonVerb, ...given).collect();
      };
      const expected = await query(here), found = await query(there);
      assertSame(found, expected, JSON.stringify(given));
    });
  }
  await Deno.remove(folder, { recursive: true });
}
