import { assert, assertEquals } from "@std/assert";
import { local } from "../../src/app/local.ts";
import { zipped } from "./export/exportFixture.ts";
import { EXAMPLE_FILES } from "./exampleFiles.ts";

for (const [name, file] of Object.entries(EXAMPLE_FILES)) {
  Deno.test(`me.ingest() stores the example file of ${name} once`, async () => {
    await using me = await local({ tz: "Europe/Berlin" });
    const first = await me.ingest(file);
    assert(Object.values(first.stored).some((count) => count > 0), Deno.inspect(first));
    const { total_records } = await me.api.user.totals();
    const second = await me.ingest(file);
    assertEquals(second.stored, {});
    assertEquals((await me.api.user.totals()).total_records, total_records);
  });
}

Deno.test("me.ingest() stores a folder with the exports of all vendors", async () => {
  await using me = await local({ tz: "Europe/Berlin" });
  const files = Object.fromEntries(
    await Promise.all(
      Object.entries(EXAMPLE_FILES).map(async ([name, file]) =>
        [`${name}/${file.name}`, new Uint8Array(await file.arrayBuffer())] as const
      ),
    ),
  );
  const { report } = await me.ingest(new File([zipped(files)], "everything.zip"));
  const readers = new Set(report!.reader.split(", "));
  assertEquals(Object.keys(EXAMPLE_FILES).filter((name) => !readers.has(name)), ["fit"]);
  assertEquals(report!.skipped["the file cannot be read"], undefined);
});
