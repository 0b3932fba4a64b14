import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Daylio";

/**
 * Reads the CSV export of the mood diary Daylio. Format: parsers in
 * https://github.com/staticf0x/daylio-parser and https://github.com/MichaelCurrin/daylio-csv-parser.
 *
 * Times are local times. The five moods have names that each user may change; the original English
 * names, `awful` to `rad`, become 1 to 5.
 */
export const DAYLIO: MakerReader = {
  name: "daylio",
  title: "Daylio diary",
  rules: [
    tableRule({
      name: /\.csv$|^the file$/i,
      needs: ["full_date", "time", "mood", "activities"],
    }, readEntry),
  ],
};

const MOODS: Readonly<Record<string, number>> = { awful: 1, bad: 2, meh: 3, good: 4, rad: 5 };

function readEntry(row: VendorRow, { collector }: RuleContext): void {
  const date = row.text("full_date"), mood = row.text("mood") ?? "entry";
  const start = row.timeOf(date === undefined ? undefined : `${date} ${row.text("time") ?? ""}`);
  if (start === undefined) return;
  const value = MOODS[mood.toLowerCase()];
  if (value === undefined) {
    collector.note(`the mood ${JSON.stringify(mood)} has no score: only awful to rad are 1 to 5`);
  } else {
    collector.other("mood_score", { start, value, unit: "score", source: SOURCE }, row.where);
  }
  const texts = [
    row.text("activities")?.split(/\s*\|\s*/).filter(Boolean).join(", "),
    row.text("scales"),
    row.text("note_title"),
    row.text("note")?.replaceAll(/<br\s*\/?>/g, "\n").replaceAll(/<[^>]+>/g, ""),
  ];
  const notes = texts.filter(Boolean).join("\n") || undefined;
  collector.event({ start, title: mood, notes, calendar: "diary", source: SOURCE }, row.where);
}
