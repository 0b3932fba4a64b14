import { assert, assertEquals } from "@std/assert";
import { OUTPUT_METHODS, type OutputMethod } from "../../src/api/fields/enums.ts";
import { AGGREGATE_SCHEMA, CYCLES_SCHEMA, STAGES_SCHEMA } from "../../src/api/sleep.ts";
import type { Columns } from "../../src/frame/columns/columns.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Format, FORMATS } from "../../src/frame/formats/formats.ts";
import type { Schema } from "../../src/frame/columns/schema.ts";
import { encodeFrame } from "../../src/service/encode/encodeFrame.ts";
import { embedded, JANUARY } from "./embedded.ts";

const nights = [0, 1, 2].flatMap((night) =>
  [[0, 0, 480], [3, 0, 60], [4, 60, 100], [2, 100, 110], [5, 110, 200], [1, 200, 470]].map(
    ([value, from, to]) => ({
      start_time: new Date(Date.UTC(2024, 0, 5 + night, 22, from)).toISOString(),
      end_time: new Date(Date.UTC(2024, 0, 5 + night, 22, to)).toISOString(),
      value,
      source: night === 1 ? 'a "quoted", name' : "Watch",
    }),
  )
);
const readings = Array.from({ length: 500 }, (_, i) => ({
  start_time: new Date(Date.UTC(2024, 0, 5) + i * 457_123).toISOString(),
  value: 60 + Math.sin(i),
}));

const SERIES: Schema = {
  time: "time",
  heart_rate: "float64",
  uniq_heart_rate: { list: "float64" },
  all_heart_rate: { list: "float64" },
  mode_heart_rate: "float64",
};
const CALCULATIONS = ["uniques", "allpoints", "mode"].map((name) => `calculations=${name}`).join(
  "&",
);

const CASES: [path: string, schema: Schema, zone: string][] = [
  ["/data/v0/{me}/sleep_stages?", STAGES_SCHEMA, "UTC"],
  ["/data/v0/{me}/sleep_cycles?", CYCLES_SCHEMA, "UTC"],
  ["/data/v0/{me}/sleep_cycles?stages=4&clip_to_range=false&", CYCLES_SCHEMA, "UTC"],
  [
    "/data/v0/{me}/sleep_agg?agg_functions=sum&agg_functions=avg&agg_functions=min&agg_functions=max&tz=Europe/Berlin&",
    AGGREGATE_SCHEMA,
    "Europe/Berlin",
  ],
  [
    `/data/v0/{me}/metric_time_series?metric=HeartRate&samprate=15m&tz=Asia/Kolkata&${CALCULATIONS}&`,
    SERIES,
    "Asia/Kolkata",
  ],
  ["/data/v0/{me}/metric_time_series?metric=HeartRate&samprate=750.25&", {
    time: "time",
    heart_rate: "float64",
  }, "UTC"],
  ["/data/v0/{me}/metric_time_series?metric=Weight&samprate=3600&drop_nulls=1&", {
    time: "time",
    weight: "float64",
  }, "UTC"],
  ["/data/v0/time_series_grouped?metrics=HeartRate&metrics=StepCount&samprate=3600&", {
    time: "time",
    heart_rate: "float64",
    step_count: "float64",
  }, "UTC"],
];

/** Removes masks without nulls and values below nulls, which are not sent. */
function plain(columns: Columns): unknown {
  return JSON.parse(
    JSON.stringify(
      columns,
      (_, value) =>
        typeof value === "bigint"
          ? String(value)
          : value?.valid instanceof Uint8Array && value.values
          ? Array.from(value.values, (item, i) => value.valid[i] === 0 ? null : String(item))
          : value?.values && value.type !== "text"
          ? Array.from(value.values, String)
          : value,
    ),
  );
}

Deno.test("all eight formats decode to equal frames", async () => {
  await using here = await embedded();
  await (await here.ingest("SleepStage", nights)).text();
  await (await here.ingest("HeartRate", readings)).text();
  for (const [path, schema, zone] of CASES) {
    let first: unknown;
    for (const output of OUTPUT_METHODS) {
      const response = await here.send(`GET ${path}output=${output}&${JANUARY}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      assertEquals(response.status, 200, path);
      assertEquals(response.headers.get("content-type"), FORMATS[output].contentType);
      const columns = columnsOf(FORMATS[output].decode(bytes, { schema, zone }));
      assertEquals(Object.keys(columns), Object.keys(schema), `${path} as ${output}`);
      first ??= plain(columns);
      assertEquals(plain(columns), first, `${path} as ${output}`);
    }
  }
});

Deno.test("encoding in slices equals encoding at once, byte for byte or frame for frame", async () => {
  const count = 12_000;
  const times = BigInt64Array.from({ length: count }, (_, i) => BigInt(i) * 1_000_001n);
  const columns: Columns = {
    time: { type: "time", values: times, zone: "Europe/Berlin" },
    value: {
      type: "float64",
      values: Float64Array.from(times, Number),
      valid: Uint8Array.from(times, (_, i) => i % 7 === 0 ? 0 : 1),
    },
    name: { type: "text", values: Array.from(times, (_, i) => i % 3 ? `a "${i}",\n` : null) },
    flag: { type: "bool", values: Uint8Array.from(times, (_, i) => i % 2) },
    items: {
      type: "list",
      offsets: Int32Array.from({ length: count + 1 }, (_, i) => i * 3),
      item: {
        type: "struct",
        length: count * 3,
        fields: {
          n: {
            type: "int64",
            values: BigInt64Array.from({ length: count * 3 }, (_, i) => BigInt(i)),
          },
        },
      },
    },
  };
  for (const output of OUTPUT_METHODS) {
    const pieces = await encodeFrame(columns, output, { apartFrom: Infinity });
    const whole = FORMATS[output].encode(columns);
    const sliced = !["arrow", "arrowraw", "parquet"].includes(output);
    assertEquals(pieces.length > 1, sliced, output);
    const joined = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
    assertEquals(joined.length, whole.length, output);
    assert(joined.every((byte, i) => byte === whole[i]), output);
    const apart = await encodeFrame(structuredClone(columns), output, { apartFrom: 0 });
    const same = new Uint8Array(await new Blob(apart as BlobPart[]).arrayBuffer());
    assert(same.length === whole.length && same.every((byte, i) => byte === whole[i]), output);
  }
});

Deno.test("a large Arrow answer consists of batches that form one frame", async () => {
  const count = 1_100_000;
  const values = Float64Array.from({ length: count }, (_, i) => i / 3);
  const valid = Uint8Array.from({ length: count }, (_, i) => i % 5 === 0 ? 0 : 1);
  for (const output of ["arrow", "arrowraw"] satisfies OutputMethod[]) {
    const columns: Columns = structuredClone({ value: { type: "float64", values, valid } });
    const [bytes] = await encodeFrame(columns, output);
    const format: Format = FORMATS[output];
    const frame = format.decode(bytes!, { schema: { value: "float64" } });
    const read = columnsOf(frame)["value"];
    assert(read?.type === "float64" && read.valid !== undefined);
    assertEquals(read.values.length, count);
    assert(read.values.every((value, i) => value === (i % 5 === 0 ? 0 : i / 3)));
    assert(read.valid.every((flag, i) => flag === valid[i]));
  }
});
