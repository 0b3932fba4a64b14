import type { ExportFile } from "../export/exportFile.ts";
import { eachInTurns } from "../export/pause.ts";
import type { RuleContext } from "../export/readExport.ts";
import { LIMITS } from "../../options/limits.ts";

/** Annotation of an EDF+ file. */
export interface EdfAnnotation {
  /** Seconds after the start of the file. */
  readonly onset: number;
  /** Seconds; undefined if it is not written. */
  readonly duration: number | undefined;
  readonly text: string;
  /** Place in the file, such as `record 17`. */
  readonly where: string;
}

export interface EdfContent {
  /** Local time of the start in ISO 8601. */
  readonly start: string;
  readonly annotations: readonly EdfAnnotation[];
}

/** Characters between an onset and its texts, and between an onset and its duration. */
const SEPARATOR = "\x14", DURATION = "\x15";

const HEAD = 256, LABEL = "EDF Annotations";

/** Widths of the fields of a signal before its number of samples per record. */
const BEFORE_SAMPLES = 16 + 80 + 8 + 8 + 8 + 8 + 8 + 80;

/**
 * Reads the annotations of an EDF+ file. Signals are skipped. If the file is truncated, complete
 * records are read, and the rest is reported.
 *
 * @throws {TypeError} if the header is damaged or the file has no annotations
 */
export async function readEdf(
  file: ExportFile,
  { collector, pause }: Pick<RuleContext, "collector" | "pause">,
): Promise<EdfContent> {
  const text = new TextDecoder("latin1");
  // A record may be as long as the file: bytes are joined only once there are enough of them.
  let waiting: Uint8Array[] = [], size = 0, least = HEAD, layout: Layout | undefined, record = 0;
  const annotations: EdfAnnotation[] = [];
  let isLonger = false;
  for await (const piece of file.pieces()) {
    if (isLonger) continue; // a zip file is checked at its end
    waiting.push(piece);
    size += piece.length;
    if (size < least) continue;
    let rest = concat(waiting);
    if (layout === undefined) {
      const length = Number(text.decode(rest.subarray(184, 192)));
      if (!(length >= 2 * HEAD && length <= file.size)) {
        throw new TypeError(`its header is damaged or cut short: it should have ${length} bytes`);
      }
      if (rest.length < length) {
        [waiting, least] = [[rest], length];
        continue;
      }
      layout = layoutOf(text.decode(rest.subarray(0, length)));
      rest = rest.subarray(length);
    }
    const { recordBytes, places, records } = layout;
    let at = 0;
    for (; at + recordBytes <= rest.length; at += recordBytes) {
      isLonger = record === records;
      if (isLonger) break;
      const where = `record ${++record}`;
      for (const { start, end } of places) {
        const list = rest.subarray(at + start, at + end);
        await eachInTurns(annotationsIn(list, where, collector), pause, (one) => {
          if (one !== undefined) annotations.push(one);
        });
      }
    }
    rest = rest.slice(at);
    [waiting, size, least] = [[rest], rest.length, recordBytes];
    await pause();
  }
  if (layout === undefined) throw new TypeError("its header is cut short");
  if (isLonger) collector.skip("bytes follow the last record", `after record ${record}`);
  else if (size > 0 || (layout.records >= 0 && record < layout.records)) {
    const reason = `${record} of ${layout.records} records are complete`;
    collector.skip("the file is cut short; the rest is missing", `after record ${record}`, reason);
  }
  return { start: layout.start, annotations };
}

interface Layout {
  readonly start: string;
  /** Number of records; -1 if unknown. */
  readonly records: number;
  readonly recordBytes: number;
  /** Bytes of the annotations in a record. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
}

function layoutOf(header: string): Layout {
  const count = Number(header.slice(252, 256)), records = Number(header.slice(236, 244));
  if (!(count > 0 && header.length >= HEAD * (count + 1))) {
    throw new TypeError("its header is damaged: the number of signals does not fit");
  }
  const places: { start: number; end: number }[] = [];
  let bytes = 0;
  for (let signal = 0; signal < count; signal++) {
    const label = header.slice(HEAD + 16 * signal, HEAD + 16 * (signal + 1)).trim();
    const from = HEAD + BEFORE_SAMPLES * count + 8 * signal;
    const samples = Number(header.slice(from, from + 8));
    if (!(Number.isInteger(samples) && samples >= 0 && samples < 2 ** 26)) {
      throw new TypeError("its header is damaged: a signal has no number of samples");
    }
    const { most, error } = LIMITS.edfAnnotations;
    if (label === LABEL && 2 * samples > most) {
      throw new TypeError(`it has more than ${most} ${error}`);
    }
    if (label === LABEL) places.push({ start: bytes, end: bytes + 2 * samples });
    bytes += 2 * samples;
  }
  if (places.length === 0 || bytes === 0) {
    throw new TypeError("it has no annotations; signals of EDF files are not read");
  }
  return { start: startOf(header), records, recordBytes: bytes, places };
}

/** Returns the start; the full year is in the recording field, otherwise 85 is 1985. */
function startOf(header: string): string {
  const date = /^(\d\d)\.(\d\d)\.(\d\d)$/.exec(header.slice(168, 176));
  const clock = /^(\d\d)\.(\d\d)\.(\d\d)$/.exec(header.slice(176, 184));
  if (date === null || clock === null) throw new TypeError("its header has no valid start");
  const [, day, month, short] = date;
  const whole = /Startdate \d\d-[A-Z]{3}-(\d{4})/.exec(header.slice(88, 168))?.[1];
  const year = whole ?? (Number(short) >= 85 ? `19${short}` : `20${short}`);
  return `${year}-${month}-${day}T${clock.slice(1).join(":")}`;
}

/**
 * Yields the annotations in a list, and `undefined` in between. An empty annotation at the start
 * only holds the time.
 */
function* annotationsIn(
  list: Uint8Array,
  where: string,
  collector: RuleContext["collector"],
): Generator<EdfAnnotation | undefined> {
  const decoder = new TextDecoder();
  for (let at = 0; at < list.length;) {
    const found = list.indexOf(0, at), end = found < 0 ? list.length : found;
    if (end === at) yield undefined;
    else yield* textsIn(decoder.decode(list.subarray(at, end)), where, collector);
    at = end + 1;
  }
}

function* textsIn(
  list: string,
  where: string,
  collector: RuleContext["collector"],
): Generator<EdfAnnotation | undefined> {
  let at = list.indexOf(SEPARATOR);
  const [onset = "", length] = list.slice(0, Math.max(0, at)).split(DURATION);
  if (!/^[+-]\d+(?:\.\d*)?$/.test(onset)) {
    collector.skip("an annotation is damaged", where);
    yield undefined;
    return;
  }
  const duration = length === undefined ? undefined : Number(length);
  while (at >= 0) {
    const next = list.indexOf(SEPARATOR, at + 1);
    const text = list.slice(at + 1, next < 0 ? undefined : next).trim();
    yield text === "" ? undefined : { onset: Number(onset), duration, text, where };
    at = next;
  }
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
