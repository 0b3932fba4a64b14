import { NO_ZONE } from "../../../src/time/zones.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import * as arrow from "apache-arrow";
import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { checkArrow } from "../../../src/frame/arrow/checkArrow.ts";
import type { Columns } from "../../../src/frame/columns/columns.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { fromArrow } from "../../../src/frame/polars/fromArrow.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import { columnNames, frameHeight, seriesOf } from "../../../src/frame/polars/seriesOf.ts";
import { toArrow } from "../../../src/frame/arrow/toArrow.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

const KINDS = ["file", "stream"] as const;

/** Returns a batch of rows with text, nulls and a list. */
function batch(rows: number, first = 0): Columns {
  const offsets = Int32Array.from({ length: rows + 1 }, (_, i) => i * 2);
  return {
    time: {
      type: "time",
      values: BigInt64Array.from({ length: rows }, (_, i) => BigInt(first + i)),
      zone: "UTC",
    },
    value: {
      type: "float64",
      values: Float64Array.from({ length: rows }, (_, i) => first + i),
      valid: Uint8Array.from({ length: rows }, (_, i) => i % 3 === 0 ? 0 : 1),
    },
    note: { type: "text", values: Array.from({ length: rows }, (_, i) => `row ${first + i}`) },
    list: {
      type: "list",
      offsets,
      item: { type: "int64", values: new BigInt64Array(rows * 2).fill(7n) },
    },
  };
}

/** Several batches as Arrow IPC. */
function bytesOf(sizes: readonly number[], kind: "file" | "stream"): Uint8Array {
  let first = 0;
  const tables = sizes.map((rows) => {
    const table = toArrow(batch(rows, first));
    first += rows;
    return table;
  });
  return arrow.tableToIPC(new arrow.Table(tables.flatMap(({ batches }) => batches)), kind);
}

/** Returns whether bytes are rejected with an error that names the action. */
function refused(bytes: Uint8Array): boolean {
  try {
    fromArrow(bytes);
    return false;
  } catch (error) {
    assert(error instanceof TypeError && error.message.startsWith("Cannot read Arrow data"));
    return true;
  }
}

Deno.test("fromArrow() detects files and streams of several batches by their first bytes", () => {
  for (const kind of KINDS) {
    const bytes = bytesOf([3, 0, 4], kind);
    assertEquals(toRows(columnsOf(fromArrow(bytes))), toRows(batch(7)), kind);
    const { batches, rows, compressed, isFile } = checkArrow(bytes);
    assertEquals([batches, rows, compressed, isFile], [3, 7, false, kind === "file"]);
  }
});

Deno.test("fromArrow() rejects Arrow bytes cut at every byte", () => {
  for (const kind of KINDS) {
    for (const sizes of [[3, 4], [0], []]) {
      const table = sizes.length === 0
        ? arrow.tableToIPC(new arrow.Table(toArrow(batch(0)).schema), kind)
        : bytesOf(sizes, kind);
      assertEquals(frameHeight(fromArrow(table)), sizes.reduce((sum, rows) => sum + rows, 0));
      for (let cut = 0; cut < table.length; cut++) {
        assert(refused(table.subarray(0, cut)), `${kind} of ${sizes} cut at ${cut}`);
      }
    }
  }
});

Deno.test("fromArrow() rejects bytes after the end, and a file with fewer batches than its footer lists", () => {
  const stream = bytesOf([3, 4], "stream"), file = bytesOf([3, 4], "file");
  assertThrows(
    () => fromArrow(Uint8Array.of(...stream, ...stream)),
    TypeError,
    `${stream.length} bytes follow its end-of-stream mark`,
  );
  const footer = (bytes: Uint8Array) =>
    bytes.length - 10 -
    new DataView(bytes.buffer, bytes.byteOffset).getInt32(bytes.length - 10, true);
  const other = bytesOf([3], "file");
  assertThrows(
    () =>
      fromArrow(Uint8Array.of(...other.subarray(0, footer(other)), ...file.subarray(footer(file)))),
    TypeError,
    "its footer names a message that reaches beyond it",
  );
});

Deno.test("fromArrow() rejects a file whose footer lists less than the file contains", () => {
  for (
    const [sizes, named] of [[[3, 4, 5], 2], [[3, 4, 5], 1], [[3, 4, 5], 0], [[3], 0]] as const
  ) {
    const bytes = bytesOf(sizes, "file");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const footer = bytes.length - 10 - view.getInt32(bytes.length - 10, true);
    // The footer's list of batches: their number, then as many blocks, the first behind the magic.
    const places = Array.from(
      { length: (bytes.length - 10 - footer) >> 2 },
      (_, i) => footer + 4 * i,
    )
      .filter((at) =>
        view.getInt32(at, true) === sizes.length && view.getBigInt64(at + 4, true) === 8n
      );
    assertEquals(places.length, 1);
    view.setInt32(places[0]!, named, true);
    assertThrows(
      () => fromArrow(bytes),
      TypeError,
      "it holds messages that its footer does not name",
    );
  }
});

