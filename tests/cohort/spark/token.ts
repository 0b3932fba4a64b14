import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { cohort } from "../../../src/cohort/cohort.ts";
import { sparkAddress } from "../../../src/cohort/spark/address.ts";
import { SparkError } from "../../../src/cohort/spark/sparkError.ts";
import * as sleep from "../../../src/sleep/mod.ts";
import { writeMade } from "../madeCohort.ts";
import { certificate, tlsProxy } from "./tlsProxy.ts";
import { sparkServer } from "./sparkServer.ts";

Deno.test("a cohort on Spark behind a token and TLS", async (test) => {
  const folder = await Deno.makeTempDir();
  await writeMade(folder, { people: 3, nights: 2 });
  await using server = await sparkServer({ token: "sesame" });
  const count = async (address: string, more: { token?: string; certificates?: string }) => {
    await using people = await cohort(address, { folder, ...more });
    return await people.table("stages").perPerson(sleep.merge).count();
  };
  await using here = await cohort(folder, { workers: 1 });
  const expected = await here.table("stages").perPerson(sleep.merge).count();

  await test.step("rejects a missing or wrong token, and never shows one", async () => {
    const without = await assertRejects(
      () => count(server.address, {}),
      SparkError,
      "it wants a token",
    );
    assertEquals((without as SparkError).status, "UNAUTHENTICATED");
    const wrong = await assertRejects(
      () => count(server.address, { token: "open-up" }),
      SparkError,
      "not accepted",
    );
    assert(!Deno.inspect(wrong, { depth: 9 }).includes("open-up"));
    assertEquals(await count(server.address, { token: "sesame" }), expected);
    assertEquals(await count(`${server.address}/;token=sesame`, {}), expected);
  });

  await test.step("uses TLS through a proxy, and trusts no unknown certificate", async () => {
    const { key, cert } = await certificate();
    await using proxy = tlsProxy(Number(server.address.split(":").at(-1)), { key, cert });
    const address = `sc://localhost:${proxy.port}/;use_ssl=true`;
    assertEquals(await count(address, { token: "sesame", certificates: cert }), expected);
    await assertRejects(
      () => count(address, { token: "sesame" }),
      SparkError,
      "Cannot reach Spark",
    );
    const plain = `sc://localhost:${proxy.port}/;use_ssl=false`;
    await assertRejects(() => count(plain, { token: "sesame" }), SparkError, "Cannot reach Spark");
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a token in plain text to another machine is rejected before a request", () => {
  const refuse = (address: string) =>
    assertThrows(() => sparkAddress(address, "secret"), TypeError, "in plain text");
  assert(!String(refuse("sc://spark.lab:443/;use_ssl=false")).includes("secret"));
  refuse("sc://10.0.0.1/;use_ssl=false");
  assertEquals(sparkAddress("sc://spark.lab:443", "secret").tls, true);
});
