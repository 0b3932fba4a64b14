import { localText, localTime } from "../../time/localText.ts";
import { type TextPatterns, textPatterns } from "../../time/textPatterns.ts";
import { zonedTime } from "../../time/zones.ts";
import { type Cell, cell, MISSING } from "./tableParts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time/units.ts";

/**
 * Formats instants as cells in the local time of a zone, with its offset unless it is UTC, and with
 * as many digits of the second as the values need. Uses dates if each instant is the start of a
 * local day, or the given pattern.
 *
 * @param micros Microseconds UTC; null for missing values.
 * @param tz IANA zone; null for times without a zone, which are shown unchanged.
 */
export function timeCells(
  micros: readonly (bigint | null)[],
  tz: string | null,
  patterns: TextPatterns = textPatterns(),
): Cell[] {
  const { locale, whole, figures } = patterns;
  if (whole === undefined && micros.every((at) => at === null || isDayStart(at, tz ?? "UTC"))) {
    return micros.map((at) =>
      at === null ? MISSING : cell(localText(Number(at / 1000n), tz ?? "UTC", figures, locale))
    );
  }
  const precision = finest(micros, tz ?? "UTC");
  return micros.map((at) => {
    if (at === null) return MISSING;
    const rest = modulo(at, 1000n), ms = Number((at - rest) / 1000n), zone = tz ?? "UTC";
    if (whole !== undefined) return cell(localText(ms, zone, whole, locale));
    const digits = precision === "microsecond" ? `.SSS'${String(rest).padStart(3, "0")}'` : ".SSS";
    const clock = precision === "minute"
      ? patterns.clock
      : precision === "second"
      ? patterns.second
      : patterns.second.replace(/s+/, (seconds) => seconds + digits);
    const text = localText(ms, zone, `${figures} ${clock}`, locale);
    return cell(tz === null || tz === "UTC" ? text : text + localTime(ms, tz).offset);
  });
}

/** Formats days since 1970 as numeric dates. */
export function dateCells(
  days: readonly (number | null)[],
  { figures, locale }: TextPatterns = textPatterns(),
): Cell[] {
  return days.map((day) =>
    day === null ? MISSING : cell(localText(day * 86_400_000, "UTC", figures, locale))
  );
}

type Precision = "minute" | "second" | "millisecond" | "microsecond";

function finest(micros: readonly (bigint | null)[], tz: string): Precision {
  const has = (unit: bigint): boolean =>
    micros.some((at) => at !== null && modulo(at, unit) !== 0n);
  if (has(1000n)) return "microsecond";
  if (has(1_000_000n)) return "millisecond";
  const hasSecond = micros.some((at) =>
    at !== null && localTime(Number(at / 1000n), tz).second !== 0
  );
  return hasSecond ? "second" : "minute";
}

function isDayStart(at: bigint, tz: string): boolean {
  const local = zonedTime(at, tz);
  return local.epochNanoseconds === local.startOfDay().epochNanoseconds;
}

function modulo(value: bigint, unit: bigint): bigint {
  return ((value % unit) + unit) % unit;
}

/**
 * Formats hours after midnight, including negative ones, as times of day: 23:59:40 is not yet
 * midnight.
 */
export function clockCells(
  hours: readonly (number | bigint | null)[],
  { clock, locale }: TextPatterns = textPatterns(),
): Cell[] {
  return hours.map((value) => {
    if (value === null || !Number.isFinite(Number(value))) return MISSING;
    // Adds a millisecond, because the number can be just below its minute.
    const ms = Math.floor((Number(value) * HOUR_MS + 1) / MINUTE_MS) * MINUTE_MS;
    return cell(localText((ms % DAY_MS + DAY_MS) % DAY_MS, "UTC", clock, locale));
  });
}
