import { float64Column, timeColumn } from "../../src/frame/columns/columns.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { rhythm, type RhythmOptions } from "../../src/series/rhythm.ts";
import type { ActivityRecord } from "./activityRecords.ts";
import { rowsOf } from "./statistic.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

/** Results of pyActigraphy for a record: numbers, and a list with one per period. */
export type PyActigraphy = { readonly [name: string]: number | readonly number[] };

/** A record as a frame; its clock is never changed. */
export function recordFrame({ start, step, values }: Omit<ActivityRecord, "threshold">): Frame {
  const first = BigInt(Temporal.Instant.from(`${start}Z`).epochMilliseconds) * 1000n;
  return toFrame({
    time: timeColumn(BigInt64Array.from(values, (_, i) => first + BigInt(i * step) * 1_000_000n)),
    counts: float64Column(
      Float64Array.from(values, (one) => one ?? 0),
      Uint8Array.from(values, (one) => one === null ? 0 : 1),
    ),
  });
}

/** Calls that compute that package's statistics, by the suffix of their names. */
const CALLS: Readonly<Record<string, RhythmOptions>> = {
  "": {},
  "30m": { window: "30m" },
  "10m 30m 1h": { windows: ["10m", "30m", "1h"] },
  "7d": { period: "7d" },
};

/** Returns the results of our rhythm() for a record, under the names of that package. */
export function ours(record: ActivityRecord, expected: PyActigraphy): PyActigraphy {
  const frame = recordFrame(record);
  const threshold = record.threshold === null ? {} : { threshold: record.threshold };
  const made = new Map<string, Record<string, unknown>[]>();
  const called = (call: string) => {
    const rows = made.get(call) ??
      rowsOf(rhythm(frame, { variant: "pyActigraphy", tz: "UTC", ...threshold, ...CALLS[call]! }));
    made.set(call, rows);
    return rows;
  };
  return Object.fromEntries(
    Object.entries(expected).map(([label, value]) => {
      const [name, ...call] = label.split(" ");
      const found = called(call.join(" ")).filter((row) => row["name"] === name)
        .map((row) => row["value"] as number);
      return [label, Array.isArray(value) ? found : found[0]!];
    }),
  );
}

/**
 * The statistics on which both can be held equal. Above a threshold many stretches of the mean day
 * are equal, and rounding decides which of them that package finds first.
 */
export function comparable(record: ActivityRecord, expected: PyActigraphy): PyActigraphy {
  return Object.fromEntries(
    Object.entries(expected).filter(([label]) =>
      record.threshold === null || !label.endsWith("_onset")
    ),
  );
}