Deno.test("fromArrow() rejects a file whose messages end early with a length of zero", () => {
  const bytes = bytesOf([3, 4, 5], "file");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let refusals = 0;
  for (let at = 8; at + 8 < bytes.length; at += 8) {
    const length = view.getInt32(at + 4, true);
    if (view.getInt32(at, true) !== -1 || length === 0) continue;
    view.setInt32(at + 4, 0, true);
    if (refused(bytes)) refusals++;
    view.setInt32(at + 4, length, true);
  }
  assertEquals(refusals, 3); // three batches: this writer stores the schema only in the footer
});

/** Compresses the same rows with Polars, since apache-arrow cannot write compressed bodies. */
function compressed(compression: "lz4" | "zstd", kind: "file" | "stream"): Uint8Array {
  const frame = toFrame({
    ...batch(2000),
    flag: { type: "bool", values: Uint8Array.from({ length: 2000 }, (_, i) => i % 2) },
  });
  return kind === "file" ? frame.writeIPC({ compression }) : frame.writeIPCStream({ compression });
}

Deno.test("fromArrow() reads compressed bodies", () => {
  for (const kind of KINDS) {
    for (const compression of ["lz4", "zstd"] as const) {
      const bytes = compressed(compression, kind);
      assert(checkArrow(bytes).compressed);
      const { flag: _, ...rest } = columnsOf(fromArrow(bytes));
      assertEquals(toRows(rest), toRows(batch(2000)));
    }
  }
});

Deno.test("fromArrow() rejects implausible unpacked lengths before Polars reserves memory for them", () => {
  for (const kind of KINDS) {
    const bytes = compressed("zstd", kind);
    const places = unpackedLengths(bytes);
    assert(places.length > 5);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const place of places) {
      const before = view.getBigInt64(place, true);
      for (const length of [2n ** 62n, -2n, 2n ** 40n, 64_000_001n]) {
        view.setBigInt64(place, length, true);
        assertThrows(
          () => fromArrow(bytes),
          TypeError,
          length < 0n
            ? "claim to unpack to -2 bytes"
            : "more than 64000000; raise maxUnpacked to allow it",
        );
      }
      view.setBigInt64(place, before, true);
    }
    // Many that are plausible one by one are not plausible together.
    for (const place of places) view.setBigInt64(place, 63_000_000n, true);
    assertThrows(
      () => fromArrow(bytes),
      TypeError,
      "more than 64000000; raise maxUnpacked to allow it",
    );
  }
});

Deno.test("fromArrow() rejects a buffer that extends beyond its message by one byte, compressed or not", () => {
  for (const bytes of [bytesOf([30], "stream"), compressed("zstd", "stream")]) {
    const reader = new arrow.MessageReader(bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let tried = 0;
    for (let message = reader.readMessage(); message !== null; message = reader.readMessage()) {
      if (message.isRecordBatch()) {
        for (const { offset, length } of message.header().buffers) {
          if (length === 0) continue;
          const place = placeOf(bytes, [offset, length]);
          const outside = BigInt(message.bodyLength - length + 1);
          for (const wrong of [outside, -1n, 2n ** 62n, -(2n ** 63n)]) {
            view.setBigInt64(place, wrong, true);
            assertThrows(
              () => fromArrow(bytes),
              TypeError,
              `lie outside of their message: ${length} bytes from ${wrong}`,
            );
          }
          view.setBigInt64(place, BigInt(offset), true);
          tried++;
        }
      }
      reader.readMessageBody(message.bodyLength);
    }
    assert(tried > 5);
    fromArrow(bytes); // restored
  }
});

/** Returns the position of two adjacent 64-bit integers. */
function placeOf(bytes: Uint8Array, [first, second]: readonly [number, number]): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 16 <= bytes.length; at += 4) {
    if (
      view.getBigInt64(at, true) === BigInt(first) &&
      view.getBigInt64(at + 8, true) === BigInt(second)
    ) return at;
  }
  throw new Error("there is no such buffer");
}

/**
 * Returns the starts of the buffers compressed with zstd. It searches for zstd's magic bytes,
 * independently of the checker.
 */
function unpackedLengths(bytes: Uint8Array): number[] {
  const places: number[] = [];
  for (let at = 8; at + 4 <= bytes.length; at++) {
    const isZstd = [0x28, 0xb5, 0x2f, 0xfd].every((byte, i) => bytes[at + i] === byte);
    if (isZstd) places.push(at - 8);
  }
  return places;
}

