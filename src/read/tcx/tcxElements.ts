import { depthFault } from "../export/depthFault.ts";
import type { ExportCollector } from "../export/exportCollector.ts";
import { FORBIDDEN, xmlParser, xmlWriter } from "../export/xmlWriter.ts";

/** Receives the elements of a TCX file in the order of the file. */
export interface TcxHandlers {
  /** An activity begins. */
  activity(sport: string | null, where: string): void;
  /** A lap has ended. */
  lap(start: string | undefined, values: ReadonlyMap<string, string>, where: string): void;
  /** The name of the device, which follows the laps. */
  device(name: string): void;
  /** A track point has ended; its values are by element name. */
  point(values: ReadonlyMap<string, string>, where: string): void;
}

/** Elements whose text is in a `Value` below them. */
const WRAPPED = /^(?:HeartRateBpm|AverageHeartRateBpm|MaximumHeartRateBpm)$/;

/**
 * Reports the elements of a TCX file one by one. If the file is damaged or truncated, the elements
 * before the damage are reported, and the rest is skipped.
 *
 * @throws {TypeError} if it is not TCX or not XML, and no element was read
 */
export async function tcxElements(
  pieces: AsyncIterable<Uint8Array>,
  collector: Pick<ExportCollector, "skip">,
  handlers: TcxHandlers,
): Promise<void> {
  const parser = await xmlParser((reason) => {
    if (reason === FORBIDDEN) {
      return collector.skip(reason, `line ${parser.line}`);
    }
    failure ??= `${reason}, in line ${parser.line}`;
  });
  const within: string[] = [], write = xmlWriter(parser, collector);
  let failure: string | undefined, reported = 0, text = "", isComplete = false;
  let lap: { start: string | undefined; values: Map<string, string>; where: string } | undefined;
  let point: { values: Map<string, string>; where: string } | undefined;
  parser.on("opentag", ({ name: written, attributes }) => {
    const name = localName(written), given = attributes as Readonly<Record<string, string>>;
    const where = `line ${parser.line}`;
    if (within.length === 0 && name !== "TrainingCenterDatabase") {
      failure ??= `it is not TCX: its root is ${written}`;
    }
    failure ??= depthFault(within.length);
    if (failure === undefined) {
      if (name === "Activity") handlers.activity(given["Sport"]?.trim() || null, where);
      if (name === "Lap") lap = { start: given["StartTime"], values: new Map(), where };
      if (name === "Trackpoint") point = { values: new Map(), where };
    }
    text = "";
    within.push(name);
  });
  parser.on("text", (more) => text += more);
  parser.on("cdata", (more) => text += more);
  parser.on("closetag", () => {
    const own = within.pop()!, parent = within.at(-1) ?? "";
    isComplete = within.length === 0;
    const name = own === "Value" && WRAPPED.test(parent) ? parent : own;
    if (failure !== undefined) return;
    if (own === "Trackpoint" && point !== undefined) {
      handlers.point(point.values, point.where);
      point = undefined;
      reported++;
    } else if (own === "Lap" && lap !== undefined) {
      handlers.lap(lap.start, lap.values, lap.where);
      lap = undefined;
      reported++;
    } else if (own === "Name" && parent === "Creator" && text.trim() !== "") {
      handlers.device(text.trim());
    } else if (point !== undefined) {
      if (text.trim() !== "") point.values.set(name, text.trim());
    } else if (lap !== undefined && parent === "Lap" && text.trim() !== "") {
      lap.values.set(name, text.trim());
    }
    text = "";
  });
  for await (const piece of pieces) {
    write(piece);
    if (failure !== undefined) break;
  }
  write();
  if (!isComplete) {
    failure ??= `it is cut short, in line ${parser.line}`;
  }
  if (failure === undefined) return;
  if (reported === 0) throw new TypeError(failure);
  // A lap that is cut off counts with the track points that were read.
  if (lap !== undefined) handlers.lap(lap.start, lap.values, lap.where);
  collector.skip("the file is cut short or damaged; the rest is missing", undefined, failure);
}

/** Returns the name of an element without its namespace prefix, which the writer may choose. */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
