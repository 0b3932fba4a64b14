import { crc32, deflateRawSync, gzipSync } from "node:zlib";
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
      const large = files(3).map((one) => ({ ...one, claimed: 2 ** 31 }));
      await any(new File([zip(large)], "x.zip"));
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
