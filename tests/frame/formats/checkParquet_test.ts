import { assert, assertEquals, assertThrows } from "@std/assert";
import { checkParquet } from "../../../src/frame/formats/checkParquet.ts";
import { FORMATS } from "../../../src/frame/formats/formats.ts";
import { frameHeight } from "../../../src/frame/polars/seriesOf.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const read = (path: string): Uint8Array => Deno.readFileSync(new URL(path, FIXTURES));

/** Rows of files of several writers, encodings and compressions, as pyarrow counts them. */
const FILES: Readonly<Record<string, number>> = {
  "arrow-seeds/rich-snappy.parquet": 40,
  "arrow-seeds/rich-plain-v2.parquet": 40,
  "arrow-seeds/rich-zstd.parquet": 40,
  "arrow-seeds/rich-delta.parquet": 40,
  "tsflex_empatica_ibi.parquet": 1230,
  "tsflex_empatica_tmp.parquet": 30200,
};

Deno.test("checkParquet() accepts files of other writers, and finds their rows without decoding them", () => {
  for (const [path, rows] of Object.entries(FILES)) {
    const bytes = read(path);
    assertEquals(checkParquet(bytes).rows, rows, path);
    assertEquals(frameHeight(FORMATS.parquet.decode(bytes, {})), rows, path);
  }
});

Deno.test("checkParquet() rejects files cut at every byte", () => {
  const bytes = read("arrow-seeds/rich-zstd.parquet");
  for (let cut = 0; cut < bytes.length; cut++) {
    assertThrows(() => checkParquet(bytes.subarray(0, cut)), TypeError, "Cannot read Parquet data");
  }
});

Deno.test("checkParquet() rejects counts for which Polars would reserve unlimited memory", () => {
  // The number of values in a page's head: 15 became -16, and Polars reserved 2^61 bytes.
  const page = read("arrow-seeds/rich-snappy.parquet");
  assertEquals(page[1786], 0x1e);
  page[1786] = 0x1f;
  assertThrows(() => checkParquet(page), TypeError, "a page has no length, or an impossible one");
});

Deno.test("checkParquet() rejects a file whose row groups and footer disagree on the rows", () => {
  const bytes = read("arrow-seeds/rich-zstd.parquet");
  let refusals = 0;
  const footer = bytes.length - 8 -
    new DataView(bytes.buffer, bytes.byteOffset).getInt32(bytes.length - 8, true);
  for (let at = footer; at < bytes.length - 8; at++) {
    if (bytes[at] !== 0x50) continue; // 40 as Thrift writes it
    const other = bytes.slice();
    other[at] = 0x4e;
    try {
      assertEquals(checkParquet(other).rows, 40);
    } catch (error) {
      if ((error as Error).message.endsWith("it has 40 rows, its footer says 39")) refusals++;
    }
  }
  assertEquals(refusals, 1);
});

Deno.test("checkParquet() stops at a page header of more than 10 MB", () => {
  const bytes = read("arrow-seeds/rich-snappy.parquet"), at = 100;
  const long = new Uint8Array(bytes.length + 10_000_000).fill(0x22); // fields of false
  long.set(bytes.subarray(0, at));
  long.set(bytes.subarray(at), at + 10_000_000);
  const before = performance.now();
  assertThrows(() => checkParquet(long), TypeError, "Cannot read Parquet data");
  assert(performance.now() - before < 2000);
});

Deno.test("checkParquet() enforces maxRows and maxUnpacked, and reports both numbers", () => {
  const bytes = read("tsflex_empatica_tmp.parquet");
  assertThrows(
    () => checkParquet(bytes, { maxRows: 30_199 }),
    TypeError,
    "30200 rows, more than 30199",
  );
  assertThrows(() => checkParquet(bytes, { maxUnpacked: 1000 }), TypeError, "more than 1000");
  assertEquals(checkParquet(bytes, { maxRows: 30_200 }).rows, 30_200);
});
