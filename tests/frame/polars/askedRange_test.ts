import { assertEquals } from "@std/assert";
import { Writable } from "node:stream";
import pl from "nodejs-polars";
import { tableFromIPC, tableToIPC } from "apache-arrow";
import { range, read, series, show } from "../../../mod.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import { addSchemaEntry } from "../../../src/frame/arrow/addSchemaEntry.ts";
import { parseRange } from "../../../src/frame/polars/askedRange.ts";

const TZ = "Europe/Berlin";
const MARCH = range.month("2025-03", TZ);

const ROWS = await read.csv({
  text: "time,value,note\n2025-03-01T12:00Z,1,a\n2025-03-02T12:00Z,2,\n2025-03-03T12:00Z,3,ü\n",
});

/** Returns rows of March 2025, declared to be all of it. */
function march(): Frame {
  return show.withRange(ROWS.clone(), MARCH, { now: "2025-04-02T08:00Z" });
}

for (const method of ["writeIPC", "writeIPCStream"] as const) {
  for (const compression of ["uncompressed", "lz4", "zstd"] as const) {
    Deno.test(`${method}() with ${compression} buffers keeps the range and every value`, async () => {
      const bytes = march()[method]({ compression });
      const back = await read.arrow(bytes);
      assertEquals(show.rangeOf(back), show.rangeOf(march()));
      assertEquals(back.frameEqual(ROWS), true);
      const plain = method === "writeIPC" ? pl.readIPC(bytes) : pl.readIPCStream(bytes);
      assertEquals(plain.frameEqual(ROWS), true, "for Polars");
    });
  }

  Deno.test(`${method}() writes files and streams with the range, and plain frames unchanged`, async () => {
    const path = await Deno.makeTempFile(), chunks: Uint8Array[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        chunks.push(chunk);
        done();
      },
    });
    march()[method](path);
    march()[method](stream);
    const file = await Deno.readFile(path);
    assertEquals(show.rangeOf(await read.arrow(file))?.complete, true);
    assertEquals(new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer()), file);
    const unknown = ROWS.clone()[method]();
    assertEquals(show.rangeOf(await read.arrow(unknown)), null);
    await Deno.remove(path);
  });
}

Deno.test("another implementation reads the range, and existing metadata is kept", () => {
  const [key] = [...tableFromIPC(march().writeIPC()).schema.metadata.keys()];
  assertEquals(key, "lifeframe.range");
  for (const bytes of [march().writeIPC(), march().writeIPCStream()]) {
    const twice = tableFromIPC(
      addSchemaEntry(addSchemaEntry(bytes, "ß", "1"), "", "long ".repeat(99)),
    );
    assertEquals([...twice.schema.metadata.keys()], ["lifeframe.range", "ß", ""]);
    assertEquals(twice.schema.metadata.get(""), "long ".repeat(99));
    assertEquals(
      twice.getChild("value")!.toArray(),
      tableFromIPC(bytes).getChild("value")!.toArray(),
    );
  }
});

Deno.test("a frame that another program has shortened keeps the range, but is not complete", async () => {
  const table = tableFromIPC(march().writeIPC());
  assertEquals(show.rangeOf(await read.arrow(tableToIPC(table, "file")))?.complete, true);
  const fewer = await read.arrow(tableToIPC(table.slice(0, 2), "file"));
  assertEquals([fewer.height, show.rangeOf(fewer)?.complete], [2, false]);
});

Deno.test("days that the range of a file cuts are not whole for a verb that opens its bytes", () => {
  const cut = { start_time: "2025-03-01T11:00Z", end_time: "2025-03-03T23:00Z" };
  const bytes = show.withRange(ROWS.drop("note"), cut, { tz: TZ }).writeIPC();
  const days = series.resample(bytes, { every: "1d", tz: TZ, aggregate: "sum" });
  assertEquals(days.getColumn("whole").toArray(), [false, true, true]);
});

Deno.test("an invalid range in a file is ignored", () => {
  const good = { start: "0", end: "5", tz: "UTC", now: "9", complete: true, rows: 3 };
  const read = (change: object) => parseRange(JSON.stringify({ ...good, ...change }), 3);
  assertEquals(read({}), { start: 0n, end: 5n, tz: "UTC", now: 9n, complete: true });
  assertEquals(read({ rows: 4 })?.complete, false);
  assertEquals(read({ complete: "yes" })?.complete, false);
  const bad = [{ start: "6" }, { end: "x" }, { tz: "Mars" }, { tz: 7 }, { now: null }, {
    start: "-9".padEnd(30, "9"),
  }];
  for (const change of bad) assertEquals(read(change), undefined, JSON.stringify(change));
  for (const text of ["", "null", "[]", "{"]) assertEquals(parseRange(text, 3), undefined, text);
});
