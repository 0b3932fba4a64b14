import { crc32, deflateRawSync } from "node:zlib";

/** A record as the phone writes it. */
export interface FileRecord {
  type: string;
  start: string;
  end: string;
  value?: string;
  unit?: string;
  source?: string;
  metadata?: Record<string, string>;
}

/** The DOCTYPE as export version 12 has it: with a list that is not closed. */
const DOCTYPE = `<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 12 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
<!-- Note: Any Records that appear as children of a correlation also appear as top-level records. -->
<!ATTLIST VisionPrescription
  type             CDATA #REQUIRED
  brand            CDATA #IMPLIED
<!ELEMENT RightEye EMPTY>
]>`;

/** An instant as the phone writes it in an export made where the offset is `+0200`. */
export function stamp(instant: string | number, offset = 120): string {
  const local = new Date(new Date(instant).getTime() + offset * 60_000).toISOString();
  const sign = offset < 0 ? "-" : "+", minutes = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${sign}${two(Math.floor(minutes / 60))}${
    two(minutes % 60)
  }`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** One `Record` element. */
export function recordXml(record: FileRecord): string {
  const { type, start, end, value, unit, source = "Anna’s Watch", metadata = {} } = record;
  const optional = [["unit", unit], ["value", value]].flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}="${escape(text)}"`]
  ).join(" ");
  const entries = Object.entries(metadata).map(([key, text]) =>
    `\n  <MetadataEntry key="${key}" value="${escape(text)}"/>`
  ).join("");
  const open = ` <Record type="${type}" sourceName="${escape(source)}" sourceVersion="10.3" ` +
    `device="&lt;&lt;HKDevice: 0x2834&gt;, name:Watch&gt;" creationDate="${end}" ` +
    `startDate="${start}" endDate="${end}" ${optional}`;
  return entries === "" ? `${open}/>\n` : `${open}>${entries}\n </Record>\n`;
}

/** The file of some elements. */
export function exportXml(...elements: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n<HealthData locale="en_DE">\n` +
    ` <ExportDate value="2024-07-01 12:00:00 +0200"/>\n` +
    ` <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-01"/>\n` +
    `${elements.join("")}</HealthData>\n`;
}

/** The nights of some days as a watch and a phone record them: half-hour stages from midnight to seven. */
export function nightRecords(first: string, days: number, zone = "Europe/Berlin"): FileRecord[] {
  const stages = ["Core", "Deep", "Core", "REM", "Awake", "Core", "Deep", "REM"];
  return Array.from({ length: days }, (_, day) => {
    const night = Temporal.PlainDate.from(first).add({ days: day }).toZonedDateTime({
      timeZone: zone,
      plainTime: "00:10",
    }).epochMilliseconds;
    const piece = (from: number, to: number, value: string, source?: string): FileRecord => ({
      type: "HKCategoryTypeIdentifierSleepAnalysis",
      start: stamp(night + from * 60_000),
      end: stamp(night + to * 60_000),
      value: `HKCategoryValueSleepAnalysis${value}`,
      metadata: { HKTimeZone: zone },
      ...(source === undefined ? {} : { source }),
    });
    return [
      piece(-20, 420, "InBed", "Anna’s Phone"),
      ...Array.from({ length: 14 }, (_, i) => {
        const name = stages[(i + day) % stages.length]!;
        return piece(i * 30, i * 30 + 30, name === "Awake" ? name : `Asleep${name}`);
      }),
    ];
  }).flat();
}

/** File to compress. */
export interface ZipFile {
  name: string;
  content: string | Uint8Array;
  /** Wrong values for the headers. */
  lie?: { flags?: number; method?: number; crc?: number; size?: number };
}

/** A zip file of some files. */
export function zipOf(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [], directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content, lie = {} } of files) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const packed = deflateRawSync(bytes), path = new TextEncoder().encode(name);
    const common = new DataView(new ArrayBuffer(26));
    common.setUint16(0, 20, true);
    common.setUint16(2, lie.flags ?? 0x800, true);
    common.setUint16(4, lie.method ?? 8, true);
    common.setUint32(10, lie.crc ?? crc32(bytes), true);
    common.setUint32(14, packed.length, true);
    common.setUint32(18, lie.size ?? bytes.length, true);
    common.setUint16(22, path.length, true);
    const fields = new Uint8Array(common.buffer);
    const local = [new Uint8Array([0x50, 0x4b, 3, 4]), fields, path, packed];
    const tail = new DataView(new ArrayBuffer(14));
    tail.setUint32(10, offset, true);
    directory.push(
      new Uint8Array([0x50, 0x4b, 1, 2, 20, 0]),
      fields,
      new Uint8Array(tail.buffer),
      path,
    );
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, files.length, true);
  end.setUint16(10, files.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, offset, true);
  const all = [...parts, ...directory, new Uint8Array(end.buffer)];
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
