import { assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import zlib from "node:zlib";
import { type Local, local } from "../../../src/app/local.ts";
import { appleHealth } from "../../../src/read/appleHealth/appleHealth.ts";
import { largeExport } from "../../read/largeExport.ts";
import { inflateFile } from "../floors.ts";
import { peak } from "../peak.ts";
import type { Step } from "../step.ts";

/** Writes a health export of some MB of XML into a zip file; a record has 217 bytes. */
async function exportOf(megabytes: number, path: string): Promise<number> {
  const records = Math.floor(megabytes * 1e6 / 217), parts: Buffer[] = [];
  const deflate = zlib.createDeflateRaw({ level: 1 });
  deflate.on("data", (part: Buffer) => parts.push(part));
  let crc = 0, size = 0;
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    crc = zlib.crc32(bytes, crc);
    size += bytes.length;
    if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once("drain", resolve));
  };
  for (const text of largeExport(records)) await write(text);
  await new Promise<void>((resolve) => deflate.once("end", resolve).end());
  await Deno.writeFile(
    path,
    zipOf("apple_health_export/export.xml", Buffer.concat(parts), { crc, size }),
  );
  return records;
}

/** Returns a zip file with one compressed file. */
function zipOf(name: string, packed: Buffer, { crc, size }: { crc: number; size: number }): Buffer {
  const head = (signature: number, length: number, at: number): Buffer => {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt32LE(signature);
    bytes.writeUInt16LE(20, at);
    bytes.writeUInt16LE(8, at + 4);
    bytes.writeUInt16LE(0x21, at + 8);
    bytes.writeUInt32LE(crc, at + 10);
    bytes.writeUInt32LE(packed.length, at + 14);
    bytes.writeUInt32LE(size, at + 18);
    bytes.writeUInt16LE(name.length, at + 22);
    return bytes;
  };
  const local = Buffer.concat([head(0x04034b50, 30, 4), Buffer.from(name)]);
  const central = head(0x02014b50, 46, 6);
  central.writeUInt16LE(20, 4);
  const directory = Buffer.concat([central, Buffer.from(name)]), end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, directory, end]);
}

const phone = (isLong: boolean): Step => ({
  name: `read.appleHealth${isLong ? " of 1 GB" : ""}`,
  of: "MB of XML",
  sizes: isLong ? [100, 1000] : [10, 50],
  reach: 5,
  isLong,
  prepare: async (count) => {
    const path = await Deno.makeTempFile({ suffix: ".zip" }), records = await exportOf(count, path);
    return {
      ours: () => appleHealth(path, { tz: "Europe/Berlin" }),
      floor: { name: "decompression", run: () => inflateFile(path), bytes: count * 1e6 },
      check: async () => {
        const { records: read } = await appleHealth(path, { tz: "Europe/Berlin" });
        assertEquals(Object.values(read)[0]!.height, records);
      },
      close: () => Deno.remove(path),
    };
  },
});

const stored: Step = {
  name: "memory: me.ingest of an Apple Health export into an own store",
  of: "MB of XML",
  sizes: [50, 300],
  unit: "MB",
  isLong: true,
  reach: 1,
  prepare: async (count) => {
    const path = await Deno.makeTempFile({ suffix: ".zip" }), records = await exportOf(count, path);
    const store = async (check?: (me: Local) => Promise<void>) => {
      const data = await Deno.makeTempDir();
      {
        await using me = await local({ data, tz: "Europe/Berlin" });
        await me.ingest(path, { onProgress: () => {} });
        await check?.(me);
      }
      await Deno.remove(data, { recursive: true });
    };
    return {
      ours: () => peak(() => store()),
      floor: { name: "300 MB", run: () => ({ took: 300 }) },
      check: () =>
        store(async (me) => assertEquals((await me.api.user.totals()).total_records, records)),
      close: () => Deno.remove(path),
    };
  },
};

/** Steps for files. */
export const steps: readonly Step[] = [phone(false), phone(true), stored];
