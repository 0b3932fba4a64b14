import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Bearable";

/**
 * Reads the CSV export of the symptom diary Bearable. Format: parsers in
 * https://github.com/OmegaJak/bearable-csv-analyzer and
 * https://github.com/bcwilsondotcom/obsidian-bearable-import-plugin.
 *
 * A row is an entry about a part of a day without clock times, so it counts for its whole day. Each
 * user chooses the scales.
 */
export const BEARABLE: MakerReader = {
  name: "bearable",
  title: "Bearable diary",
  rules: [
    tableRule({
      needs: ["date", "time of day", "category", "rating/amount"],
    }, readEntry),
  ],
};

/** Categories with one rating, and their names. */
const RATINGS: Readonly<Record<string, string>> = {
  mood: "mood_score",
  energy: "energy_score",
  "sleep quality": "sleep_rating",
};

function readEntry(row: VendorRow, { collector }: RuleContext): void {
  const day = row.day("date"), category = row.text("category") ?? "entry";
  if (day === undefined) return;
  const detail = row.text("detail"), rating = row.text("rating/amount");
  const name = RATINGS[category.toLowerCase()], value = row.number("rating/amount");
  if (name !== undefined && value !== undefined) {
    collector.other(name, { ...day, value, unit: "score", source: SOURCE }, row.where);
  }
  const part = row.text("time of day");
  const notes = [rating, part, row.text("notes")].filter((text) => text !== undefined).join("; ");
  collector.event({
    ...day,
    title: detail === undefined ? category : `${category}: ${detail}`,
    notes: notes || undefined,
    all_day: true,
    calendar: category.toLowerCase(),
    source: SOURCE,
  }, row.where);
}
