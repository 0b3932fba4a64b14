import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { openService } from "../../../src/service/openService.ts";
import {
  backupBeforeMigration,
  checkStore,
  restoreStore,
} from "../../../src/store/sqlite/backup.ts";
import { Connection } from "../../../src/store/sqlite/connection.ts";
import { migrate } from "../../../src/store/sqlite/migrate.ts";
import { MIGRATIONS } from "../../../src/store/sqlite/migrations.ts";
import { inFolder } from "../../helpers/inFolder.ts";

const OLD = fileURLToPath(new URL("../../fixtures/stores/version-2.sqlite", import.meta.url));
const STORE = /^(?:lifeframe\.(?:sqlite|lock)|signing\.key)$/;

/** Opens and closes a folder as the next start does; returns the files that are not the store's. */
async function restart(folder: string): Promise<string[]> {
  await (await openService({ folder })).close();
  return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => !STORE.test(name));
}

Deno.test("a migration that is interrupted at any step is repeated from its one copy", async () => {
  // BEGIN, the steps from version 2 on, the new version, and COMMIT
  for (let failing = 0; failing < MIGRATIONS.length - 2 + 3; failing++) {
    await inFolder(async (folder) => {
      const path = `${folder}/lifeframe.sqlite`;
      await Deno.copyFile(OLD, path);
      const copy = await backupBeforeMigration(path);
      // The connection changes the mode of the file, and so its header, before the migration.
      const connection = new Connection(path);
      const exec = connection.exec.bind(connection);
      let calls = 0;
      connection.exec = (sql) => {
        if (calls++ === failing && sql !== "ROLLBACK") throw new Error("interrupted");
        exec(sql);
      };
      assertThrows(() => migrate(connection), Error, "interrupted");
      assertEquals(connection.arrays("PRAGMA user_version"), [[2n]]);
      connection.close();
      assertEquals(await restart(folder), [copy!.slice(folder.length + 1)], `step ${failing}`);
      const found = checkStore(copy!);
      assertEquals([found.problems, found.version, found.records], [[], 2, 50]);
      assertEquals(checkStore(path).version, MIGRATIONS.length);
    });
  }
});

Deno.test("copies of stores with different contents get different names", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/lifeframe.sqlite`;
    await Deno.copyFile(OLD, path);
    const first = await backupBeforeMigration(path);
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE other (a)");
    database.close();
    assertEquals(await backupBeforeMigration(path) === first, false);
  });
});

Deno.test("the next start removes the drafts of everything that was interrupted", async () => {
  await inFolder(async (folder) => {
    assertEquals(await restart(folder), []);
    const id = "a48b5f0e-5b0e-4c6b-8d0c-0123456789ab";
    const drafts = ["lifeframe.sqlite", "lifeframe.version-2.sqlite", "signing.key"]
      .flatMap((name) => [`${name}.${id}`, `${name}.${id}.${id}`])
      .flatMap((name) => ["", "-journal", "-wal", "-shm"].map((end) => name + end));
    for (const name of drafts) Deno.writeTextFileSync(`${folder}/${name}`, "draft");
    Deno.writeTextFileSync(`${folder}/other.${id}`, "somebody else's");
    assertEquals(await restart(folder), [`other.${id}`]);
  });
});

Deno.test("a restore that ends before it replaces the store leaves no second copy, and no log is lost", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/lifeframe.sqlite`,
      aside = `${folder}/lifeframe.before-restore-x.sqlite`;
    await Deno.copyFile(OLD, path);
    const copies = await restart(folder);
    Deno.linkSync(path, aside); // what a restore does before it moves the log and replaces the store
    assertEquals(await restart(folder), copies);

    // A damaged store keeps its log, which a restore moves aside as well.
    const cut = `${folder}/cut`, database = new DatabaseSync(path);
    database.exec(
      "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE mine (a)",
    );
    Deno.mkdirSync(cut);
    for (const end of ["", "-wal"]) Deno.copyFileSync(path + end, `${cut}/lifeframe.sqlite${end}`);
    database.close();
    Deno.linkSync(`${cut}/lifeframe.sqlite`, `${cut}/lifeframe.before-restore-x.sqlite`);
    Deno.renameSync(`${cut}/lifeframe.sqlite-wal`, `${cut}/lifeframe.before-restore-x.sqlite-wal`);
    assertEquals(await restart(cut), []);
    assertEquals(tablesOf(`${cut}/lifeframe.sqlite`).includes("mine"), true);

    // A finished restore keeps the former store, under its own name.
    const other = `${folder}/other.sqlite`;
    await Deno.copyFile(OLD, other);
    const { aside: former } = await restoreStore(other, folder, { replace: true });
    assertMatch(former!, /before-restore-/);
    const left = await restart(folder);
    assertEquals(left.filter((name) => former!.endsWith(name)).length, 1);
    assertEquals(checkStore(former!).problems, []);
  });
});

function tablesOf(path: string): unknown[] {
  const database = new DatabaseSync(path);
  const names = database.prepare("SELECT name FROM sqlite_master").all().map(({ name }) => name);
  database.close();
  return names;
}

Deno.test("a store of a newer version is rejected, and not changed", async () => {
  await inFolder((folder) => {
    const path = `${folder}/lifeframe.sqlite`, connection = new Connection(path);
    connection.exec("PRAGMA user_version = 999");
    assertThrows(() => migrate(connection), RangeError, "its version is 999");
    assertEquals(connection.inTransaction, false);
    connection.close();
    return Promise.resolve();
  });
});
