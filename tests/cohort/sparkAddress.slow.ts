import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { cohort } from "../../src/cohort/cohort.ts";
import { sparkAddress } from "../../src/cohort/spark/address.ts";
import { SparkError } from "../../src/cohort/spark/sparkError.ts";

Deno.test("an address of Spark has Spark's format", () => {
  assertEquals(sparkAddress("sc://spark.lab", undefined), {
    target: "spark.lab:15002",
    tls: false,
    token: undefined,
    user: "lifeframe",
  });
  assertEquals(sparkAddress("sc://spark.lab:443/;use_ssl=true;user_id=me;token=a%3Db", undefined), {
    target: "spark.lab:443",
    tls: true,
    token: "a=b",
    user: "me",
  });
  assertEquals(sparkAddress("sc://[::1]:15002/", "x").target, "[::1]:15002");
  for (
    const address of [
      "sc://",
      "sc://a b:1",
      "sc://a:b",
      "sc://a:1/path",
      "sc://a/;ssl=true",
      "sc://a/;use_ssl=yes",
    ]
  ) {
    const error = assertThrows(() => sparkAddress(address, undefined), TypeError);
    assert((error as Error).message.startsWith("Cannot open a cohort on Spark: "), String(error));
  }
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
