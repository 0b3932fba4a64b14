import { assert, assertMatch, assertRejects } from "@std/assert";
import { openService } from "../../../src/service/openService.ts";

const DAMAGE: Readonly<Record<string, (path: string) => Promise<void>>> = {
  "a folder": (path) => Deno.mkdir(path),
  "a link to itself": (path) => Deno.symlink(path, path),
  "a link to a missing folder": (path) => Deno.symlink(`${path}.missing/a`, path),
  "text": (path) => Deno.writeTextFile(path, "no database ".repeat(500)),
  "a database of another program": async (path) => {
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE records (a)");
    database.close();
  },
};

for (const name of ["lifeframe.sqlite", "lifeframe.lock", "signing.key"]) {
  for (const [what, damage] of Object.entries(DAMAGE)) {
    if (name !== "lifeframe.sqlite" && what.includes("database")) continue;
    if (name === "signing.key" && what === "text") continue;
    Deno.test(`openService() names ${name} and the remedy if it is ${what}`, async () => {
      const folder = await Deno.makeTempDir();
      try {
        await damage(`${folder}/${name}`);
        const error = await assertRejects(() => openService({ folder }), Error);
        assertMatch(error.message, /^Cannot /);
        assert(error.message.includes(`${folder}/${name}`), error.message);
        assertMatch(error.message, /\. (?:Check|Restore) [^.]+\.$/);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    });
  }
}
