/**
 * Writes a health export with the given number of records, imports it into a local store, and
 * prints the memory that the process used.
 * @module
 */
import { ingestFile } from "../../../src/app/health/ingestFile.ts";
import { local } from "../../../src/app/local.ts";
import { peak } from "../../bench/peak.ts";
import { largeExport } from "../../read/largeExport.ts";

const [folder, text] = Deno.args as [string, string], records = Number(text);
const path = `${folder}/export.xml`;
await Deno.writeFile(
  path,
  ReadableStream.from(largeExport(records)).pipeThrough(new TextEncoderStream()),
);
await using me = await local({ data: `${folder}/store`, tz: "Europe/Berlin" });
await me.api.user.totals();
const { took } = await peak(() => ingestFile(me, path));
const { total_records } = await me.api.user.totals();
// deno-lint-ignore no-console -- the test reads it
console.log(JSON.stringify({ total_records, more: took * 2 ** 20 }));
