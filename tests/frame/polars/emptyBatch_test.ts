import { assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { checkArrow } from "../../../src/frame/arrow/checkArrow.ts";
import { fromArrow } from "../../../src/frame/polars/fromArrow.ts";

/** Response of Spark 4.1.4 to `select 'a' as a where false`, compressed with zstd. */
const EMPTY =
  "/////4gAAAAQAAAAAAAKAA4ABgANAAgACgAAAAAABAAQAAAAAAEKAAwAAAAIAAQACgAAAAgAAAAIAAAAAAAAAAEAAA" +
  "AYAAAAAAASABgAFAAAABMADAAAAAgABAASAAAAFAAAABQAAAAYAAAAAAAABRQAAAAAAAAAAAAAAAQABAAEAAAAAQAA" +
  "AGEAAAAAAAAA/////6gAAAAUAAAAAAAAAAwAHAASABsAFAAEAAwAAAAYAAAAAAAAAAAAAAAAAAQAFAAAAAAAAAMMAB" +
  "IAAAAMAAgABAAMAAAAFAAAABgAAABMAAAAAAAGAAgABwAGAAAAAAAAAQMAAAAAAAAAAAAAAAgAAAAAAAAACAAAAAAA" +
  "AAAIAAAAAAAAABAAAAAAAAAACAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" +
  "AAAAAAAAD/////AAAAAA==";
/** Response of Spark 4.1.4 to `select 'x' as a`. */
const FULL =
  "/////4gAAAAQAAAAAAAKAA4ABgANAAgACgAAAAAABAAQAAAAAAEKAAwAAAAIAAQACgAAAAgAAAAIAAAAAAAAAAEAAA" +
  "AYAAAAAAASABgAFAAAABMADAAAAAgABAASAAAAFAAAABQAAAAYAAAAAAAABRQAAAAAAAAAAAAAAAQABAAEAAAAAQAA" +
  "AGEAAAAAAAAA/////7AAAAAUAAAAAAAAAAwAGAAOABcAEAAEAAwAAAAwAAAAAAAAAAAABAAUAAAAAAAAAwwAHgAQAA" +
  "wACAAEAAwAAAAgAAAAJAAAAFgAAAABAAAAAAAAAAAAAAAAAAYACAAHAAYAAAAAAAABAwAAAAAAAAAAAAAACQAAAAAA" +
  "AAAQAAAAAAAAABAAAAAAAAAAIAAAAAAAAAAJAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAAAAAAAP//////////AQ" +
  "AAAAAAAAD//////////wAAAAABAAAA//////////94AAAAAAAAAP////8AAAAA";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64"));

Deno.test("fromArrow() reads an empty compressed batch of text, on which Polars panics", () => {
  const bytes = bytesOf(EMPTY), [[from, to] = [0, 0]] = checkArrow(bytes).gaps;
  assertEquals([from, to, bytes.length], [144, 344, 352]); // schema, batch, end mark
  const frame = fromArrow(bytes);
  assertEquals([frame.height, frame.columns, frame.dtypes.map(String)], [0, ["a"], [
    "DataType(String)",
  ]]);
});

Deno.test("fromArrow() keeps the rows of batches before and after an empty one", () => {
  const empty = bytesOf(EMPTY), full = bytesOf(FULL);
  const [schema, none] = [empty.subarray(0, 144), empty.subarray(144, 344)];
  const batch = full.subarray(144, full.length - 8), end = full.subarray(full.length - 8);
  const values = (...parts: Uint8Array[]) =>
    fromArrow(new Uint8Array(Buffer.concat([schema, ...parts, end]))).getColumn("a").toArray();
  assertEquals(values(none, batch, none, none, batch, none), ["x", "x"]);
  assertEquals(values(batch, none), ["x"]);
  assertEquals(values(none, none), []);
});
