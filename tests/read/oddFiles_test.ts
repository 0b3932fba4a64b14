import { assert, assertEquals, assertRejects } from "@std/assert";
import { any } from "../../src/read/any.ts";
import type { MakerExport } from "../../src/read/export/makerExport.ts";
import { EXAMPLE_FILES } from "./exampleFiles.ts";
import { LIBRE_VIEW, SLEEP_AS_ANDROID } from "./exampleTables.ts";
import { FHIR_BUNDLE, TCX_RIDE } from "./exampleTexts.ts";
import { type ExportFixture, rows, unzipped, zipped } from "./export/exportFixture.ts";
import { RIDE } from "./gpxFile.ts";
import { exportXml, nightRecords, recordXml } from "./healthFile.ts";
import { EXPORT as WHOOP, JOURNAL } from "./whoopFiles.ts";

const CALENDAR = await Deno.readTextFile(new URL("../fixtures/calendar.ics", import.meta.url));
const HEALTH = exportXml(...nightRecords("2024-05-01", 2).map(recordXml));
const STEPS = JSON.stringify([
  { dateTime: "03/31/24 00:59:00", value: "12", note: "Pläne" },
  { dateTime: "03/31/24 01:00:00", value: "30", note: "" },
]);
const OBSERVATION = JSON.stringify({ ...JSON.parse(FHIR_BUNDLE).entry[1].resource, note: "Früh" });
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
    "a table of LibreView": [
      LIBRE_VIEW.replace("Lunch", "Frühstück"),
      (text) => ({ "glucose.csv": text }),
    ],
    "nights of Sleep as Android": [
      SLEEP_AS_ANDROID.replace("#home", "früh"),
      (text) => ({ "sleep-export.csv": text }),
    ],
    "lines of JSON": [`${OBSERVATION}\n`, (text) => ({ "Observation.ndjson": text })],
    TCX: [
      TCX_RIDE.replace("</Id>", "</Id><Notes>Früh</Notes>"),
      (text) => ({ "ride.tcx": text }),
    ],
    GPX: [RIDE.replace("Sunday", "Früh"), (text) => ({ "ride.gpx": text })],
    "health XML": [
      HEALTH.replace(/sourceName="[^"]*"/, 'sourceName="Ühr"'),
      (text) => ({ "apple_health_export/export.xml": text }),
    ],
  };

type Content = string | Uint8Array<ArrayBuffer>;
const options = { tz: "Europe/Berlin" };

