import type { FileRule, MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Daylio";

/**
 * Reads the CSV export of the mood diary Daylio. Format: parsers in
 * https://github.com/staticf0x/daylio-parser and https://github.com/MichaelCurrin/daylio-csv-parser.
 *
 * Times are local times. Exports before 2020 have a year, and a date such as `June 22` in the
 * language of the app. The five moods have names that each user may change; the original English
 * names, `awful` to `rad`, become 1 to 5.
 */
export const DAYLIO: MakerReader = {
  name: "daylio",
  title: "Daylio diary",
  rules: [
    rule(["full_date", "weekday", "time", "mood"]),
    rule(["year", "date", "time", "mood", "activities"]),
  ],
};

function rule(needs: readonly string[]): FileRule {
  return tableRule({ needs }, readEntry);
}

const MOODS: Readonly<Record<string, number>> = { awful: 1, bad: 2, meh: 3, good: 4, rad: 5 };

function readEntry(row: VendorRow, { collector }: RuleContext): void {
  const date = row.text("full_date") ?? `${row.text("date") ?? ""} ${row.text("year") ?? ""}`;
  const mood = row.text("mood") ?? "entry";
  const start = row.timeOf(`${date} ${row.text("time") ?? ""}`.trim() || undefined);
  if (start === undefined) return;
  const value = MOODS[mood.toLowerCase()];
  if (value === undefined) {
    collector.note(`the mood ${JSON.stringify(mood)} has no score: only awful to rad are 1 to 5`);
  } else {
    collector.other("mood_score", { start, value, unit: "score", source: SOURCE }, row.where);
  }
  const texts = [
    row.text("activities")?.split("|").map((one) => one.trim()).filter(Boolean).join(", "),
    row.text("scales"),
    row.text("note_title"),
    row.text("note")?.replaceAll(/<br\s*\/?>/g, "\n").replaceAll(/<[^<>]+>/g, ""),
  ];
  const notes = texts.filter(Boolean).join("\n") || undefined;
  collector.event({ start, title: mood, notes, calendar: "diary", source: SOURCE }, row.where);
}
