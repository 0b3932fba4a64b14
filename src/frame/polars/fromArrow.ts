import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { isZone } from "../../time/zone.ts";
import type { ArrowField } from "../arrow/arrowSchema.ts";
import { type ArrowFacts, type ArrowLimits, checkArrow } from "../arrow/checkArrow.ts";
import { parseRange, setAskedRange } from "./askedRange.ts";
import { checkTimes } from "./checkTimes.ts";
import { asList } from "./columnsOf.ts";
import { columnNames, frameShape, seriesOf } from "./seriesOf.ts";
import { weighFrame } from "./weighFrame.ts";
import type { Frame } from "./frame.ts";

/** Reason if Polars cannot decode bytes whose structure is valid. */
export const UNDECODED =
  "its values are damaged, or encoded in a way that Polars cannot read. Request or write it again";

/**
 * Reads Arrow IPC bytes, a file or a stream, as a Polars frame. The first bytes distinguish the
 * two. Decimals become numbers, and fixed-size lists become lists.
 *
 * Polars only gets bytes that have been checked to their end. It would read a stream that was cut
 * between two messages as a shorter stream, and a wrong length could end the process.
 *
 * A range in the schema's metadata becomes the range of the frame.
 *
 * @param limits Maximum size that the bytes may claim.
 * @throws {TypeError} if the bytes are not Arrow IPC, are cut short, are damaged, or claim too much
 * @throws {RangeError} if a time is outside the years 1 to 9999
 */
export function fromArrow(bytes: Uint8Array, limits: ArrowLimits = {}): Frame {
  const facts = checkArrow(bytes, limits), { fields, batches, rows } = facts;
  const reject = (reason: string, cause?: unknown): never => {
    throw new TypeError(
      `Cannot read Arrow data of ${bytes.length} bytes and ${batches} batches: ${reason}`,
      cause === undefined ? {} : { cause },
    );
  };
  let frame: Frame;
  try {
    const buffer = asBuffer(readableBytes(bytes, facts));
    frame = readable(facts.isFile ? pl.readIPC(buffer) : pl.readIPCStream(buffer), facts);
  } catch (cause) {
    return reject(UNDECODED, cause);
  }
  const { height, width } = frameShape(frame);
  if (width !== fields.length) reject(`only ${width} of ${fields.length} columns were read`);
  if (height !== rows && width > 0) reject(`only ${height} of ${rows} rows were read`);
  checkTimes(frame, fields.filter(hasTimes).map(({ name }) => name));
  setAskedRange(frame, parseRange(facts.range, rows));
  return weighFrame(frame, { height, width });
}

function hasTimes({ type, children }: ArrowField): boolean {
  return type === "timestamp" || type === "date" || children.some(hasTimes);
}

/** Returns the frame with types that can be computed with, and with the removed zones. */
function readable(frame: Frame, { fields, patches }: ArrowFacts): Frame {
  const changes = new Map<string, (series: pl.Series) => pl.Series>();
  for (const { name, type, layout, zone, dictionary } of fields) {
    const isHalf = type === "float" && layout.kind === "fixed" && layout.bits === 16;
    if (type === "decimal" || isHalf) changes.set(name, (series) => series.cast(pl.Float64));
    if (layout.kind === "fixedList") changes.set(name, asList);
    if (patches.length > 0 && zone !== undefined && dictionary === undefined) {
      changes.set(name, (series) => restoreZone(series, isZone(zone) ? zone : "UTC"));
    }
  }
  if (changes.size === 0) return frame;
  return pl.DataFrame(
    columnNames(frame).map((name) => {
      const series = seriesOf(frame, name);
      return changes.get(name)?.(series) ?? series;
    }),
  );
}

/** Restores the zone of times. */
function restoreZone(series: pl.Series, zone: string): pl.Series {
  const { inner } = series.dtype as unknown as { inner: ["ms" | "us" | "ns"] };
  return series.cast(pl.Int64).cast(pl.Datetime(inner[0], zone));
}

/** Returns a Buffer, which Polars requires, that shares the bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the bytes, or a modified copy. */
function readableBytes(bytes: Uint8Array, { patches, gaps }: ArrowFacts): Uint8Array {
  if (patches.length === 0 && gaps.length === 0) return bytes;
  const copy = bytes.slice();
  for (const { at, byte } of patches) copy[at] = byte;
  if (gaps.length === 0) return copy;
  const starts = [0, ...gaps.map(([, to]) => to)],
    ends = [...gaps.map(([from]) => from), copy.length];
  return Buffer.concat(starts.map((from, i) => copy.subarray(from, ends[i])));
}
