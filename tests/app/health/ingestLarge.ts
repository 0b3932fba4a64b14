/**
 * Puts a health export of so many records, which it writes first, into an own store, and prints the memory
 * that the process has taken for it.
 * @module
 */
import { ingestFile } from "../../../src/app/health/ingestFile.ts";
import { local } from "../../../src/app/local.ts";

const [folder, text] = Deno.args as [string, string], records = Number(text);

/** Records ten seconds apart, as a phone writes them, without what is not read. */
async function writeExport(path: string): Promise<void> {
  const file = await Deno.open(path, { write: true, create: true, truncate: true });
  const writer = file.writable.getWriter(), encoder = new TextEncoder();
  await writer.write(encoder.encode('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData>\n'));
  for (let from = 0; from < records; from += 5000) {
    let lines = "";
    for (let i = from; i < Math.min(records, from + 5000); i++) {
      const at = new Date(Date.UTC(2020, 0, 1) + i * 10_000).toISOString();
      const stamp = `${at.slice(0, 10)} ${at.slice(11, 19)} +0100`;
      lines +=
        ` <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min"` +
        ` creationDate="${stamp}" startDate="${stamp}" endDate="${stamp}" value="${
          50 + i % 90
        }"/>\n`;
    }
    await writer.write(encoder.encode(lines));
  }
  await writer.write(encoder.encode("</HealthData>\n"));
  await writer.close();
}

/** The most memory since it was asked last, in bytes. */
function peak(): number {
  const status = Deno.readTextFileSync("/proc/self/status");
  return 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]);
}

const path = `${folder}/export.xml`;
await writeExport(path);
await using me = await local({ data: `${folder}/store`, tz: "Europe/Berlin" });
await me.user.totals();
const before = peak();
const { stored } = await ingestFile(me, path);
const more = peak() - before;
const { total_records } = await me.user.totals();
// deno-lint-ignore no-console -- the test reads it
console.log(JSON.stringify({ stored, total_records, more }));
