import { assert, assertEquals, assertRejects } from "@std/assert";
import { inFolder } from "../../helpers/inFolder.ts";
import { Credentials, type CredentialsInit } from "../../../src/client/auth/credentials.ts";
import { credentialsStore } from "../../../src/client/auth/credentialsStore.ts";

const made = (more: Partial<CredentialsInit> = {}): Credentials =>
  new Credentials({
    baseUrl: "https://one.example",
    authUrl: "https://auth.example",
    clientId: "c",
    accessToken: "access-1",
    refreshToken: "refresh-1",
    expiresAt: Temporal.Instant.from("2024-05-01T12:00:00.5Z"),
    ...more,
  });

function facts(credentials: Credentials | undefined): unknown {
  return credentials && { ...credentials, a: credentials.accessToken, r: credentials.refreshToken };
}

Deno.test("credentialsStore() stores the credentials of several services", () =>
  inFolder(async (folder) => {
    const store = credentialsStore({ path: `${folder}/new/credentials.json` });
    const one = made();
    const two = made({
      baseUrl: "https://two.example",
      accessToken: "access-2",
      refreshToken: undefined,
      expiresAt: undefined,
    });
    assertEquals(await store.list(), []);
    assertEquals(await store.read(one.baseUrl), undefined);
    await Promise.all([store.write(one), store.write(two)]);
    const again = credentialsStore({ path: store.path });
    assertEquals((await again.list()).sort(), [one.baseUrl, two.baseUrl]);
    assertEquals(facts(await again.read(one.baseUrl)), facts(one));
    assertEquals(facts(await again.read(two.baseUrl)), facts(two));
    assertEquals(await again.read("__proto__"), undefined);
    assertEquals(await again.remove(one.baseUrl), true);
    assertEquals(await again.remove(one.baseUrl), false);
    assertEquals(await again.list(), [two.baseUrl]);
  }));

Deno.test({
  name:
    "credentialsStore() stores credentials in a file and a folder that only their owner can read",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder(async (folder) => {
      const store = credentialsStore({ path: `${folder}/new/credentials.json` });
      await store.write(made());
      await store.write(made({ accessToken: "access-2" }));
      assertEquals((await Deno.stat(store.path)).mode! & 0o777, 0o600);
      assertEquals((await Deno.stat(`${folder}/new`)).mode! & 0o777, 0o700);
      assertEquals(Array.from(Deno.readDirSync(`${folder}/new`), ({ name }) => name), [
        "credentials.json",
      ]);
      await Deno.chmod(store.path, 0o644);
      const error = await assertRejects(
        () => store.read("https://one.example"),
        TypeError,
        "other users may read it (mode 644)",
      );
      assert(!error.message.includes("access"));
    }),
});

Deno.test("credentialsStore() explains how to replace a damaged file, and shows none of its contents", () =>
  inFolder(async (folder) => {
    const path = `${folder}/credentials.json`;
    for (const text of ["secret-1", '{"version":2,"services":{"secret-1":1}}', "null", "[]"]) {
      await Deno.writeTextFile(path, text, { mode: 0o600 });
      const error = await assertRejects(
        () => credentialsStore({ path }).list(),
        TypeError,
        "Remove it and sign in again",
      );
      assert(!Deno.inspect(error).includes("secret"));
    }
  }));

Deno.test("credentialsStore() loses nothing during concurrent writes", () =>
  inFolder(async (folder) => {
    const path = `${folder}/credentials.json`;
    const urls = Array.from({ length: 12 }, (_, i) => `https://host-${i}.example`);
    await Promise.all(
      urls.map((baseUrl) => credentialsStore({ path }).write(made({ baseUrl }))),
    );
    assertEquals((await credentialsStore({ path }).list()).sort(), urls.sort());
  }));

Deno.test("credentialsStore() keeps the old file if a write fails", () =>
  inFolder(async (folder) => {
    const store = credentialsStore({ path: `${folder}/credentials.json` });
    await store.write(made());
    await assertRejects(
      () => store.update("https://one.example", () => Promise.reject(new Error("no"))),
      Error,
      "no",
    );
    assertEquals(facts(await store.read("https://one.example")), facts(made()));
    await store.write(made({ accessToken: "access-3" })); // the lock is free again
  }));

Deno.test("a file that is not a list of services is rejected, and not treated as empty", async () => {
  const path = `${await Deno.makeTempDir()}/credentials.json`;
  const damaged = ["", "{", "null", "[]", '{"version":1}', '{"version":2,"services":{}}']
    .concat('{"version":1,"services":null}', '{"version":1,"services":"x"}', '{"services":{}}');
  for (const text of damaged) {
    await Deno.writeTextFile(path, text, { mode: 0o600 });
    const store = credentialsStore({ path });
    for (const use of [() => store.list(), () => store.read("https://host.example")]) {
      await assertRejects(
        use,
        TypeError,
        "it is not a credentials file. Remove it and sign in again",
      );
    }
    assertEquals(await Deno.readTextFile(path), text);
  }
  await Deno.remove(path);
});
