import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { within } from "../../helpers/within.ts";
import { storeCommand } from "../../../src/cli/store.ts";
import { openService } from "../../../src/service/openService.ts";
import { MIGRATIONS } from "../../../src/store/sqlite/migrations.ts";
import { running } from "../../load/served.ts";

async function store(args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const work = storeCommand(args, { print: (line) => lines.push(line) });
  const code = await within(120, `store ${args.join(" ")}`, work);
  return { code, text: lines.join("\n") };
}

/** Creates this many instantaneous records, a second apart. */
const batch = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const at = new Date(Date.UTC(2025, 0, 1) + (from + i) * 1000).toISOString();
    return `{"start_time":"${at}","value":${i % 100}}`;
  }).join("\n");

const RANGE = "start_time=2025-01-01T00:00Z&end_time=2025-02-01T00:00Z";

Deno.test("a backup during writes is complete, and restores all records acknowledged before it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const data = `${folder}/data`, other = `${folder}/other`, file = `${folder}/backup.sqlite`;
    let acknowledged = 0, before = 0;
    {
      await using here = await running(["--data", data]);
      let isOver = false;
      const enough = Promise.withResolvers<void>();
      const writing = (async () => {
        while (!isOver) {
          const sent = fetch(`${here.url}/ingest/v1/record/HeartRate`, {
            method: "POST",
            headers: { ...here.headers, "content-type": "application/x-jsonl" },
            body: batch(acknowledged, 500),
          });
          const response = await within(120, `a batch after ${acknowledged} records`, sent);
          await response.body?.cancel();
          assertEquals(response.status, 201);
          acknowledged += 500;
          if (acknowledged === 3_000) enough.resolve();
        }
      })();
      await within(300, "the first 3,000 records", Promise.race([enough.promise, writing]));
      before = acknowledged;
      const made = await store(["backup", file, "--data", data]);
      assertEquals(made.code, 0, made.text);
      const checked = await store(["check", "--data", data]);
      assertEquals(checked.code, 0, checked.text);
      const refused = await store(["restore", file, "--data", data, "--replace"]);
      assertEquals(refused.code, 1);
      assertMatch(refused.text, /a process uses it\. Stop the process first/);
      isOver = true;
      await writing;
    }
    assertEquals((await Deno.stat(file)).mode! & 0o777, 0o600);
    assertEquals((await store(["backup", file, "--data", data])).code, 1, "a file was overwritten");
    const restored = await store(["restore", file, "--data", other]);
    assertEquals(restored.code, 0, restored.text);
    const count = async (folder: string): Promise<number> => {
      const service = await openService({ folder });
      const userid = await service.owner();
      const headers = { authorization: `Bearer ${await service.issueToken(userid)}` };
      const path = `/data/v0/${userid}/metric_samples?metric=HeartRate&${RANGE}`;
      const response = await service.fetch(new Request(`http://localhost${path}`, { headers }));
      const { length } = await response.json();
      await service.close();
      return length;
    };
    const found = await count(other);
    assert(found >= before && found % 500 === 0, `${found} of ${before}`);
    assertEquals(await count(data), acknowledged);
    assertEquals((await store(["restore", file, "--data", data])).code, 1);
    const replaced = await store(["restore", file, "--data", data, "--replace"]);
    assertEquals(replaced.code, 0, replaced.text);
    assertEquals(await count(data), found);
    const aside = /Moved the previous store to (.*)$/.exec(replaced.text)![1]!;
    assertEquals((await store(["check", aside])).code, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("check detects damaged, foreign and newer databases, and restore rejects them", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const version = MIGRATIONS.length;
    const whole = fileURLToPath(
      new URL(`../../fixtures/stores/version-${version}.sqlite`, import.meta.url),
    );
    const { DatabaseSync } = await import("node:sqlite");
    const damaged: [name: string, make: (path: string) => void, message: RegExp][] = [
      ["chunk", (path) => {
        const database = new DatabaseSync(path);
        database.exec("UPDATE chunks SET bytes = x'00'");
        database.close();
      }, /content 1 of a file is damaged/],
      ["newer", (path) => {
        const database = new DatabaseSync(path);
        database.exec("PRAGMA user_version = 99");
        database.close();
      }, /its version is 99/],
      ["orphan", (path) => {
        const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
        database.exec("PRAGMA foreign_keys = OFF; DELETE FROM users");
        database.close();
      }, /refers to no row of users/],
      ["page", (path) => {
        const bytes = Deno.readFileSync(path);
        bytes.fill(0xaa, 4096 * 4, 4096 * 14);
        Deno.writeFileSync(path, bytes);
      }, /./],
      ["text", (path) => Deno.writeTextFileSync(path, "x".repeat(5000)), /not a database/],
      ["other", (path) => {
        Deno.removeSync(path);
        new DatabaseSync(path).exec("CREATE TABLE a (b)");
      }, /not a lifeframe store/],
    ];
    for (const [name, damage, message] of damaged) {
      const path = `${folder}/${name}.sqlite`;
      await Deno.copyFile(whole, path);
      damage(path);
      const checked = await store(["check", path]);
      assertEquals(checked.code, 1, `${name}: ${checked.text}`);
      assertMatch(checked.text, message, name);
      const restored = await store(["restore", path, "--data", `${folder}/to-${name}`]);
      assertEquals(restored.code, 1, `${name}: ${restored.text}`);
    }
    assertEquals((await store(["check", `${folder}/none.sqlite`])).code, 1);
    for (const args of [[], ["burn"], ["backup"], ["backup", "a", "b"], ["check", "--replace"]]) {
      assertEquals((await store(args)).code, 2, args.join(" "));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("only one of two services can use a folder, and the other reports it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const told: string[] = [];
    const onSharedFolder = (folder: string) => told.push(folder);
    const first = await openService({ folder, onSharedFolder });
    assertEquals(told, []);
    const second = await openService({ folder, onSharedFolder });
    assertEquals(told, [folder]);
    const userid = await first.owner(), token = await first.issueToken(userid);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-jsonl" };
    const send = async (service: typeof first, from: number): Promise<number> => {
      const body = new TextEncoder().encode(batch(from, 200));
      const response = await service.fetch(
        new Request("http://localhost/ingest/v1/record/HeartRate", {
          method: "POST",
          headers: { ...headers, "content-length": String(body.length) },
          body,
        }),
      );
      await response.body?.cancel();
      return response.status;
    };
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(i % 2 ? first : second, i * 200)),
    );
    assertEquals(sent, new Array(20).fill(201));
    const path = `/data/v0/${userid}/metric_samples?metric=HeartRate&${RANGE}`;
    for (const service of [first, second]) {
      const response = await service.fetch(new Request(`http://localhost${path}`, { headers }));
      assertEquals((await response.json()).length, 4000);
      await service.close();
    }
    const alone = await openService({ folder, onSharedFolder });
    assertEquals(told.length, 1);
    await alone.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
