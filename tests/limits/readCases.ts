import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { DatabaseSync } from "node:sqlite";
import { EXAMPLE_FILES } from "../read/exampleFiles.ts";
import { unzipped } from "../read/export/exportFixture.ts";
import { lastOf } from "../helpers/lastOf.ts";
import { LIMITS } from "../../src/options/limits.ts";
import { csv } from "../../src/read/csv.ts";
import { any } from "../../src/read/any.ts";
import { readDamagedJson } from "../../src/read/export/damagedJson.ts";
import { openZip } from "../../src/read/zip/openZip.ts";
import { inBlob } from "../../src/read/zip/fileSource.ts";
import { expect, type LimitCase } from "./limitCase.ts";

/** An event of a calendar that begins on 2 January 2017. */
const event = (more: string, uid = "1"): string =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20170102T090000Z\r\nSUMMARY:x${uid}\r\n${more}\r\nEND:VEVENT\r\n`;
const calendar = (...events: string[]): File =>
  new File([`BEGIN:VCALENDAR\r\n${events.join("")}END:VCALENDAR\r\n`], "calendar.ics");

/** A zone of a calendar. */
const zone = (i: number): string =>
  `BEGIN:VTIMEZONE\r\nTZID:Z${i}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n` +
  "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";

/** An EDF+ file with an annotation, and a record of this many bytes. */
function edf(bytes: number): File {
  const pad = (text: string | number, width: number): string => String(text).padEnd(width);
  const header = pad("0", 8) + pad("P01 F X X", 80) + pad("Startdate 30-MAR-2024 X X X", 80) +
    "30.03.2423.00.00" + pad(512, 8) + pad("EDF+C", 44) + pad(1, 8) + pad(30, 8) + pad(1, 4) +
    pad("EDF Annotations", 16) + pad("", 88) + pad(-1, 8) + pad(1, 8) + pad(-32768, 8) +
    pad(32767, 8) + pad("", 80) + pad(bytes / 2, 8) + pad("", 32);
  const list = "+0\x14\x14\0+5\x14Lights off\x14\0";
  return new File([header, list, new Uint8Array(bytes - list.length)], "P01.edf");
}

/** The example database of a reader with more tables. */
async function withTables(name: string, tables: number, columns: number): Promise<File> {
  const [[path = "", bytes] = []] = Object.entries(await unzipped(EXAMPLE_FILES[name]!));
  const copy = await Deno.makeTempFile(),
    names = Array.from({ length: columns }, (_, i) => `c${i}`);
  await Deno.writeFile(copy, bytes!);
  const database = new DatabaseSync(copy);
  database.exec("BEGIN");
  for (let i = 0; i < tables; i++) database.exec(`CREATE TABLE more${i} (${names})`);
  database.exec("COMMIT");
  database.close();
  const file = new File([await Deno.readFile(copy)], path);
  await Deno.remove(copy);
  return file;
}

/** Reads a Fitbit log of stages that each last all night, and of short wakes. */
async function readLog(stages: number, wakes: number): Promise<number> {
  const piece = (minute: number, minutes: number, level: string) => ({
    dateTime: new Date(Date.UTC(2024, 4, 1) + 60_000 * minute).toISOString().slice(0, -1),
    level,
    seconds: 60 * minutes,
  });
  const log = {
    logId: 1,
    startTime: "2024-05-01T00:00:00.000",
    levels: {
      data: Array.from({ length: stages }, () => piece(0, 2 * wakes + 1, "light")),
      shortData: Array.from({ length: wakes }, (_, i) => piece(2 * i + 1, 1, "wake")),
    },
  };
  const file = new File([JSON.stringify([log])], "sleep-2024-05-01.json");
  const { sleep, report } = await any(file, { tz: "UTC" });
  const [problem] = report.problems;
  if (problem !== undefined) throw new Error(problem.reason);
  return sleep.height;
}

const POINT = `<trkpt lat="52.5" lon="13.4"><time>2024-05-01T08:00:00Z</time></trkpt>`;
const LONG = " ".repeat(2 ** 24 + 2 ** 17); // counted by chunks

/** Returns a file of each format of XML that has an element, and a track before it. */
const xmlFiles = (element: string, point = ""): readonly File[] => [
  new File([`<gpx><trk><trkseg>${point}</trkseg></trk>${element}</gpx>`], "walk.gpx"),
  new File([`<TrainingCenterDatabase>${element}</TrainingCenterDatabase>`], "ride.tcx"),
  new File([`<HealthData>${element}</HealthData>`], "export.xml"),
];

/** Reads a calendar. What was skipped is an error. */
async function read(file: File): Promise<number> {
  const { events, report } = await any(file);
  const [reason] = report.problems;
  if (Object.keys(report.skipped).length > 0) {
    throw new Error(JSON.stringify([report.skipped, reason]));
  }
  return events?.height ?? 0;
}

interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Uncompressed length, according to the directory. @default the actual length */
  readonly claimed?: number;
}

/** Creates a zip file. Entries with the same bytes may overlap. */
function zip(entries: readonly Entry[], { overlap = false } = {}): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [], directory: Uint8Array[] = [];
  let at = 0;
  let shared: number | undefined;
  for (const { name, bytes, claimed = bytes.length } of entries) {
    const packed = deflateRawSync(bytes), letters = new TextEncoder().encode(name);
    const head = (central: boolean, offset: number): Uint8Array => {
      const record = new DataView(new ArrayBuffer(central ? 46 : 30));
      record.setUint32(0, central ? 0x02014b50 : 0x04034b50, true);
      const from = central ? 6 : 4;
      record.setUint16(from, 20, true);
      record.setUint16(from + 4, 8, true);
      record.setUint32(from + 10, crc32(bytes), true);
      record.setUint32(from + 14, packed.length, true);
      record.setUint32(from + 18, claimed, true);
      record.setUint16(from + 22, letters.length, true);
      if (central) record.setUint32(42, offset, true);
      return new Uint8Array([...new Uint8Array(record.buffer), ...letters]);
    };
    if (!overlap || shared === undefined) {
      shared = at;
      for (const part of [head(false, 0), packed]) {
        parts.push(part);
        at += part.length;
      }
    }
    directory.push(head(true, shared));
  }
  const end = new DataView(new ArrayBuffer(22));
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, Math.min(entries.length, 0xffff), true);
  end.setUint16(10, Math.min(entries.length, 0xffff), true);
  end.setUint32(12, size, true);
  end.setUint32(16, at, true);
  const all = new Uint8Array(at + size + 22);
  let to = 0;
  for (const part of [...parts, ...directory, new Uint8Array(end.buffer)]) {
    all.set(part, to);
    to += part.length;
  }
  return all;
}

/** Creates a tar file with an empty file of any name. */
function tar(name: string): Uint8Array<ArrayBuffer> {
  const block = (type: string, size: number): Uint8Array => {
    const head = new Uint8Array(512);
    const put = (at: number, text: string): void => head.set(new TextEncoder().encode(text), at);
    put(124, size.toString(8).padStart(11, "0"));
    put(148, "        ");
    put(156, type);
    put(257, "ustar");
    put(148, head.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0"));
    head[154] = 0;
    return head;
  };
  const text = new TextEncoder().encode(name), padded = Math.ceil(text.length / 512) * 512;
  const all = new Uint8Array(512 + padded + 512);
  all.set(block("L", text.length));
  all.set(text, 512);
  all.set(block("0", 0), 512 + padded);
  return all;
}

const few = new TextEncoder().encode("x");
const files = (count: number, bytes = few): Entry[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${i}.txt`, bytes }));

