import { assertEquals, assertRejects } from "@std/assert";
import {
  formatManifest,
  MANIFEST,
  type Manifest,
  readManifest,
} from "../../../src/cohort/layout/manifest.ts";
import { inFolder } from "../../helpers/inFolder.ts";

const WHOLE: Manifest = {
  buckets: 16,
  tables: {
    steps: { person: "int64", time: "time", value: "float64" },
    notes: { person: "text", day: "date", flag: "bool" },
  },
};
/** Contents of the file: types as Polars prints them. */
const TEXT = {
  layout: 1,
  buckets: 16,
  tables: {
    steps: { person: "i64", time: "datetime[us, UTC]", value: "f64" },
    notes: { person: "str", day: "date", flag: "bool" },
  },
};

async function read(body: unknown): Promise<Manifest | undefined> {
  let found: Manifest | undefined;
  await inFolder(async (folder) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    await Deno.writeTextFile(`${folder}/_cohort.json`, text);
    found = await readManifest(folder);
  });
  return found;
}

Deno.test("a manifest is JSON with layout, buckets and types, and reads back unchanged", async () => {
  assertEquals(MANIFEST, "_cohort.json"); // engines that read Parquet skip names that start with _
  assertEquals(JSON.parse(formatManifest(WHOLE)), TEXT);
  assertEquals(formatManifest(WHOLE), `${JSON.stringify(TEXT, null, 2)}\n`);
  assertEquals(await read(formatManifest(WHOLE)), WHOLE);
  assertEquals(await read({ layout: 1, buckets: 1 }), { buckets: 1, tables: {} });
});

Deno.test("a folder without a manifest has none, and a manifest that is a folder is an error", async () => {
  await inFolder(async (folder) => {
    assertEquals(await readManifest(folder), undefined);
    await Deno.mkdir(`${folder}/${MANIFEST}`);
    await assertRejects(() => readManifest(folder), Error);
  });
});

for (
  const [what, body, reason] of [
    ["no JSON", "{", "it is not JSON"],
    ["null", "null", "its layout is undefined, not 1"],
    ["of a later layout", { ...TEXT, layout: 2 }, "its layout is 2, not 1"],
    ["without layout", { ...TEXT, layout: undefined }, "its layout is undefined, not 1"],
    ["without buckets", { ...TEXT, buckets: undefined }, "buckets is undefined"],
    ["with no bucket", { ...TEXT, buckets: 0 }, "buckets is 0"],
    ["with half a bucket", { ...TEXT, buckets: 1.5 }, "buckets is 1.5"],
    ["with a type that no cohort has", {
      ...TEXT,
      tables: { steps: { person: "i64", value: "f32" } },
    }, 'column value of steps is "f32"'],
  ] as const
) {
  Deno.test(`a manifest that is ${what} is rejected, and its file named`, async () => {
    const error = await assertRejects(() => read(body), TypeError, `_cohort.json: ${reason}`);
    assertEquals((error as Error).cause instanceof SyntaxError, what === "no JSON");
  });
}
