import { localText } from "../../time/localText.ts";
import { type TextPatterns, textPatterns } from "../../time/textPatterns.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time/units.ts";
import { type Cell, cell, MISSING } from "./tableParts.ts";

/** Hours after a midnight, also negative ones, as clocks show them: 23:59:40 is not yet midnight. */
export function clockCells(
  hours: readonly (number | bigint | null)[],
  { clock, locale }: TextPatterns = textPatterns(),
): Cell[] {
  return hours.map((value) => {
    if (value === null || !Number.isFinite(Number(value))) return MISSING;
    // A millisecond more than the number, which may be just below the minute that it stands for.
    const ms = Math.floor((Number(value) * HOUR_MS + 1) / MINUTE_MS) * MINUTE_MS;
    return cell(localText((ms % DAY_MS + DAY_MS) % DAY_MS, "UTC", clock, locale));
  });
}
