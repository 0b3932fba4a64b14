/**
 * Lower bounds for the time of a step: the minimum work of its task, on bare Polars, typed arrays
 * and SQLite, without code from src/. Each floor is limited by its ratio to a plain copy of the
 * memory that it reads, so that no floor can become slow unnoticed.
 * @module
 */
import { Buffer } from "node:buffer";
import { DatabaseSync } from "node:sqlite";
import * as arrow from "apache-arrow";
import pl from "nodejs-polars";

/**
 * Limit of each floor, in copies of the bytes that it reads: two to three times its value on an
 * idle machine.
 */
export const COPIES = {
  "readIPCStream": 20,
  "readIPCStream, LZ4": 40,
  "readIPCStream, ZSTD": 60,
  "SELECT, encode, decode": 400,
  "SELECT to frame": 400,
  "groupByDynamic": 2,
  "counting sort into windows": 8,
  "groupByRolling": 400,
  "sort by time": 8,
  "one pass over epochs": 5,
  "Polars' parts in UTC": 400,
  "Polars' local dates": 400,
  "one pass over the column": 8,
  "columns read once": 30,
  "prepared inserts": 300,
  "decompression": 5,
  "samples copied, encoded, decoded": 4,
  "JSON.parse of the body": 60,
} as const;

/** Copies some memory, the unit of all floors. */
export function copyMemory(bytes: number): () => unknown {
  const memory = new Float64Array(Math.max(1, Math.ceil(bytes / 8))).fill(1);
  return () => memory.slice();
}

