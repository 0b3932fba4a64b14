import { localText } from "../../time/localText.ts";
import { type TextPatterns, textPatterns } from "../../time/textPatterns.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time/units.ts";
import { type Cell, cell, MISSING } from "./tableParts.ts";

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
