import { assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { type Limit, LIMITS } from "../../src/options/limits.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";

/** A query of a program that asks for a code by redirection. */
const AUTHORIZE = "?response_type=code&client_id=test&redirect_uri=http://localhost:8000/" +
  `&code_challenge_method=S256&code_challenge=${"a".repeat(43)}`;

/** Counts the rows of each table of a database. */
function rowsOf(path: string): Record<string, number> {
  const db = new DatabaseSync(path);
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = Object.fromEntries(tables.map(({ name }) => [
    String(name),
    Number(db.prepare(`SELECT count(*) AS count FROM "${name}"`).get()!["count"]),
  ]));
  db.close();
  return rows;
}

Deno.test("every table that a request without a token can fill has a limit", async () => {
  const folder = await Deno.makeTempDir(), path = `${folder}/store.sqlite`;
  const service = createService({ store: await openStore({ path }) });
  await service.owner();
  const before = rowsOf(path);
  const document = await service.fetch(new Request("http://localhost/openapi.json"));
  const { paths } = await document.json() as { paths: Record<string, Record<string, unknown>> };
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => [method.toUpperCase(), path] as const)
  );
  assertEquals(routes.length > 100, true);
  assertEquals(routes.some(([, path]) => path === "/oauth/device/code"), true);
  for (const [method, at] of routes) {
    const own = at === "/authorize" ? AUTHORIZE : "";
    const url = `http://localhost${at.replace(/\{[^}]+\}/g, crypto.randomUUID())}${own}`;
    const isForm = at.startsWith("/oauth");
    const init = method === "GET" ? { method } : {
      method,
      headers: {
        "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      },
      body: isForm ? "client_id=test&scope=openid" : "{}",
    };
    await (await service.fetch(new Request(url, init))).body?.cancel();
  }
  const after = rowsOf(path);
  const grown = Object.keys(after).filter((table) => after[table]! > (before[table] ?? 0));
  await service.close();
  await Deno.remove(folder, { recursive: true });
  const covered = new Set((Object.values(LIMITS) as Limit[]).flatMap(({ of }) => of));
  assertEquals(grown.includes("device_codes"), true); // proof that the test sees writes
  assertEquals(grown.filter((table) => !covered.has(table)), []);
});
