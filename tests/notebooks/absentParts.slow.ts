// deno-lint-ignore-file no-console -- what the cells print is of no interest here
import { assert, assertEquals } from "@std/assert";
import { ingestSample } from "../../src/app/sample/ingestSample.ts";
import { sampleClient } from "../../src/app/sampleClient.ts";
import { joinText } from "../../src/notebook/format/joinText.ts";
import { parseNotebook } from "../../src/notebook/format/parseNotebook.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";

/** Each part that a service may lack, and the path that answers for it. */
const PARTS = [/calendar_events/, /mobile_workouts/, /location_time_series/, /GET .*\/event\//];
/** The tours, whose cells each show a part. */
const TOURS = ["02_tour", "09_total_recall"] as const;

const store = openStore(), service = createService({ store });
const token = await service.issueToken(await service.owner());
let refused: { path: RegExp; status: 403 | 404 } | undefined;
const me = sampleClient({
  baseUrl: "http://localhost",
  token,
  fetch: (request) =>
    refused?.path.test(`${request.method} ${new URL(request.url).pathname}`)
      ? Response.json({ detail: "no" }, { status: refused.status })
      : service.fetch(request),
});
await ingestSample(me, { days: 40 });
(globalThis as { tourClient?: unknown }).tourClient = me;

/** Runs all cells of a notebook in this process, with the client of this test. */
async function run(name: string): Promise<void> {
  const file = new URL(`../../notebooks/${name}.ipynb`, import.meta.url);
  const { cells } = parseNotebook(Deno.readTextFileSync(file));
  const code = cells.filter(({ cell_type }) => cell_type === "code")
    .map(({ source }) => joinText(source)).join("\n")
    .replace(/await demo\([^)]*\)/, "globalThis.tourClient");
  assert(code.includes("globalThis.tourClient"));
  const module = `${code}\n// ${crypto.randomUUID()}\n`;
  await import(`data:application/typescript;charset=utf-8,${encodeURIComponent(module)}`);
}

for (const name of TOURS) {
  Deno.test(`${name} continues without a part that the service does not have or share`, async () => {
    const { log } = console;
    console.log = () => {};
    try {
      for (const [i, path] of PARTS.entries()) {
        refused = { path, status: i % 2 === 0 ? 404 : 403 };
        await run(name);
      }
      assertEquals(refused?.path, PARTS.at(-1));
    } finally {
      console.log = log;
      refused = undefined;
    }
  });
}
