import { assertEquals } from "@std/assert";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import type { Columns } from "../../../src/frame/columns/columns.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

Deno.test("toFrame() keeps a column of nothing but nulls, of every type", () => {
  const valid = new Uint8Array(2);
  const columns: Columns = {
    bool: { type: "bool", values: new Uint8Array(2), valid },
    int64: { type: "int64", values: new BigInt64Array(2), valid },
    float64: { type: "float64", values: new Float64Array(2), valid },
    time: { type: "time", zone: "Europe/Berlin", values: new BigInt64Array(2), valid },
    text: { type: "text", values: [null, null] },
  };
  assertEquals(columnsOf(toFrame(columns)), columns);
});
