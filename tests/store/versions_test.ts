import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { storeCommand } from "../../src/cli/store.ts";
import { openService } from "../../src/service/openService.ts";
import { MIGRATIONS } from "../../src/store/sqlite/migrations.ts";

const FOLDER = fileURLToPath(new URL("../fixtures/stores/", import.meta.url));
const OWNER = "00000000-0000-4000-8000-00000000000a",
  OTHER = "00000000-0000-4000-8000-00000000000b";

for (let version = 1; version <= MIGRATIONS.length; version++) {
  Deno.test(`a store written by version ${version} opens with all its data`, async () => {
    const folder = await Deno.makeTempDir();
    try {
      const path = `${folder}/lifeframe.sqlite`;
      await Deno.copyFile(`${FOLDER}version-${version}.sqlite`, path);
      const service = await openService({ folder });
      const get = async (path: string, userid = OWNER) => {
        const authorization = `Bearer ${await service.issueToken(userid)}`;
        const response = await service.fetch(
          new Request(`http://localhost${path}`, { headers: { authorization } }),
        );
        return await response.json();
      };
      const range = "start_time=2025-01-01T00:00Z&end_time=2025-01-02T00:00Z";
      assertEquals(await service.owner(), OWNER);
      for (const reader of [OWNER, OTHER]) {
        const beats = await get(
          `/data/v0/${OWNER}/metric_samples?metric=HeartRate&${range}`,
          reader,
        );
        assertEquals(beats.length, 50, reader);
        assertEquals(beats[49].value, 109);
      }
      assertEquals((await get("/user/v1alpha1/tag"))[0].name, "walk");
      assertEquals((await get("/user/v1alpha1/preferences")).timezone, "Europe/Berlin");
      assertEquals((await get("/user/v1alpha1/session"))[0].name, "script");
      assertEquals((await get("/data/v1/catalog?category=user_configured"))[0].name, "Coffee");
      const { files: [file] } = await get("/input/v1/file");
      assertEquals([file.name, file.state, file.size], ["a.txt", "uploaded", 5]);
      const imports = await get("/ingest/v1/import");
      const stored = imports.map((one: { stored: object }) => one.stored);
      assertEquals(stored, version < 5 ? [] : [{ HeartRate: 10 }]);
      await service.close();
      const lines: string[] = [];
      assertEquals(await storeCommand(["check", path], { print: (line) => lines.push(line) }), 0);
      assert(
        lines[0]!.includes(`version ${MIGRATIONS.length}, 50 records, contents of 1 file`),
        lines[0],
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
