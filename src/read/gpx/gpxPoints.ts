import { depthFault } from "../export/depthFault.ts";

/** Point of a track or a route, or a waypoint. */
export interface GpxPoint {
  /** Degrees north; NaN if unknown. */
  readonly latitude: number;
  /** Degrees east; NaN if unknown. */
  readonly longitude: number;
  /** Texts of the elements in the point, by name without prefix, such as `time`, `ele`, `hr`. */
  readonly values: ReadonlyMap<string, string>;
  /** Track of the point: its index in the file and its type; undefined for other points. */
  readonly track: { readonly index: number; readonly type: string | null } | undefined;
  /** Program or device that wrote the file. */
  readonly creator: string;
  /** Place in the file, such as `line 17`. */
  readonly where: string;
}

const POINTS = new Set(["trkpt", "rtept", "wpt"]);

/**
 * Reports the points of a GPX file one by one.
 *
 * @throws {TypeError} if it is not XML, GPX or UTF-8, or if it is truncated; names the line
 */
export async function gpxPoints(
  pieces: AsyncIterable<Uint8Array>,
  take: (point: GpxPoint) => void,
): Promise<void> {
  const { SaxesParser } = await import("saxes"); // few cells read a track
  const parser = new SaxesParser(), decoder = new TextDecoder("utf-8", { fatal: true });
  const within: string[] = [];
  let failure: string | undefined, creator = "GPX", index = -1, type: string | null = null;
  let place: { latitude: number; longitude: number; where: string } | undefined;
  let values = new Map<string, string>(), text = "";
  parser.on("error", ({ message }) => {
    if (failure !== undefined) throw new TypeError(failure);
    failure = `${message.replace(/^.*?\d+:\d+: /, "").replace(/\.$/, "")}, in line ${parser.line}`;
  });
  parser.on("opentag", ({ name: written, attributes }) => {
    const name = localName(written), given = attributes as Readonly<Record<string, string>>;
    if (within.length === 0 && name !== "gpx") {
      failure ??= `it is no GPX: its root is ${written}, not gpx`;
    }
    failure ??= depthFault(within.length);
    if (name === "gpx") creator = given["creator"]?.trim() || creator;
    if (name === "trk") {
      index++;
      type = null;
    }
    if (POINTS.has(name)) {
      const degrees = (text = ""): number => text.trim() === "" ? NaN : Number(text);
      place = {
        latitude: degrees(given["lat"]),
        longitude: degrees(given["lon"]),
        where: `line ${parser.line}`,
      };
      values = new Map();
    }
    text = "";
    within.push(name);
  });
  parser.on("text", (more) => text += more);
  parser.on("cdata", (more) => text += more);
  parser.on("closetag", () => {
    const name = within.pop()!;
    if (place !== undefined && !POINTS.has(name)) values.set(name, text.trim());
    else if (name === "type" && within.at(-1) === "trk") type = text.trim() || null;
    if (place !== undefined && POINTS.has(name)) {
      const track = name === "trkpt" ? { index, type } : undefined;
      if (failure === undefined) take({ ...place, values, track, creator });
      place = undefined;
    }
    text = "";
  });
  const write = (more: string): void => {
    parser.write(more);
    if (failure !== undefined) throw new TypeError(failure);
  };
  for await (const piece of pieces) write(decode(decoder, piece, parser.line));
  if (within.length > 0 || parser.line === 1 && parser.column === 0) {
    throw new TypeError(`it is cut short, in line ${parser.line}`);
  }
  write(decode(decoder, undefined, parser.line));
  parser.close();
  if (failure !== undefined) throw new TypeError(failure);
}

function decode(decoder: TextDecoder, piece: Uint8Array | undefined, line: number): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (cause) {
    throw new TypeError(`it is not UTF-8, in line ${line}`, { cause });
  }
}

/** Returns the name of an element without its namespace prefix, which the writer may choose. */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
