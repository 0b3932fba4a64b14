import { depthFault } from "../export/depthFault.ts";
import { FORBIDDEN, xmlParser, xmlWriter } from "../export/xmlWriter.ts";

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

/** Receiver of the content of a GPX file. */
export interface GpxHandler {
  /** Receives a complete point. */
  point(point: GpxPoint): void;
  /** Receives a part that cannot be read: a character, or the rest of the file after a point. */
  skip(reason: string, where: string, detail?: string): void;
}

/** The XML is damaged. */
class DamagedGpx extends TypeError {
  constructor(readonly reason: string, readonly line: number) {
    super(`${reason}, in line ${line}`);
  }
}

/**
 * Reports the points of a GPX file one by one. If the file is damaged or truncated after its first
 * point, reports where it stops.
 *
 * @throws {TypeError} if it is not XML or GPX, or has no complete point before the damage; names
 * the line
 */
export async function gpxPoints(
  pieces: AsyncIterable<Uint8Array>,
  handler: GpxHandler,
): Promise<void> {
  const parser = await xmlParser((reason) => {
    if (failure !== undefined) throw failure;
    if (reason === FORBIDDEN) {
      return handler.skip(reason, `line ${parser.line}`);
    }
    fail(reason);
  });
  const within: string[] = [];
  let points = 0, stopped = false, isEmpty = true;
  let failure: DamagedGpx | undefined, creator = "GPX", index = -1, type: string | null = null;
  let place: { latitude: number; longitude: number; where: string } | undefined;
  let values = new Map<string, string>(), text = "";
  const fail = (reason: string | undefined): void => {
    if (reason !== undefined) failure ??= new DamagedGpx(reason, parser.line);
  };
  parser.on("opentag", ({ name: written, attributes }) => {
    const name = localName(written), given = attributes as Readonly<Record<string, string>>;
    if (within.length === 0 && name !== "gpx") {
      fail(`it is no GPX: its root is ${written}, not gpx`);
    }
    fail(depthFault(within.length));
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
      if (failure === undefined) {
        handler.point({ ...place, values, track, creator });
        if (track !== undefined) points++;
      }
      place = undefined;
    }
    text = "";
  });
  const writeNext = xmlWriter(parser, handler);
  const write = (piece?: Uint8Array): void => {
    writeNext(piece);
    if (failure !== undefined) throw failure;
  };
  const attempt = (step: () => void): void => {
    if (stopped) return;
    try {
      step();
    } catch (error) {
      if (points === 0 || !(error instanceof DamagedGpx)) throw error;
      handler.skip("the rest of the file cannot be read", `line ${error.line}`, error.reason);
      stopped = true;
    }
  };
  // The rest of a damaged file is still read, because a zip file is checked at its end.
  for await (const piece of pieces) {
    isEmpty = false;
    attempt(() => write(piece));
  }
  attempt(() => {
    write();
    if (within.length > 0 || isEmpty) {
      throw new DamagedGpx("it is cut short", parser.line);
    }
    parser.close();
    if (failure !== undefined) throw failure;
  });
}

/** Returns the name of an element without its namespace prefix, which the writer may choose. */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
