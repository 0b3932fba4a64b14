import { type Cell, cell, MISSING } from "./tableParts.ts";

/**
 * Instants as cells in the local time of a zone, with its offset from UTC (left out in UTC itself)
 * and as many digits of the second as the values need.
 *
 * @param micros Microseconds UTC, null where there is none.
 * @param tz The IANA zone; null for times that have none, which are shown as they stand.
 */
export function timeCells(micros: readonly (bigint | null)[], tz: string | null): Cell[] {
  const times = micros.map((at) =>
    at === null ? null : new Temporal.ZonedDateTime(at * 1000n, tz ?? "UTC")
  );
  const precision = finest(times);
  return times.map((time) => {
    if (time === null) return MISSING;
    const clock = time.toPlainDateTime().toString({ smallestUnit: precision }).replace("T", " ");
    return cell(tz === null || tz === "UTC" ? clock : clock + time.offset);
  });
}

type Precision = "minute" | "second" | "millisecond" | "microsecond";

function finest(times: readonly (Temporal.ZonedDateTime | null)[]): Precision {
  const has = (unit: Precision): boolean => times.some((time) => time !== null && time[unit] !== 0);
  if (has("microsecond")) return "microsecond";
  if (has("millisecond")) return "millisecond";
  return has("second") ? "second" : "minute";
}
