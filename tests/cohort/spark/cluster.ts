import { assert } from "@std/assert";
import { cohort } from "../../../src/cohort/cohort.ts";
import type { Cohort } from "../../../src/cohort/cohortOptions.ts";
import * as sleep from "../../../src/sleep/mod.ts";
import { writeMade } from "../madeCohort.ts";
import { assertSame } from "./assertSame.ts";
import { killProcess, sparkServer } from "./sparkServer.ts";

const OWN = new URL("../ownVerb.ts", import.meta.url);

Deno.test("a cohort on Spark, local-cluster[2,1,900]: two executors, each in its own process", async (test) => {
  const folder = await Deno.makeTempDir();
  await writeMade(folder, { people: 24 });
  await using server = await sparkServer({ master: "local-cluster[2,1,900]" });
  await using here = await cohort(folder, { workers: 1 });
  await using there = await cohort(server.address, { folder });

  await test.step("returns the same rows as this machine, to the last bit", async () => {
    const nights = (people: Cohort) =>
      people.table("stages").perPerson(sleep.merge, { provenance: true })
        .perPerson(sleep.statistics);
    assertSame(await nights(there).collect(), await nights(here).collect());
  });

  for (
    const [what, processes] of [
      ["an executor", () => server.executors()],
      ["a worker", () => server.workers()],
    ] as const
  ) {
    await test.step(`returns the same rows if ${what} is killed mid-job`, async () => {
      const slowly = (people: Cohort) => people.table("stages").perPerson(OWN, "slowly");
      const expected = await slowly(here).collect();
      let isOver = false;
      const running = slowly(there).collect().finally(() => isOver = true);
      while (server.workers().length === 0) await pause(50);
      await pause(700); // so that some people are done, and others are not
      let killed: number | undefined; // between two tasks there may be no worker
      while (killed === undefined && !isOver) {
        await pause(10);
        killed = processes().findLast(killProcess);
      }
      assert(killed !== undefined && !isOver, "the job was over before anything was killed");
      assertSame(await running, expected);
      assert(!processes().includes(killed));
    });
  }
  await Deno.remove(folder, { recursive: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
