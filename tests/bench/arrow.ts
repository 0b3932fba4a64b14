// Arrow bodies of a million rows and four columns: decoding with all checks against bare decoding,
// and encoding columns against writing a table that is there already.
// deno run --allow-all tests/bench/arrow.ts
import { Buffer } from "node:buffer";
import * as arrow from "apache-arrow";
import pl from "nodejs-polars";
import type { Columns } from "../../src/frame/columns/columns.ts";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import { fromArrow } from "../../src/frame/polars/fromArrow.ts";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import { medians, report } from "./ratio.ts";

const COUNT = 1_000_000;

const times = (after: bigint): Columns[string] => ({
  type: "time",
  values: BigInt64Array.from({ length: COUNT }, (_, i) => BigInt(i) * 1_000_000n + after),
  zone: "UTC",
});
const value = Float64Array.from({ length: COUNT }, (_, i) => i / 7);
const series: Columns = {
  time: times(0n),
  value: { type: "float64", values: value },
  other: {
    type: "float64",
    values: value.slice(),
    valid: Uint8Array.from(value, (_, i) => i % 9 && 1),
  },
};
const stages: Columns = {
  start_time: times(0n),
  end_time: times(1_000_000n),
  sleep_stage: { type: "int64", values: new BigInt64Array(COUNT).fill(3n) },
  source: { type: "text", values: Array.from(value, (_, i) => `source ${i % 3}`) },
};
const words = arrow.vectorFromArray(
  Array.from(value, (_, i) => `source ${i % 3}`),
  new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
);
const BODIES = {
  "a series of a time, two numbers and a dictionary": toArrow(series).assign(
    new arrow.Table({ words }),
  ),
  "stages of two times, a number and text": toArrow(stages),
};

for (const [name, table] of Object.entries(BODIES)) {
  for (const kind of ["stream", "file"] as const) {
    const bytes = arrow.tableToIPC(table, kind);
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const { bare, checked } = medians({
      bare: () => kind === "file" ? pl.readIPC(buffer) : pl.readIPCStream(buffer),
      checked: () => fromArrow(bytes),
    }, 21);
    report(`fromArrow, ${kind} of ${name}`, { step: checked!, floor: bare! }, 1.1);
  }
}
for (const [name, columns] of Object.entries({ series, stages })) {
  const table = toArrow(columns);
  const { bare, encode } = medians({
    bare: () => arrow.tableToIPC(table, "file"),
    encode: () => FORMATS.arrow.encode(columns),
  });
  report(`FORMATS.arrow.encode of ${name}`, { step: encode!, floor: bare! });
}
