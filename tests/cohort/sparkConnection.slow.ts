import { assert, assertEquals, assertRejects } from "@std/assert";
import { sparkAddress } from "../../src/cohort/spark/address.ts";
import { SparkConnection } from "../../src/cohort/spark/connection.ts";
import { listen } from "./connectServer.ts";

Deno.test("an operation aborted before Spark has started it is interrupted once it has", async () => {
  await using server = await listen({ interrupted: (times) => times < 4 ? [] : ["found"] });
  const connection = new SparkConnection(
    sparkAddress(`sc://127.0.0.1:${server.port}`, undefined),
    undefined,
  );
  await connection.open();
  const stop = new AbortController();
  const query = Array.fromAsync(connection.query("select 1", { signal: stop.signal }));
  const aborted = assertRejects(() => query, Error, "enough");
  const { operation_id } = await server.next("ExecutePlan");
  stop.abort(new Error("enough"));
  await aborted;
  const interrupts = server.calls.filter((name) => name === "Interrupt");
  assertEquals(interrupts.length, 4);
  assertEquals((await server.next("Interrupt"))["operation_id"], operation_id);
  await connection.close();
});

Deno.test("a closed session ends its queries, even if Spark never answers", async () => {
  await using server = await listen();
  const connection = new SparkConnection(
    sparkAddress(`sc://127.0.0.1:${server.port}`, undefined),
    undefined,
  );
  await connection.open();
  const { signal } = new AbortController();
  const query = assertRejects(() => Array.fromAsync(connection.query("select 1", { signal })));
  await server.next("ExecutePlan");
  await connection.close();
  await query;
  assert(server.calls.includes("ReleaseSession"));
});
