import pl from "nodejs-polars";
import type { ExportFixture } from "./export/exportFixture.ts";

/** Returns a Parquet file of records. Its columns that end in `_date` or `_time` are times. */
function parquet(rows: readonly Record<string, unknown>[]): Uint8Array<ArrayBuffer> {
  const frame = pl.DataFrame(rows as Record<string, unknown>[]);
  const times = frame.columns.filter((name) => /_date$|_time$|^timestamp$/.test(name));
  return new Uint8Array(
    frame.withColumns(
      ...times.map((name) =>
        pl.col(name).cast(pl.Datetime("us")).dt.replaceTimeZone("UTC").alias(name)
      ),
    ).writeParquet(),
  );
}

/** Returns a table of heart rates, one per minute. */
export function heartRateTable(count: number): Uint8Array<ArrayBuffer> {
  return parquet(Array.from({ length: count }, (_, minute) => {
    const time = new Date(Date.UTC(2025, 2, 1, 0, minute));
    return { uuid: crypto.randomUUID(), start_date: time, end_date: time, value: 60, source: "B" };
  }));
}

const at = (time: string): Date => new Date(`2025-03-02T${time}:00Z`);
const lines = (...list: object[]): string => list.map((one) => `${JSON.stringify(one)}\n`).join("");

const PAIN = "Metric/0e9d6c3e-8a0c-4f6e-9a5e-5b1b1c0a7a01";
const COFFEE = "0e9d6c3e-8a0c-4f6e-9a5e-5b1b1c0a7a02";

/** A folder as `me.exportTo` writes it. */
export const LIFEFRAME_FILES: ExportFixture = {
  "manifest.json": JSON.stringify({ format: "lifeframe export 1", zone: "Europe/Berlin" }, null, 2),
  "data_types.jsonl": lines({
    id: PAIN,
    name: "Pain",
    description: "d",
    unit: null,
    class: "metric",
    record_spec: { type: "metric", aggregation: "discrete", scale: { min: 0, max: 5 } },
  }),
  "annotations.jsonl": lines({
    id: COFFEE,
    annotation_type: "moment",
    name: "Coffee",
    description: "d",
    tags: [],
    measurement_spec: null,
    spec: null,
  }),
  "tags.jsonl": "",
  "files/0e9d6c3e-8a0c-4f6e-9a5e-5b1b1c0a7a03/walk.gpx": "<gpx/>",
  "records/HeartRate/2025-03.parquet": parquet([
    {
      uuid: "0195584d-8a00-7a3e-8b1c-0a1b2c3d4e01",
      start_date: at("07:00"),
      end_date: at("07:00"),
      value: 61,
      unit: "bpm",
      source: "Band",
      note: "in bed",
      other: JSON.stringify({ device_properties: { hardwareVersion: "7" } }),
    },
    {
      uuid: "0195584d-8a00-7a3e-8b1c-0a1b2c3d4e02",
      start_date: at("07:01"),
      end_date: at("07:01"),
      value: 62,
      unit: "bpm",
      source: "Band",
      note: null,
      other: null,
    },
  ]),
  [`records/${PAIN}/2025-03.parquet`]: parquet([{
    uuid: "0195584d-8a00-7a3e-8b1c-0a1b2c3d4e03",
    start_date: at("08:00"),
    end_date: at("08:00"),
    value: 3,
    source: "Notes",
  }]),
  [`records/MomentAnnotation/${COFFEE}/2025-03.parquet`]: parquet([{
    id: "0195584d-8a00-7a3e-8b1c-0a1b2c3d4e04",
    recorded_at: at("09:00").toISOString(),
    start_time: at("09:00"),
    end_time: at("09:00"),
    note: "Espresso",
  }]),
  "records/SleepStage/2025-03.parquet": parquet([{
    uuid: "0195584d-8a00-7a3e-8b1c-0a1b2c3d4e05",
    start_date: at("01:00"),
    end_date: at("06:00"),
    value: 4,
    source: "Band",
  }]),
};