/** The cases of the limits on files. */
export const READ_CASES = {
  archiveEntries: {
    exceed: async () => {
      // A zip file has at most 65,535 entries without the extension for more: two of them together do.
      const one = new Blob([zip(files(60_000))]);
      await any([new File([one], "a.zip"), new File([one], "b.zip")]);
    },
    honest: async () => {
      const walk = { name: "walk.ics", bytes: await calendar(event("")).bytes() };
      const bytes = zip([...files(20_000), walk]);
      expect((await any(new File([bytes], "export.zip"))).events.height, 1);
    },
  },
  archiveBytes: {
    exceed: async () => {
      const overlapping = zip(files(2_000, new Uint8Array(2 ** 20)), { overlap: true });
      const message = await any(new File([overlapping], "x.zip")).catch(String);
      expect(String(message).includes("entries that overlap"), true);
      const large = zip(files(3).map((one) => ({ ...one, claimed: 2 ** 31 })));
      const direct = await any(new File([large], "x.zip")).catch(String);
      expect(String(direct).includes(LIMITS.archiveBytes.error), true);
      // Each archive unpacks to a gigabyte: within the limit, all of them together are not.
      const inner = zip(files(1).map((one) => ({ ...one, claimed: 2 ** 30 })));
      const outer = files(5, inner).map((one, i) => ({ ...one, name: `${i}.zip` }));
      await any(new File([zip(outer)], "x.zip"));
    },
    honest: async () => {
      // The directory of an archive of 200 MB, whose entries unpack to 5 GB.
      const large = zip([
        { name: "export.xml", bytes: few, claimed: 4_000_000_000 },
        { name: "export_cda.xml", bytes: few, claimed: 1_000_000_000 },
        ...files(1),
      ]);
      const padding = new Uint8Array(200 * 2 ** 20);
      const directory = large.length - 22;
      const offset = new DataView(large.buffer).getUint32(directory + 16, true);
      const bytes = inBlob(new Blob([padding, large]));
      const moved = { ...bytes, size: bytes.size };
      expect(offset > 0, true);
      expect((await openZip(moved, "read the export")).length, 3);
    },
  },
  archiveName: {
    exceed: async () => {
      const long = zip([{ name: "a/".repeat(3_000), bytes: few }]);
      const message = await any(new File([long], "x.zip")).catch(String);
      expect(String(message).includes(LIMITS.archiveName.error), true);
      await any(new File([tar(`${"a/".repeat(3_000)}a`)], "x.tar"));
    },
    honest: async () => {
      const name = `${"a".repeat(100)}/`.repeat(20) + "walk.ics";
      const bytes = await calendar(event("")).bytes();
      expect((await any(new File([zip([{ name, bytes }])], "x.zip"))).events.height, 1);
    },
  },
  archiveDepth: {
    exceed: async () => {
      let bytes = zip([{ name: "walk.ics", bytes: await calendar(event("")).bytes() }]);
      for (let depth = 0; depth < 6; depth++) bytes = zip([{ name: "in.zip", bytes }]);
      await any(new File([bytes], "deep.zip"));
    },
    honest: async () => {
      const walk = { name: "walk.ics.gz", bytes: gzipSync(await calendar(event("")).bytes()) };
      const bytes = zip([{ name: "a.zip", bytes: zip([{ name: "b.zip", bytes: zip([walk]) }]) }]);
      expect((await any(new File([bytes], "export.zip"))).events.height, 1);
    },
  },
  streamBytes: {
    exceed: () => any(pieces(2 ** 24, Infinity)),
    honest: async () => {
      const message = await any(pieces(2 ** 20, 100)).catch(String);
      expect(/^TypeError: Cannot read .*bytes of the stream/.test(String(message)), false);
    },
  },
  csvField: {
    exceed: async () => {
      const long = "x".repeat(2 ** 20 + 1);
      for (const field of [long, `"${long}"`, `"${'""'.repeat(2 ** 20)}"`]) {
        const message = String(await csv({ text: `a,b\n1,${field}\n` }).catch(String));
        expect(message.includes(LIMITS.csvField.error), true);
      }
      await csv({ text: `a,b\n1,${long}\n` });
    },
    honest: async () => {
      const note = "word ".repeat(100_000);
      for (const field of [note, `"${note}"`]) {
        expect((await csv({ text: `a,b\n1,${field}\n` })).height, 1);
      }
    },
  },
  databaseColumns: {
    exceed: async () => {
      for (const name of ["healthConnect", "gadgetbridge"]) {
        const message = String(await any(await withTables(name, 60, 1_000)).catch(String));
        expect(message.includes(LIMITS.databaseColumns.error), true);
      }
      await any(await withTables("agd", 60, 1_000));
    },
    honest: async () => {
      for (const name of ["healthConnect", "gadgetbridge", "agd"]) {
        const { report } = await any(await withTables(name, 500, 40));
        expect([report.reader, report.files.read], [name, 1]);
      }
    },
  },
  sleepLogPieces: {
    exceed: () => readLog(2_000, 2_000),
    honest: async () => expect(await readLog(1, 5_000), 10_001),
  },
  edfAnnotations: {
    exceed: () => any(edf(2 ** 23 + 2)),
    honest: async () => {
      expect((await any(edf(1_000_000), { tz: "UTC" })).events.height, 1);
    },
  },
  csvProblems: {
    exceed: () => csv({ text: "a,b\n" + "1\n".repeat(200_000) }),
    honest: async () => {
      const text = "a,b\n" + ("1,2\n".repeat(100) + "1\n").repeat(10_000);
      expect((await csv({ text })).height, 1_000_000);
    },
  },
  jsonProblems: {
    exceed: () =>
      lastOf(readDamagedJson(`[${"x,".repeat(100_000)}{}]`, new SyntaxError("no JSON"))),
    honest: () => {
      const text = `[${`${"{},".repeat(100)}x,`.repeat(1_000)}{}]`;
      const { value, problems } = lastOf(readDamagedJson(text, new SyntaxError("no JSON")));
      expect([(value as unknown[]).length, problems.length], [100_001, 1_000]);
    },
  },
  calendarEntryBytes: {
    exceed: async () => {
      const escapes = await read(calendar(event(`DESCRIPTION:${"\\n".repeat(200_000)}`))).catch(
        String,
      );
      expect(String(escapes).includes(LIMITS.calendarEntryBytes.error), true);
      for (
        const more of [
          `RDATE:${"20240101T090000Z,".repeat(200_000)}`,
          `X-A${";B=c".repeat(300_000)}:x`,
        ]
      ) {
        const message = String(await read(calendar(event(more))).catch(String));
        expect(message.includes(LIMITS.calendarEntryBytes.error), true);
      }
      await read(calendar(event("EXDATE:20240101T090000Z\r\n".repeat(100_000))));
    },
    honest: async () => {
      const day = (i: number): string =>
        Temporal.PlainDate.from("2017-01-02").add({ days: i }).toString().replaceAll("-", "");
      const dates = Array.from(
        { length: 1_825 },
        (_, i) => `EXDATE:${day(2 * i)}T090000Z`,
      );
      expect(
        await read(calendar(event(`RRULE:FREQ=DAILY;COUNT=3650\r\n${dates.join("\r\n")}`))),
        1_825,
      );
    },
  },
  calendarText: {
    exceed: async () => {
      const long = event(`DESCRIPTION:${"x".repeat(2 ** 21)}`);
      const damaged = calendar(event("NONSENSE"), event(""), long);
      expect(String(await read(damaged).catch(String)).includes(LIMITS.calendarText.error), true);
      await read(calendar(long));
    },
    honest: async () => {
      expect(await read(calendar(event(`DESCRIPTION:${"text ".repeat(200_000)}`))), 1);
    },
  },
  xmlDepth: {
    exceed: async () => {
      const deep = `${"<a>".repeat(200)}${"</a>".repeat(200)}`;
      const track = new File([`<gpx>${deep}</gpx>`], "walk.gpx");
      expect(String(await any(track).catch(String)).includes(LIMITS.xmlDepth.error), true);
      await any(new File([`<HealthData>${deep}</HealthData>`], "export.xml"));
    },
    honest: async () => {
      const deep = `${"<a>".repeat(62)}${"</a>".repeat(62)}`;
      const point = `<trkpt lat="52.5" lon="13.4"><time>2024-05-01T08:00:00Z</time></trkpt>`;
      const track = new File(
        [`<gpx>${deep}<trk><trkseg>${point}</trkseg></trk></gpx>`],
        "walk.gpx",
      );
      expect((await any(track)).locations.height, 1);
    },
  },
  xmlAttributes: {
    exceed: async () => {
      const wide = `<a ${Array.from({ length: 1_500 }, (_, i) => `a${i}="1"`).join(" ")}/>`;
      for (const file of xmlFiles(wide)) {
        const message = String(await any(file).catch(String));
        expect(message.includes(LIMITS.xmlAttributes.error), true);
      }
      await any(xmlFiles(wide)[0]!);
    },
    honest: async () => {
      const wide = `<a ${Array.from({ length: 100 }, (_, i) => `a${i}="1"`).join(" ")}/>`;
      for (const file of xmlFiles(wide, POINT)) expect((await any(file)).report.files.read, 1);
    },
  },
  xmlElementBytes: {
    exceed: async () => {
      const elements = [`<!--${LONG}-->`, `<a>${LONG}</a>`, `<a b="${LONG}"/>`];
      for (const [i, element] of elements.entries()) {
        const message = String(await any(xmlFiles(element)[i]!).catch(String));
        expect(message.includes(LIMITS.xmlElementBytes.error), true);
      }
      await any(xmlFiles(LONG)[0]!);
    },
    honest: async () => {
      const comment = `<!--${" ".repeat(1_000_000)}-->`;
      for (const file of xmlFiles(comment, POINT)) expect((await any(file)).report.files.read, 1);
    },
  },
  calendarVersions: {
    exceed: () => read(calendar(event("").repeat(6_000))),
    honest: async () => {
      const day = (i: number): string =>
        Temporal.PlainDate.from("2017-01-02").add({ days: i }).toString().replaceAll("-", "");
      const changed = Array.from(
        { length: 1_825 },
        (_, i) => event(`RECURRENCE-ID:${day(i)}T090000Z\r\nDURATION:PT${i + 1}M`),
      );
      expect(await read(calendar(event("RRULE:FREQ=DAILY;COUNT=1825"), ...changed)), 1_825);
    },
  },
  calendarZones: {
    exceed: () => read(calendar(...Array.from({ length: 1_100 }, (_, i) => zone(i)), event(""))),
    honest: async () => {
      const zones = Array.from({ length: 600 }, (_, i) => zone(i));
      expect(await read(calendar(...zones, event(""))), 1);
    },
  },
  calendarBytes: {
    exceed: () => read(calendar(event(`DESCRIPTION:${"x".repeat(2 ** 26)}`))),
    honest: async () => {
      const events = Array.from(
        { length: 10_000 },
        (_, i) => event(`DTEND:20170102T100000Z\r\nDESCRIPTION:${"text ".repeat(50)}`, `${i}`),
      );
      expect(await read(calendar(...events)), 10_000);
    },
  },
  calendarEventSteps: {
    exceed: async () => {
      const rule = "RRULE:FREQ=SECONDLY;BYMINUTE=0;BYSECOND=0"; // 3,600 seconds for each occurrence
      await read(calendar(event(rule)));
    },
    honest: async () => {
      expect(await read(calendar(event("RRULE:FREQ=HOURLY;COUNT=43800"))), 43_800);
    },
  },
  calendarOccurrenceSteps: {
    exceed: async () => {
      for (
        const more of [
          "RRULE:FREQ=DAILY;INTERVAL=999999999999999999999",
          "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
          "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
          "DURATION:P999999999999D",
        ]
      ) {
        const message = String(await read(calendar(event(more))).catch(String));
        expect(message.includes("the next occurrence"), true);
      }
      const zone = "BEGIN:VTIMEZONE\r\nTZID:Mine\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n" +
        "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";
      const own = "BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Mine:20240101T090000\r\nEND:VEVENT\r\n";
      await read(calendar(zone, own));
    },
    honest: async () => {
      const yearly = "RRULE:FREQ=HOURLY;BYMONTH=1;BYMONTHDAY=2;BYHOUR=9;COUNT=5";
      expect(await read(calendar(event(yearly))), 5);
    },
  },
  calendarSteps: {
    exceed: async () => {
      const often = Array.from(
        { length: 60 },
        (_, i) => event("RRULE:FREQ=SECONDLY;BYMINUTE=0;BYSECOND=0", `${i}`),
      );
      await read(calendar(...often));
    },
    honest: async () => {
      const weekly = Array.from(
        { length: 2_000 },
        (_, i) => event("RRULE:FREQ=DAILY;COUNT=20", `${i}`),
      );
      expect(await read(calendar(...weekly)), 40_000);
    },
  },
  calendarOccurrences: {
    exceed: () => read(calendar(event("RRULE:FREQ=HOURLY"))),
    honest: async () => {
      expect(await read(calendar(event("RRULE:FREQ=HOURLY;COUNT=43800"))), 43_800);
    },
  },
} satisfies Record<string, LimitCase>;

function pieces(size: number, count: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const piece = new Uint8Array(size).fill(0x78);
  let sent = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (sent++ < count) controller.enqueue(piece);
      else controller.close();
    },
  });
}