Deno.test("fromArrow() of damaged bytes throws or returns a frame, and never ends the process", () => {
  const samples = [
    bytesOf([3, 4], "file"),
    bytesOf([3, 4], "stream"),
    compressed("zstd", "stream"),
    compressed("lz4", "file"),
  ];
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  let refusals = 0;
  for (const bytes of samples) {
    for (let round = 0; round < 300; round++) {
      const damaged = bytes.slice();
      for (let flips = 1 + random(3); flips > 0; flips--) {
        // Damage matters most in heads and at the start of buffers.
        const at = random(2) === 0 ? random(Math.min(1500, bytes.length)) : random(bytes.length);
        damaged[at]! ^= 1 << random(8);
      }
      try {
        columnsOf(fromArrow(damaged));
      } catch (error) {
        assert(error instanceof Error);
        refusals++;
      }
    }
  }
  assert(refusals > 300, `${refusals} refused`);
});

Deno.test("fromArrow() reads the output of other writers: dictionaries, large text, small types, several batches", () => {
  const words = arrow.vectorFromArray(
    ["watch", "phone", "watch", null],
    new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8()),
  );
  const table = new arrow.Table({
    source: words,
    large: arrow.vectorFromArray(["a", null, "ü", ""], new arrow.LargeUtf8()),
    small: arrow.vectorFromArray([1, 2, null, -4], new arrow.Int16()),
    single: arrow.vectorFromArray([0.5, null, 2, 3], new arrow.Float32()),
    second: arrow.vectorFromArray(
      [0, 1, 2, null].map((second) => second === null ? null : new Date(second * 1000)),
      new arrow.TimestampMillisecond("Europe/Berlin"),
    ),
    date: arrow.vectorFromArray(
      [new Date(0), null, new Date(86_400_000), new Date(0)],
      new arrow.DateDay(),
    ),
  });
  const expected = [
    {
      source: "watch",
      large: "a",
      small: 1,
      single: 0.5,
      second: "1970-01-01T01:00:00+01:00",
      date: "1970-01-01",
    },
    {
      source: "phone",
      large: null,
      small: 2,
      single: null,
      second: "1970-01-01T01:00:01+01:00",
      date: null,
    },
    {
      source: "watch",
      large: "ü",
      small: null,
      single: 2,
      second: "1970-01-01T01:00:02+01:00",
      date: "1970-01-02",
    },
    { source: null, large: "", small: -4, single: 3, second: null, date: "1970-01-01" },
  ];
  for (const kind of KINDS) {
    const twice = new arrow.Table([...table.batches, ...table.batches]);
    assertEquals(toRows(columnsOf(fromArrow(arrow.tableToIPC(twice, kind)))), [
      ...expected,
      ...expected,
    ]);
  }
});

Deno.test("fromArrow() reads a view into a larger buffer, whatever the bytes around it", () => {
  for (const kind of KINDS) {
    const bytes = bytesOf([5], kind);
    const around = new Uint8Array(bytes.length + 24).fill(0xff);
    around.set(bytes, 8);
    assertEquals(frameHeight(fromArrow(around.subarray(8, 8 + bytes.length))), 5);
  }
});

Deno.test("fromArrow() rejects times outside the years 1 to 9999, at any level", () => {
  const late = 253_402_300_800_000_000n;
  const at = (micros: bigint): Columns => ({
    time: { type: "time", values: BigInt64Array.of(0n, micros), zone: "UTC" },
  });
  const edge = [-62_135_596_800_000_000n, late - 1n];
  for (const micros of edge) {
    const bytes = arrow.tableToIPC(toArrow(at(micros)), "stream");
    assertEquals(toRows(columnsOf(fromArrow(bytes))), toRows(at(micros)));
  }
  const { time } = at(late) as { time: Columns[string] };
  const nested: Columns = {
    spans: {
      type: "list",
      offsets: Int32Array.of(0, 2),
      item: { type: "struct", length: 2, fields: { time: time! } },
    },
  };
  for (const columns of [at(late), at(-(2n ** 62n)), at(edge[0]! - 1000n), nested]) {
    assertThrows(
      () => fromArrow(arrow.tableToIPC(toArrow(columns), "stream")),
      RangeError,
      'column "time": the time in row 1 is outside the years 1 to 9999',
    );
  }
  const days = pl.DataFrame([pl.Series("day", Int32Array.of(0, 3_000_000)).cast(pl.Date)]);
  assertThrows(() => fromArrow(days.writeIPCStream()), RangeError, 'column "day"');
});

