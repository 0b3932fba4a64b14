import type { Frame } from "../../src/frame/polars/frame.ts";

/** The rows of a long frame of statistics by name. */
export function statistics(frame: Frame): Record<string, number | null> {
  return Object.fromEntries(
    frame.toRecords().map((row) => [String(row["name"]), row["value"] as number | null]),
  );
}

/** One row of a long frame of statistics. */
export function statistic(frame: Frame, name: string): Record<string, unknown> {
  return frame.toRecords().find((row) => row["name"] === name)!;
}
