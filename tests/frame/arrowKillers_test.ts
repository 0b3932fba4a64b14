import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { fileURLToPath } from "node:url";
import * as arrow from "apache-arrow";
import { checkArrow } from "../../src/frame/arrow/checkArrow.ts";

const FOLDER = fileURLToPath(new URL("../fixtures/arrow-killers/", import.meta.url));

/** Error for each body that caused harm. */
const KILLERS: Readonly<Record<string, string>> = {
  "branching-schema.arrow": "its schema names more columns than its bytes can hold",
  "dictionary-of-nulls.arrow":
    "432 bytes claim to hold 1099511627776 rows, more than 1000000; raise maxRows to allow it",
  "fixed-size-list.arrow": "the time in row 0 is outside the years 1 to 9999",
  "list-of-nulls.arrow":
    "344 bytes claim to hold 1099511627776 rows, more than 1000000; raise maxRows to allow it",
  "nulls-10-million.arrow":
    "480 bytes claim to hold 10000000 rows, more than 1000000; raise maxRows to allow it",
  "string-view-length.arrow": 'the bytes of column "v" lie outside of their message',
  "zstd-bomb.arrow":
    "74152 bytes claim to unpack to 2400000000, more than 64000000; raise maxUnpacked to allow it",
};

/** Reads a body in another process: what it printed, and how it ended. */
async function readElsewhere(file: string, ...options: string[]): Promise<string> {
  const child = fileURLToPath(new URL("./readArrowFile.ts", import.meta.url));
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", child, `${FOLDER}${file}`, ...options],
    stderr: "null",
    signal: AbortSignal.timeout(30_000),
  }).output();
  return code === 0 ? new TextDecoder().decode(stdout).trim() : `it ended with ${code}`;
}

Deno.test("every known harmful Arrow body ends in an error, in a separate process", async () => {
  const files = [...Deno.readDirSync(FOLDER)].map(({ name }) => name)
    .filter((name) => name.endsWith(".arrow"));
  assertEquals(files.sort(), Object.keys(KILLERS).sort());
  for (const [file, reason] of Object.entries(KILLERS)) {
    assertStringIncludes(await readElsewhere(file), reason, file);
  }
});

Deno.test("maxRows allows ten million rows of nulls, which are read within seconds", async () => {
  assertEquals(await readElsewhere("nulls-10-million.arrow", "1e7"), "rows 10000000");
  assertStringIncludes(await readElsewhere("nulls-10-million.arrow", "9999999"), "maxRows");
});

Deno.test("checkArrow() rejects a schema that is nested too deeply for the stack", () => {
  const nested = (levels: number): Uint8Array => {
    let type: arrow.DataType = new arrow.Float64();
    for (let i = 0; i < levels; i++) type = new arrow.List(new arrow.Field("item", type, true));
    return arrow.tableToIPC(
      new arrow.Table(new arrow.Schema([new arrow.Field("x", type, true)])),
      "stream",
    );
  };
  assertEquals(checkArrow(nested(60)).rows, 0);
  assertThrows(() => checkArrow(nested(70)), TypeError, "its schema is nested more than 64 deep");
});

/** Returns a batch with `rows` nulls and one value. */
function mostlyNull(rows: number): Uint8Array {
  const table = new arrow.Table({
    nothing: arrow.makeVector(arrow.makeData({ type: new arrow.Null(), length: rows })),
  });
  return arrow.tableToIPC(table, "file");
}

Deno.test("checkArrow() allows a million rows for any number of bytes, and not one more", () => {
  assertEquals(checkArrow(mostlyNull(1_000_000)).rows, 1_000_000);
  const more = mostlyNull(1_000_001);
  assertThrows(() => checkArrow(more), TypeError, "1000001 rows, more than 1000000");
  assertEquals(checkArrow(more, { maxRows: 1_000_001 }).rows, 1_000_001);
  assertEquals(checkArrow(more, { maxRows: Infinity }).rows, 1_000_001);
  assertThrows(() => checkArrow(mostlyNull(11), { maxRows: 10 }), TypeError, "11 rows");
});

Deno.test("checkArrow() allows eight rows per byte: one bit per row", () => {
  const flags = (rows: number): Uint8Array =>
    arrow.tableToIPC(
      new arrow.Table({
        flag: arrow.makeVector(
          arrow.makeData({ type: new arrow.Bool(), length: rows, data: new Uint8Array(rows / 8) }),
        ),
      }),
      "stream",
    );
  const bytes = flags(8_000_000);
  assert(bytes.length < 1_001_000);
  assertEquals(checkArrow(bytes).rows, 8_000_000);
});

Deno.test("checkArrow() counts unpacked bytes against maxUnpacked, including bytes that are not compressed", () => {
  const bytes = arrow.tableToIPC(arrow.tableFromArrays({ x: new Float64Array(1000) }), "stream");
  assertThrows(
    () => checkArrow(bytes, { maxUnpacked: 7999 }),
    TypeError,
    "claim to unpack to 8000, more than 7999; raise maxUnpacked to allow it",
  );
  assertEquals(checkArrow(bytes, { maxUnpacked: 8000 }).rows, 1000);
});
