import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { cohort } from "../../src/cohort/cohort.ts";
import { sparkAddress } from "../../src/cohort/spark/address.ts";
import { SparkConnection } from "../../src/cohort/spark/connection.ts";
import { SparkError } from "../../src/cohort/spark/sparkError.ts";
import { listen } from "./connectServer.ts";

Deno.test("an address of Spark has Spark's format", () => {
  assertEquals(sparkAddress("sc://spark.lab", undefined), {
    target: "spark.lab:15002",
    tls: false,
    token: undefined,
    user: "lifeframe",
    session: undefined,
    agent: "lifeframe",
    headers: {},
  });
  const session_id = "123e4567-e89b-12d3-a456-426614174000";
  const more = `user_agent=study;session_id=${session_id};grpc_max_message_size=9`;
  assertEquals(
    sparkAddress(`sc://spark.lab:443/;use_ssl=true;user_id=me;token=a%3Db;${more}`, undefined),
    {
      target: "spark.lab:443",
      tls: true,
      token: "a=b",
      user: "me",
      session: session_id,
      agent: "study",
      headers: {},
    },
  );
  assertEquals(sparkAddress("sc://[::1]:15002/", "x").target, "[::1]:15002");
  for (
    const address of [
      "sc://",
      "sc://a b:1",
      "sc://a:b",
      "sc://a:1/path",
      "sc://a/;ssl=true",
      "sc://a/;use_ssl=yes",
      "sc://a/;session_id=7",
      "sc://a/;x-cluster",
      "sc://a/;x=1;x=2",
      "sc://a/;x=%zz",
      "sc://a/;x=%C3%BC",
      "sc://a/;x y=1",
      "sc://a/;authorization=me",
      "sc://a/;grpc-timeout=1",
      "sc://a/;x-bin=1",
    ]
  ) {
    const error = assertThrows(() => sparkAddress(address, undefined), TypeError);
    assert((error as Error).message.startsWith("Cannot open a cohort on Spark: "), String(error));
  }
});

Deno.test("parameters that Spark does not define are headers, so hosted addresses are accepted", async () => {
  const address = "sc://dbc-1.cloud.example:443/;token=secret;x-databricks-cluster-id=0301-b%2F1";
  const { tls, headers } = sparkAddress(address, undefined);
  assertEquals([tls, headers], [true, { "x-databricks-cluster-id": "0301-b/1" }]);
  await using server = await listen();
  const here = sparkAddress(`sc://127.0.0.1:${server.port}/;X-Cluster=0301`, undefined);
  const connection = new SparkConnection(here, undefined);
  await connection.open();
  await connection.close();
  assertEquals((await server.next("Config"))["x-cluster"], "0301");
  assertEquals((await server.next("ReleaseSession"))["x-cluster"], "0301");
});

Deno.test("a session that the address names is left open", async () => {
  await using server = await listen();
  const session_id = crypto.randomUUID();
  const address = `sc://127.0.0.1:${server.port}/;session_id=${session_id}`;
  const connection = new SparkConnection(sparkAddress(address, undefined), undefined);
  await connection.open();
  await connection.close();
  assertEquals((await server.next("Config"))["session_id"], session_id);
  assertEquals(server.calls, ["Config", "Interrupt"]);
});

Deno.test("a token requires an encrypted connection, and is only sent in plain text to this machine", () => {
  const tls = (address: string) => sparkAddress(address, "secret").tls;
  assertEquals(tls("sc://spark.lab:443"), true);
  assertEquals(
    ["localhost", "127.0.0.1", "127.3.2.1", "[::1]"].map((host) => tls(`sc://${host}`)),
    [false, false, false, false],
  );
  assertEquals(tls("sc://localhost/;use_ssl=true"), true);
  for (
    const host of [
      "spark.lab",
      "10.0.0.1",
      "127.0.0.1.evil.example",
      "localhost.evil.example",
      "[::2]",
    ]
  ) {
    const error = assertThrows(
      () => sparkAddress(`sc://${host}/;use_ssl=false`, "secret"),
      TypeError,
      "in plain text",
    );
    assert(!String(error).includes("secret"));
  }
});

Deno.test("an unreachable Spark is an error with its address", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const address = `sc://127.0.0.1:${listener.addr.port}`;
  listener.close();
  const error = await assertRejects(
    () => cohort(address),
    SparkError,
    `Cannot reach Spark at ${address.slice(5)}`,
  );
  assertEquals((error as SparkError).status, "UNAVAILABLE");
  await assertRejects(
    () => cohort(address, { workers: 2 }),
    TypeError,
    "workers is an option of a folder",
  );
  await assertRejects(() => cohort(".", { token: "x" }), TypeError, "token is an option of Spark");
});
