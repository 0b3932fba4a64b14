import { assertThrows } from "@std/assert";
import * as arrow from "apache-arrow";
import { LIMITS } from "../../src/options/limits.ts";
import { checkSize } from "../../src/frame/arrow/arrowLimits.ts";
import { fromArrow } from "../../src/frame/polars/fromArrow.ts";
import { table as show } from "../../src/frame/polars/table.ts";
import { csv } from "../../src/read/csv.ts";
import { columnNames, frameHeight } from "../../src/frame/polars/seriesOf.ts";
import {
  column,
  int,
  list,
  message,
  SCHEMA,
  schema,
  stream,
  table,
  text,
} from "../frame/arrow/arrowBytes.ts";
import { expect, type LimitCase } from "./limitCase.ts";

/** Writes columns of categories, each with its own dictionary. */
function categories(columns: number, form: "file" | "stream"): Uint8Array {
  return arrow.tableToIPC(
    new arrow.Table(Object.fromEntries(
      Array.from({ length: columns }, (_, i) => [`c${i}`, arrow.vectorFromArray(["a", "b"])]),
    )),
    form,
  );
}

/** Splits a stream into its messages, without the end marker. */
export function messagesOf(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const messages: Uint8Array[] = [];
  for (let at = 0;;) {
    const head = view.getInt32(at + 4, true);
    if (head === 0) return messages;
    const root = at + 8 + view.getUint32(at + 8, true), slots = root - view.getInt32(root, true);
    const place = view.getUint16(slots, true) > 10 ? view.getUint16(slots + 10, true) : 0;
    const body = place === 0 ? 0 : Number(view.getBigInt64(root + place, true));
    messages.push(bytes.subarray(at, at += 8 + head + body));
  }
}

/** Returns a stream with a new dictionary before each batch of rows. */
function replaced(times: number): Uint8Array {
  const [head, dictionary, rows] = messagesOf(categories(1, "stream"));
  const parts = Array.from({ length: times }, () => [dictionary!, rows!]).flat();
  return joined([head!, ...parts, new Uint8Array([255, 255, 255, 255, 0, 0, 0, 0])]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Returns columns of numbers, each with its own metadata. */
function wide(columns: number): Uint8Array {
  const fields = Array.from(
    { length: columns },
    (_, i) => new arrow.Field(`c${i}`, new arrow.Float64(), true, new Map([["unit", `bpm ${i}`]])),
  );
  const children = fields.map(({ type }) =>
    arrow.makeData({ type, data: new Float64Array(1), length: 1 })
  );
  const data = arrow.makeData({ type: new arrow.Struct(fields), length: 1, children });
  const batch = new arrow.RecordBatch(new arrow.Schema(fields), data);
  return arrow.RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true);
}

/** Returns one column with nested columns. */
function struct(columns: number): Uint8Array {
  const type = new arrow.Struct(
    Array.from({ length: columns }, (_, i) => new arrow.Field(`c${i}`, new arrow.Float64(), true)),
  );
  const children = type.children.map(({ type }) =>
    arrow.makeData({ type, data: new Float64Array(1), length: 1 })
  );
  const values = new arrow.Vector([arrow.makeData({ type, length: 1, children })]);
  return arrow.tableToIPC(new arrow.Table({ values }), "stream");
}

function nulls(rows: number): Uint8Array {
  const values = arrow.makeVector(arrow.makeData({ type: new arrow.Null(), length: rows }));
  return arrow.tableToIPC(new arrow.Table({ values }), "file");
}

/** Cases of the limits on Arrow. */
export const ARROW_CASES = {
  columns: {
    exceed: () => {
      const same = column("x", 2, table(int(64)));
      const columns = new Array<typeof same>(50_001).fill(same);
      const top = () => fromArrow(stream(message(SCHEMA, schema(...columns))));
      const inside = () => fromArrow(struct(50_001));
      for (const exceed of [top, inside]) assertThrows(exceed, TypeError, LIMITS.columns.error);
      top();
    },
    honest: async () => {
      const frame = fromArrow(wide(20_000));
      expect(columnNames(frame).length, 20_000);
      expect(String(show(fromArrow(struct(20_000)))).includes("{c0: 0, c1: 0, "), true);
      const shown = String(show(frame));
      expect(/c0 .*and 19,9\d\d more columns: .*, …, c19998, c19999$/s.test(shown), true);
      const names = Array.from({ length: 2_000 }, (_, i) => `c${i}`).join(",");
      const text = `${names}\n${"1,".repeat(1_999)}1`;
      expect(columnNames(await csv({ text })).length, 2_000);
    },
  },
  arrowUnpacked: {
    exceed: () => checkSize({ packed: 50_000_000, unpacked: 2 ** 30 + 1, rows: 1 }, {}),
    honest: () => {
      const values = arrow.makeVector(new Float64Array(12_500_000));
      const bytes = arrow.tableToIPC(new arrow.Table({ values }), "stream");
      expect(frameHeight(fromArrow(bytes)), 12_500_000);
      checkSize({ packed: 1_000_000, unpacked: 60_000_000, rows: 7_500_000 }, {});
    },
  },
  arrowRows: {
    exceed: () => fromArrow(nulls(1_000_001)),
    honest: () => expect(frameHeight(fromArrow(nulls(1_000_000))), 1_000_000),
  },
  arrowDictionaries: {
    exceed: () => fromArrow(categories(1_001, "stream")),
    honest: () => {
      expect(columnNames(fromArrow(categories(1_000, "stream"))).length, 1_000);
      expect(frameHeight(fromArrow(replaced(2_000))), 4_000);
    },
  },
  arrowFileDictionaries: {
    exceed: () => fromArrow(categories(5_001, "file")),
    honest: () => expect(columnNames(fromArrow(categories(2_000, "file"))).length, 2_000),
  },
  arrowSchemaText: {
    exceed: () => {
      // All entries of a list may refer to the same table.
      const metadata = list(table(text("key"), text("v".repeat(10_000))));
      const same = column("x", 2, table(int(64)), { metadata });
      fromArrow(stream(message(SCHEMA, schema(...new Array<typeof same>(64).fill(same)))));
    },
    honest: () => {
      const frame = fromArrow(wide(20_000));
      expect(columnNames(frame).length, 20_000);
    },
  },
} satisfies Record<string, LimitCase>;