Deno.test("fromArrow() finds a time outside the years 1 to 9999 among many columns of times", () => {
  const wide = (last: bigint, name = "last"): Uint8Array => {
    const column = (micros: bigint): Columns[string] => ({
      type: "time",
      values: BigInt64Array.of(0n, micros),
      zone: "UTC",
    });
    const names = Array.from({ length: 200 }, (_, i) => `c${i}`);
    const columns = Object.fromEntries(names.map((name) => [name, column(1_700_000_000_000_000n)]));
    return arrow.tableToIPC(toArrow({ ...columns, [name]: column(last) }), "stream");
  };
  const late = 253_402_300_800_000_000n, early = -62_135_596_800_000_000n;
  for (const name of ["last", "^c.*$", "*", "select", "dtypes"]) {
    for (const micros of [late, late + 2n ** 60n, early - 1000n, -(2n ** 63n)]) {
      assertThrows(
        () => fromArrow(wide(micros, name)),
        RangeError,
        `column ${JSON.stringify(name)}: the time in row 1 is outside`,
      );
    }
    for (const micros of [late - 1n, early, 0n]) {
      assertEquals(frameHeight(fromArrow(wide(micros, name))), 2);
    }
  }
});

Deno.test("fromArrow() reads every name that Polars writes, even one with a byte order mark", () => {
  const names = ["\ufeffdate", "\ufeff", "a\0b", "\u{1f634}", "width", "columns", "clone", " "];
  const frame = pl.DataFrame(names.map((name, i) => pl.Series(name, [i + 0.5])));
  for (const bytes of [frame.writeIPC(), frame.writeIPCStream()]) {
    const read = fromArrow(bytes);
    assertEquals(columnNames(read), names);
    assertEquals(
      names.map((name) => seriesOf(read, name).toArray()),
      names.map((_, i) => [i + 0.5]),
    );
  }
});

Deno.test("fromArrow() rejects bytes that are not Arrow, and reports their length", () => {
  const bodies = ["", "{}", "<html>", "ARROW1", "PAR1", "ARROW1\0\0\0\0\0\0\0\0ARROW1"];
  for (const body of bodies) {
    assertThrows(
      () => fromArrow(Buffer.from(body)),
      TypeError,
      body.startsWith("ARROW1")
        ? `Cannot read Arrow data of ${body.length} bytes`
        : `Cannot read Arrow data: ${body.length} bytes do not start like`,
    );
  }
});

Deno.test("fromArrow() reads times of an unknown zone as instants, and extension types as their storage type", () => {
  const table = new arrow.Table({
    time: arrow.vectorFromArray([new Date(0)], new arrow.TimestampMicrosecond("+05:30")),
    again: arrow.vectorFromArray([new Date(0)], new arrow.TimestampMicrosecond("Europe/Berlin")),
    naive: arrow.vectorFromArray([new Date(0)], new arrow.TimestampMicrosecond()),
    note: arrow.vectorFromArray(["{}"], new arrow.Utf8()),
  });
  table.schema.fields[3]!.metadata.set("ARROW:extension:name", "arrow.json");
  for (const kind of KINDS) {
    const bytes = arrow.tableToIPC(table, kind), before = bytes.slice();
    const { time, again, naive, note } = columnsOf(fromArrow(bytes));
    assertEquals(bytes, before, "the caller's bytes stay as they are");
    const values = BigInt64Array.of(0n), valid = undefined;
    assertEquals(time, { type: "time", values, valid, zone: "UTC" });
    assertEquals(again, { type: "time", values, valid, zone: "Europe/Berlin" });
    assertEquals(naive, { type: "time", values, valid, zone: NO_ZONE });
    assertEquals(note, { type: "text", values: ["{}"] });
  }
});

Deno.test("fromArrow() converts decimals to numbers, and lists of fixed length to lists", () => {
  const decimals = arrow.vectorFromArray([Uint32Array.of(125, 0, 0, 0)], new arrow.Decimal(2, 9));
  const pairs = new arrow.FixedSizeList(2, new arrow.Field("item", new arrow.Float64()));
  const table = new arrow.Table({
    decimals,
    pairs: arrow.vectorFromArray([[0.5, 2]], pairs),
  });
  for (const kind of KINDS) {
    const columns = columnsOf(fromArrow(arrow.tableToIPC(table, kind)));
    assertEquals(toRows(columns), [{ decimals: 1.25, pairs: [0.5, 2] }]);
  }
});

Deno.test("fromArrow() names a duplicate column, or a column with a type that Polars does not have", () => {
  const twice = new arrow.Schema(
    ["x", "x"].map((name) => new arrow.Field(name, new arrow.Float64())),
  );
  assertThrows(
    () => fromArrow(arrow.tableToIPC(new arrow.Table(twice), "file")),
    TypeError,
    'column "x" occurs twice',
  );
  const union = new arrow.SparseUnion([0], [new arrow.Field("a", new arrow.Float64())]);
  assertThrows(
    () =>
      fromArrow(
        arrow.tableToIPC(
          new arrow.Table(new arrow.Schema([new arrow.Field("x", union)])),
          "file",
        ),
      ),
    TypeError,
    'column "x" is of type union, which is not supported',
  );
});
