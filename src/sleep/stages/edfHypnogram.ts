/** Annotation of an EDF+ file, in seconds after its start. */
export interface Annotation {
  readonly onset: number;
  /** `undefined` if it is not written. */
  readonly duration: number | undefined;
  readonly text: string;
}

/** Annotations of an EDF+ file, with its local start and its technician. */
export interface EdfHypnogram {
  /** Local time of the start in ISO 8601, by the second. */
  readonly start: string;
  /** Person who scored it; null if unknown. */
  readonly scorer: string | null;
  readonly annotations: readonly Annotation[];
}

const HEAD = 256, LABEL = "EDF Annotations";

/** Bytes of a record that only has annotations. */
const RECORD = 240;

const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");

/**
 * Writes an EDF+ file that only has annotations (https://www.edfplus.info/specs/edfplus.html).
 * Records have no duration, as the specification allows for files without signals.
 */
export function writeEdfHypnogram({ start, scorer, annotations }: EdfHypnogram): Uint8Array {
  const [, year, month, day, clock] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/.exec(start)!;
  const records: string[] = [];
  let own = "";
  const timekeeping = "+0\x14\x14\0";
  for (const { onset, duration, text } of annotations) {
    const length = duration === undefined ? "" : `\x15${decimal(duration)}`;
    const next = `+${decimal(onset)}${length}\x14${text}\x14\0`;
    if (timekeeping.length + own.length + next.length > RECORD) {
      records.push(own);
      own = "";
    }
    own += next;
  }
  records.push(own);
  const technician = scorer === null || scorer.trim() === "" ? "X" : ascii(scorer);
  const recording = `Startdate ${day}-${MONTHS[Number(month) - 1]}-${year} X ${technician} X`;
  const header = [
    ["0", 8],
    ["X X X X", 80],
    [recording, 80],
    [`${day}.${month}.${year!.slice(2)}`, 8],
    [clock!.replaceAll(":", "."), 8],
    [String(2 * HEAD), 8],
    ["EDF+C", 44],
    [String(records.length), 8],
    ["0", 8],
    ["1", 4],
    [LABEL, 16],
    ["", 80],
    ["", 8],
    ["-1", 8],
    ["1", 8],
    ["-32768", 8],
    ["32767", 8],
    ["", 80],
    [String(RECORD / 2), 8],
    ["", 32],
  ] as const;
  const text = header.map(([value, width]) => value.slice(0, width).padEnd(width)).join("") +
    records.map((list) => (timekeeping + list).padEnd(RECORD, "\0")).join("");
  return new TextEncoder().encode(text);
}

/** Returns a name without blanks, in the characters that a header may have. */
function ascii(name: string): string {
  return name.trim().replace(/\s+/g, "_").replace(/[^!-~]/g, "?").slice(0, 40);
}

/** Returns seconds by the microsecond, without an exponent. */
function decimal(seconds: number): string {
  return String(Number(seconds.toFixed(6)));
}

/**
 * Reads the annotations of an EDF+ file; signals are skipped.
 *
 * @throws {TypeError} if the header is damaged, the file is cut short or has no annotations
 */
export function readEdfHypnogram(bytes: Uint8Array): EdfHypnogram {
  const header = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD));
  const length = Number(header.slice(184, 192)), count = Number(header.slice(252, 256));
  const date = /^(\d\d)\.(\d\d)\.(\d\d)(\d\d)\.(\d\d)\.(\d\d)$/.exec(header.slice(168, 184));
  if (date === null || !(count > 0) || length !== HEAD * (count + 1) || length > bytes.length) {
    throw new TypeError("the header of the EDF+ file is damaged");
  }
  const signals = new TextDecoder("latin1").decode(bytes.subarray(HEAD, length));
  const places: [from: number, to: number][] = [];
  let size = 0;
  for (let i = 0; i < count; i++) {
    const samples = Number(signals.slice(216 * count + 8 * i, 216 * count + 8 * (i + 1)));
    if (!(Number.isInteger(samples) && samples > 0)) {
      throw new TypeError("the header of the EDF+ file is damaged");
    }
    const isText = signals.slice(16 * i, 16 * (i + 1)).trim() === LABEL;
    if (isText) places.push([size, size + 2 * samples]);
    size += 2 * samples;
  }
  if (places.length === 0) throw new TypeError("the EDF file has no annotations");
  const records = Number(header.slice(236, 244));
  if (
    (bytes.length - length) % size !== 0 || records >= 0 && records * size + length !== bytes.length
  ) {
    throw new TypeError("the EDF+ file is cut short");
  }
  const annotations: Annotation[] = [], utf8 = new TextDecoder();
  for (let at = length; at < bytes.length; at += size) {
    for (const [from, to] of places) {
      const lists = utf8.decode(bytes.subarray(at + from, at + to)).split("\0");
      for (const list of lists) {
        const [times = "", ...texts] = list.split("\x14");
        const [onset, duration] = times.split("\x15").map(Number);
        for (const text of texts) {
          // An empty text ends a list, or only keeps the time of a record.
          if (text === "" || onset === undefined || Number.isNaN(onset)) continue;
          annotations.push({ onset, duration, text });
        }
      }
    }
  }
  const [, day, month, short, ...clock] = date;
  const [, whole, technician] =
    /^Startdate \d\d-[A-Z]{3}-(\d{4}) \S+ (\S+)/.exec(header.slice(88, 168)) ?? [];
  const year = whole ?? (Number(short) >= 85 ? `19${short}` : `20${short}`);
  return {
    start: `${year}-${month}-${day}T${clock.join(":")}`,
    scorer: technician === undefined || technician === "X" ? null : technician.replaceAll("_", " "),
    annotations: annotations.sort((a, b) => a.onset - b.onset),
  };
}
