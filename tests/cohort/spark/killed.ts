import { assert, assertRejects } from "@std/assert";
import { cohort } from "../../../src/cohort/cohort.ts";
import { sparkAddress } from "../../../src/cohort/spark/address.ts";
import { SparkConnection } from "../../../src/cohort/spark/connection.ts";
import { SparkError } from "../../../src/cohort/spark/sparkError.ts";
import { writeMade } from "../madeCohort.ts";
import { LONG } from "./longQuery.ts";
import { killProcess, sparkServer } from "./sparkServer.ts";

const OWN = new URL("../ownVerb.ts", import.meta.url);
const PEOPLE = 60;

Deno.test("a cohort on Spark, local[2], with a killed worker or client", async (test) => {
  const folder = await Deno.makeTempDir();
  await writeMade(folder, { people: PEOPLE });
  await using server = await sparkServer();
  await using there = await cohort(server.address, { folder });
  const slowly = there.table("heart_rate").perPerson(OWN, "slowly"); // 15 s at least
  const untilWorkers = async (areThere: boolean, ms: number) => {
    for (const latest = Date.now() + ms; Date.now() < latest; await pause(50)) {
      if ((server.workers().length > 0) === areThere) return true;
    }
    return false;
  };
  const connection = new SparkConnection(sparkAddress(server.address, undefined), undefined);
  await connection.open();
  const isFree = async (ms: number) => {
    const options = { signal: AbortSignal.timeout(ms) };
    return await connection.frame("select count(*) from range(1000)", options)
      .then(() => true, () => false);
  };
  assert(await isFree(60_000));

  await test.step("reports a killed worker if Spark does not repeat tasks", async () => {
    let isOver = false;
    const failed = assertRejects(() => slowly.collect(), SparkError, "a worker has ended early")
      .finally(() => isOver = true);
    failed.catch(() => {}); // asserted below
    assert(await untilWorkers(true, 240_000));
    while (!isOver) { // between two tasks there may be no worker
      await pause(500);
      server.workers().forEach(killProcess);
    }
    await failed;
  });

  await test.step("stops the workers of an aborted query", async () => {
    const stop = new AbortController();
    const aborted = assertRejects(() => slowly.collect({ signal: stop.signal }), Error, "enough");
    assert(await untilWorkers(true, 240_000));
    await pause(500);
    stop.abort(new Error("enough"));
    await aborted;
    assert(await untilWorkers(false, 10_000), "workers live on");
    assert(await isFree(10_000));
  });

  for (
    const [script, ...args] of [
      ["idleClient", server.address, "-", "-", LONG],
      ["verbClient", server.address, folder],
    ]
  ) {
    await test.step(`frees the slots of ${script} within ten seconds`, async () => {
      const client = new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--quiet",
          "--no-prompt",
          "--no-check",
          "-A",
          here(`./${script}.ts`),
          ...args,
        ],
      }).spawn();
      if (script === "idleClient") { while (await isFree(2000)) await pause(100); // until it uses both
       } else assert(await untilWorkers(true, 240_000));
      await pause(500);
      client.kill("SIGKILL");
      await client.status;
      const since = Date.now();
      assert(await isFree(10_000), "the slots are not free");
      assert(await untilWorkers(false, 10_000 - (Date.now() - since)), "workers live on");
    });
  }
  await connection.close();
  await Deno.remove(folder, { recursive: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const here = (path: string) => new URL(path, import.meta.url).href;