/** Returns the bytes of a text in Latin-1. */
function latin(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Returns the bytes of a text whose first letter outside of ASCII is damaged. */
function damaged(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text), at = bytes.findIndex((byte) => byte === 0xc3);
  bytes.copyWithin(at + 1, at + 2);
  bytes[at] = 0x81; // no character in UTF-8 or Windows-1252
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

  if (!["TCX", "GPX", "health XML"].includes(format)) { // XML states its encoding
    Deno.test(`${format} in Windows-1252 is read, which the report notes`, async () => {
      const sound = await any(zipped(around(text)), options);
      const odd = await any(zipped(around(latin(text))), { ...options, strict: true });
      const [sums, found] = [sound, odd].map(({ report }) => [report.read, report.skipped]);
      assertEquals(found, sums);
      const { events } = odd, were = sound.events;
      assertEquals(rows(events), rows(were));
      const noted = (report: MakerExport["report"]) =>
        report.notes.filter((note) => note.includes("Windows-1252")).length;
      assertEquals([noted(sound.report), noted(odd.report)], [0, 1]);
    });
  }

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

/** Returns a text in UTF-16 with a byte order mark. */
function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  [..."\uFEFF", ...text.split("")].forEach((unit, i) =>
    view.setUint16(2 * i, unit.charCodeAt(0), isLittle)
  );
  return new Uint8Array(view.buffer);
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const NUL = new Uint8Array(512);

/** Encodings that a byte order mark names, or zeros show, and line ends of other systems. */
const SAME: Readonly<Record<string, (text: string) => Uint8Array<ArrayBuffer>>> = {
  "UTF-8 with a byte order mark": (text) => bytesOf(`\uFEFF${text}`),
  "UTF-16LE": (text) => utf16(text, true),
  "UTF-16BE": (text) => utf16(text, false),
  "UTF-16LE without a byte order mark": (text) => utf16(text, true).slice(2),
  "UTF-16BE without a byte order mark": (text) => utf16(text, false).slice(2),
  CRLF: (text) => bytesOf(text.replaceAll(/\r?\n/g, "\r\n")),
  CR: (text) => bytesOf(text.replaceAll(/\r?\n/g, "\r")),
};

/** Kinds of damage at a byte of a file. */
const DAMAGE: Readonly<Record<string, (bytes: Uint8Array, at: number) => BlobPart[]>> = {
  "a byte of no encoding": (
    bytes,
    at,
  ) => [bytes.slice(0, at), Uint8Array.of(0x81), bytes.slice(at)],
  "the end within a character": (bytes, at) => [bytes.slice(0, at), Uint8Array.of(0xc3)],
  "zeros at the end": (bytes) => [bytes.slice(), NUL],
};

/** Returns the text of a file; `undefined` if it is not text. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Returns everything that was read, without notes, whose lines may differ. */
function contentOf({ metrics, others, sleep, workouts, locations, events, report }: MakerExport) {
  const frames = { ...metrics, ...others, sleep, workouts, locations, events };
  const content = Object.entries(frames).map(([name, frame]) => [name, rows(frame)]);
  return [Object.fromEntries(content), report.read, report.skipped];
}

for (const [reader, example] of Object.entries(EXAMPLE_FILES)) {
  const files = await unzipped(example);
  const texts = Object.entries(files).flatMap(([path, bytes]) => {
    const text = textOf(bytes);
    return text === undefined ? [] : [[path, text] as const];
  });
  if (texts.length === 0) continue; // a binary format
  const read = async (changed: ExportFixture, more = {}) =>
    await any(zipped({ ...files, ...changed }), { ...options, ...more });

  Deno.test(`the text files of ${reader} read the same in every encoding with a mark, and with every line end`, async () => {
    const sound = contentOf(await read({}));
    for (const [name, encode] of Object.entries(SAME)) {
      const changed = texts.map(([path, text]) => [path, encode(text)]);
      assertEquals(contentOf(await read(Object.fromEntries(changed))), sound, name);
    }
  });

  Deno.test(`damage in each text file of ${reader} is reported, and rejected with strict`, async () => {
    const sound = await read({}), known = new Set(sound.report.problems.map(textOfProblem));
    const paths: string[] = [];
    for (const [path] of texts) {
      const { [path]: _, ...others } = files;
      const isRead = Object.keys(others).length === 0 ||
        (await any(zipped(others), options)).report.files.read < sound.report.files.read;
      if (isRead) paths.push(path);
    }
    assert(paths.length > 0);
    for (const [name, damage] of Object.entries(DAMAGE)) {
      const changed: Record<string, Uint8Array<ArrayBuffer>> = {};
      for (const path of paths) {
        const bytes = files[path] ?? NUL, blob = new Blob(damage(bytes, bytes.length * 0.7));
        changed[path] = new Uint8Array(await blob.arrayBuffer());
      }
      const { report } = await read(changed).catch((error: Error) => {
        assert(/^Cannot read /.test(error.message), `${name}: ${error}`);
        return { report: undefined };
      });
      if (report !== undefined) {
        const found = report.problems.filter((problem) => !known.has(textOfProblem(problem)));
        const silent = paths.filter((path) => found.every(({ file }) => file !== path));
        assertEquals(silent, [], name);
      }
      await assertRejects(() => read(changed, { strict: true }), Error, "Cannot read ");
    }
  });
}

type Report = MakerExport["report"];

function textOfProblem({ file, where, reason }: Report["problems"][number]): string {
  return `${file}: ${where}: ${reason}`;
}

Deno.test("a table with a damaged header row is reported, not silently ignored", async () => {
  const header = "Cycle start t\u00efme,Question text\n1,\u00e4\n";
  const bytes = new TextEncoder().encode(header);
  bytes[bytes.indexOf(0xc3)] = 0x81; // the second letter is still UTF-8
  const files = { ...WHOOP, "my_whoop_data_2024_03_12/damaged.csv": bytes };
  const { report } = await any(zipped(files), options);
  const found = report.problems.find(({ file }) => file.endsWith("damaged.csv"));
  assertEquals([found?.where, found?.reason.includes("not recognized")], ["line 1", true]);
  assertEquals(Object.keys(report.ignored).filter((name) => name.includes("damaged")), []);
  await assertRejects(
    () => any(zipped({ "damaged.csv": bytes }), options),
    TypeError,
    "damaged.csv, line 1, is damaged",
  );
});