/** Decodes an Arrow stream to a frame, unchecked. */
export function decodeArrow(bytes: Uint8Array): pl.DataFrame {
  return pl.readIPCStream(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Parses a JSON body at once, unchecked. */
export function parseWhole(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Encodes and decodes a body of two columns. */
export function encodeAndDecode(time: BigInt64Array, value: Float64Array): pl.DataFrame {
  const vector = arrow.makeVector({
    type: new arrow.TimestampMicrosecond("UTC"),
    data: time,
    length: time.length,
    nullCount: 0,
  });
  const table = new arrow.Table({ time: vector, value: arrow.makeVector(value) });
  return decodeArrow(arrow.tableToIPC(table, "stream"));
}

/** Returns a frame of two columns. */
export function framed(time: BigInt64Array, value: Float64Array): pl.DataFrame {
  return pl.DataFrame([
    pl.Series("time", time as unknown as Float64Array).cast(pl.Datetime("us", "UTC")),
    pl.Series("value", value),
  ]);
}

/** Creates a table of samples in SQLite, and reads it into typed arrays. */
export function samplesTable(path: string, time: BigInt64Array, value: Float64Array): {
  select: () => { time: BigInt64Array; value: Float64Array };
  close: () => void;
} {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN");
  database.exec("CREATE TABLE samples (start INTEGER PRIMARY KEY, value REAL)");
  const insert = database.prepare("INSERT INTO samples VALUES (?, ?)");
  for (let i = 0; i < time.length; i++) insert.run(time[i]!, value[i]!);
  database.exec("COMMIT");
  const all = database.prepare("SELECT start, value FROM samples WHERE start >= ? ORDER BY start");
  all.setReturnArrays(true);
  const count = time.length;
  return {
    select: () => {
      const rows = all.all(0) as unknown as [number, number][];
      const read = { time: new BigInt64Array(count), value: new Float64Array(count) };
      for (let i = 0; i < rows.length; i++) {
        read.time[i] = BigInt(rows[i]![0]);
        read.value[i] = rows[i]![1];
      }
      return read;
    },
    close: () => database.close(),
  };
}

/** Inserts rows in transactions of 20,000. Each is on disk before the next begins. */
export function preparedInserts(path: string, count: number): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE records (series INTEGER, start INTEGER, id BLOB, end INTEGER, value REAL,
      PRIMARY KEY (series, start, id)) WITHOUT ROWID;
    CREATE UNIQUE INDEX ids ON records (id)`);
  const insert = database.prepare("INSERT INTO records VALUES (1, ?, ?, ?, ?)");
  for (let from = 0; from < count; from += 20_000) {
    database.exec("BEGIN");
    for (let i = from; i < Math.min(count, from + 20_000); i++) {
      const id = new Uint8Array(16);
      new DataView(id.buffer).setUint32(4, i);
      insert.run(1_704_067_200_000 + i, id, 1_704_067_200_000 + i, 60);
    }
    database.exec("COMMIT");
  }
  database.close();
}

/** Returns the mean of `value` per window, computed by Polars. */
export function groupDynamic(frame: pl.DataFrame, every: string): pl.DataFrame {
  return frame.groupByDynamic({ indexColumn: "time", every, startBy: "window" })
    .agg(pl.col("value").mean());
}

/** Aggregates windows per person with Polars. `time` has to ascend for each person. */
export function groupDynamicBy(frame: pl.DataFrame, every: string, by: string): pl.DataFrame {
  return frame.groupByDynamic({ indexColumn: "time", every, startBy: "window", by })
    .agg(pl.col("value").mean());
}

/** Sums and counts each person's windows of a fixed length in one pass over typed arrays. */
export function countIntoWindows(
  frame: pl.DataFrame,
  by: string,
  { start, micros, windows, people }: {
    start: bigint;
    micros: number;
    windows: number;
    people: number;
  },
): Float64Array {
  const words = new Int32Array(int64s(frame, "time").buffer), value = float64s(frame, "value");
  const person = frame.getColumn(by).cast(pl.Categorical).cast(pl.UInt32)
    .toTypedArray() as unknown as Uint32Array;
  const sum = new Float64Array(windows * people), count = new Uint32Array(windows * people);
  const origin = Number(start);
  for (let i = 0; i < value.length; i++) {
    const at = words[2 * i + 1]! * 4_294_967_296 + (words[2 * i]! >>> 0) - origin;
    const window = person[i]! * windows + Math.floor(at / micros);
    sum[window]! += value[i]!;
    count[window]!++;
  }
  return sum.map((one, i) => one / count[i]!);
}

/** Applies a function to `value` over the window that ends at each row, with Polars. */
export function groupRolling(
  frame: pl.DataFrame,
  period: string,
  reducer: string,
): pl.DataFrame {
  const value = pl.col("value");
  const reduced = reducer === "p90"
    ? value.quantile(0.9, "linear")
    : value[reducer as "mean" | "min" | "median" | "count"]();
  return frame.groupByRolling({ indexColumn: "time", period }).agg(reduced);
}

/** Sorts the frame by a column. */
export function sortByTime(frame: pl.DataFrame, column = "start_time"): pl.DataFrame {
  return frame.sort(column);
}

/** Returns the share of epochs in which hypnograms agree. */
export function passOverEpochs(frames: readonly pl.DataFrame[]): number {
  const columns = frames.map((frame) => {
    int64s(frame, "start_time");
    int64s(frame, "end_time");
    return new Int32Array(int64s(frame, "sleep_stage").buffer);
  });
  const [a, ...others] = columns, counts = new Uint32Array(64);
  for (let i = 0; i < a!.length; i += 2) {
    for (const other of others) counts[8 * a![i]! + other[i]!]!++;
  }
  let equal = 0, all = 0;
  for (let pair = 0; pair < 64; pair++) {
    all += counts[pair]!;
    if (pair % 9 === 0) equal += counts[pair]!;
  }
  return equal / all;
}

/** Returns date, year, month, day, hour, minute and weekday of `time` in UTC. */
export function partsInUtc(frame: pl.DataFrame): pl.DataFrame {
  const time = pl.col("time");
  return frame.withColumns(
    time.cast(pl.Date).alias("date"),
    time.dt.year().cast(pl.Int64).alias("year"),
    time.dt.month().cast(pl.Int64).alias("month"),
    time.dt.day().cast(pl.Int64).alias("day"),
    time.dt.hour().cast(pl.Int64).alias("hour"),
    time.dt.minute().cast(pl.Int64).alias("minute"),
    time.dt.weekday().cast(pl.Int64).alias("weekday"),
  );
}

/** Reads both columns and adds up their values. */
export function passOverColumn(frame: pl.DataFrame): number {
  const time = new Int32Array(int64s(frame, "time").buffer), value = float64s(frame, "value");
  let sum = 0;
  for (let i = 0; i < value.length; i++) sum += value[i]! + (time[2 * i]! & 1);
  return sum;
}

/** Reads columns as typed arrays; text as its codes. */
export function readColumns(frame: pl.DataFrame): unknown {
  return frame.columns.map((name) =>
    /^(?:Utf8|String)$/.test(frame.getColumn(name).dtype.variant)
      ? frame.getColumn(name).cast(pl.Categorical).cast(pl.UInt32).toTypedArray()
      : frame.getColumn(name).cast(pl.Float64).toTypedArray()
  );
}

/** Decompresses the only file of a zip as a stream, without storing it. Returns its length in bytes. */
export async function inflateFile(path: string): Promise<number> {
  let bytes = 0;
  const file = await Deno.open(path), head = new Uint8Array(30);
  await file.read(head);
  const view = new DataView(head.buffer), packed = view.getUint32(18, true);
  await file.seek(30 + view.getUint16(26, true) + view.getUint16(28, true), Deno.SeekMode.Start);
  const unpacked = file.readable.pipeThrough(firstBytes(packed))
    .pipeThrough(new DecompressionStream("deflate-raw"));
  for await (const chunk of unpacked) bytes += chunk.byteLength;
  return bytes;
}

function firstBytes(count: number): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let left = count;
  return new TransformStream({
    transform(chunk, controller) {
      if (left > 0) controller.enqueue(chunk.slice(0, left));
      left -= chunk.length;
    },
  });
}

function int64s(frame: pl.DataFrame, name: string): BigInt64Array {
  return frame.getColumn(name).cast(pl.Int64).toTypedArray() as unknown as BigInt64Array;
}

function float64s(frame: pl.DataFrame, name: string): Float64Array {
  return frame.getColumn(name).toTypedArray() as unknown as Float64Array;
}
