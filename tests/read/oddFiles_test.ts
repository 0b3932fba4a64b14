import { assertEquals, assertRejects } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { type ExportFixture, zipped } from "./export/exportFixture.ts";
import { RIDE } from "./gpxFile.ts";
import { exportXml, nightRecords, recordXml } from "./healthFile.ts";
import { EXPORT as WHOOP, JOURNAL } from "./whoopFiles.ts";

const CALENDAR = await Deno.readTextFile(new URL("../fixtures/calendar.ics", import.meta.url));
const HEALTH = exportXml(...nightRecords("2024-05-01", 2).map(recordXml));
const STEPS = JSON.stringify([
  { dateTime: "03/31/24 00:59:00", value: "12", note: "Pläne" },
  { dateTime: "03/31/24 01:00:00", value: "30", note: "" },
]);
const ACCENTED = JOURNAL.replace("two, late", "zwei, spät");

/** An export around one text file that has a letter outside of ASCII, for each format of text. */
const EXPORTS: Readonly<Record<string, [text: string, around: (text: Content) => ExportFixture]>> =
  {
    CSV: [ACCENTED, (text) => ({ ...WHOOP, "my_whoop_data_2024_03_12/journal_entries.csv": text })],
    JSON: [STEPS, (text) => ({ "Takeout/Fitbit/Global Export Data/steps-2024-03-31.json": text })],
    iCalendar: [
      CALENDAR.replace(/SUMMARY:.*/, "SUMMARY:Früh"),
      (text) => ({ "work.ics": text }),
    ],
    GPX: [RIDE.replace("Sunday", "Früh"), (text) => ({ "ride.gpx": text })],
    "health XML": [
      HEALTH.replace(/sourceName="[^"]*"/, 'sourceName="Ühr"'),
      (text) => ({ "apple_health_export/export.xml": text }),
    ],
  };

type Content = string | Uint8Array<ArrayBuffer>;
const options = { tz: "Europe/Berlin" };

/** Returns the bytes of a text with its first letter outside of ASCII in Latin-1. */
function damaged(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text), at = bytes.findIndex((byte) => byte === 0xc3);
  bytes.copyWithin(at + 1, at + 2); // "ü" is C3 BC in UTF-8, FC in Latin-1
  bytes[at] = 0xfc;
  return bytes.slice(0, -1);
}

for (const [format, [text, around]] of Object.entries(EXPORTS)) {
  const read = async (content: Content, more = {}) =>
    (await any(zipped(around(content)), { ...options, ...more })).report;

  Deno.test(`a character that is not UTF-8 in ${format} is reported, and costs no row`, async () => {
    const sound = await read(text), odd = await read(damaged(text));
    assertEquals(odd.read, sound.read);
    const more = odd.problems.length - sound.problems.length;
    assertEquals(more, 1, JSON.stringify(odd.problems));
    await assertRejects(() => read(damaged(text), { strict: true }), TypeError);
  });

  Deno.test(`a byte order mark, CRLF and empty lines around ${format} change nothing`, async () => {
    const sound = await read(text);
    for (const odd of [`\uFEFF${text}`, text.replaceAll(/\r?\n/g, "\r\n"), `\n\n${text}\n\n`]) {
      const { read: found, skipped } = await read(odd);
      assertEquals([found, skipped], [sound.read, sound.skipped]);
    }
  });
}

Deno.test("a table that does not end with a line break is read, with a note about its last value", async () => {
  const table = (text: string) => zipped({ "aggregates_steps.csv": text, "user_survey.csv": "" });
  const text = "date,value\n2024-05-02,8000\n2024-05-03,9000";
  const notes = async (text: string) => (await any(table(text), options)).report.notes;
  assertEquals(await notes(`${text}\n`), []);
  assertEquals(await notes(text), [
    "aggregates_steps.csv does not end with a line break: if it is cut short, its last value is wrong",
  ]);
});
