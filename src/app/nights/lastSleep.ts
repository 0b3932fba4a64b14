import { readColumns } from "../../frame/readColumns.ts";
import { merge } from "../../sleep/merge.ts";
import { nights } from "../../sleep/nights.ts";
import { spansWithin } from "./readNights.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** The last main sleep of some nights. */
export interface LastSleep {
  /** The local date of waking. */
  readonly night: string;
  /** Its spans of all sources. */
  readonly raw: Frame;
  /** Its spans, merged. */
  readonly merged: Frame;
  /** How many sources it has. */
  readonly sources: number;
}

/** The last main sleep in a frame of stages; null if there is none. */
export function lastSleep(
  stages: Frame,
  { tz, sourcePriority }: { tz: string; sourcePriority: readonly string[] },
): LastSleep | null {
  const found = readColumns(nights(stages, { tz, sourcePriority }), {
    night: "text",
    start_time: "time",
    end_time: "time",
    main: "bool",
  });
  const row = found.main.values.lastIndexOf(1);
  if (row < 0) return null;
  const start = found.start_time.values[row]!, end = found.end_time.values[row]!;
  const raw = spansWithin(stages, [{ start, end }]);
  const { source } = readColumns(raw, { "source?": "text" });
  return {
    night: found.night.values[row]!,
    raw,
    merged: merge(raw, { sourcePriority }),
    sources: new Set(source?.values).size,
  };
}
