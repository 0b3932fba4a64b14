import { readExportJson } from "../export/exportJson.ts";
import { type ExportFile, headText } from "../export/exportFile.ts";
import { type ExportTimes, exportTimes } from "../export/exportTimes.ts";
import { type JsonRecord, jsonRecord } from "../rules/jsonRecord.ts";
import { eachInTurns } from "../export/pause.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";

/**
 * Reads Google's location history in all its formats: `Records.json` and `Semantic Location
 * History` of Takeout, and the export from a phone, `Timeline.json` of Android and
 * `location-history.json` of iOS. Format: https://locationhistoryformat.com, and a parser of the
 * phone's export, https://github.com/kurupted/google-maps-timeline-viewer.
 *
 * Measured positions and the points of paths are locations. Visits and journeys are events, since
 * Google has inferred them.
 */
export const GOOGLE_TIMELINE: MakerReader = {
  name: "googleTimeline",
  title: "Google Timeline",
  rules: [{
    name: /\.json$|^the file$/i,
    isOurs: async (file) => {
      const head = await headText(file);
      return /"(?:latitudeE7|timelineObjects|semanticSegments|rawSignals)"\s*:/.test(head) ||
        /^\s*\[/.test(head) && /"geo:-?\d/.test(head);
    },
    read: readTimeline,
  }],
  unread: /(?:^|\/)(?:Settings|Timeline Edits|Tombstones)\.(?:json|csv)$/i,
};

const SOURCE = "Google Timeline";

interface Context extends RuleContext {
  readonly times: ExportTimes;
}

type Add = (record: JsonRecord, context: Context) => void | Promise<void>;

async function readTimeline(file: ExportFile, context: RuleContext): Promise<void> {
  const { collector, pause } = context;
  const content = await readExportJson(file, context);
  const whole: Context = { ...context, times: exportTimes(collector, context.tz) };
  const lists: Readonly<Record<string, Add>> = Array.isArray(content) ? { "": addSegment } : {
    locations: addRecord,
    timelineObjects: addObject,
    semanticSegments: addSegment,
    rawSignals: addSignal,
  };
  for (const [name, add] of Object.entries(lists)) {
    const list = name === ""
      ? content
      : (content as Readonly<Record<string, unknown>> | null)?.[name];
    if (!Array.isArray(list)) continue;
    await eachInTurns(
      list,
      pause,
      (value, at) => add(jsonRecord(value, `${name || "entry"} ${at + 1}`), whole),
    );
  }
}

const DEGREES = 1e7;

/** Adds a record of `Records.json`. */
function addRecord(record: JsonRecord, { collector, times }: Context): void {
  const millis = record.number("timestampMs"), { where } = record;
  const time = millis === undefined ? times.at(record.text("timestamp"), where) : millis * 1000;
  if (time === undefined) return;
  const latitude = record.number("latitudeE7"), longitude = record.number("longitudeE7");
  if (latitude === undefined || longitude === undefined) {
    return collector.omit("a record without a position, such as a Wi-Fi scan");
  }
  collector.location({
    time,
    latitude_degrees: latitude / DEGREES,
    longitude_degrees: longitude / DEGREES,
    altitude_meters: record.number("altitude"),
    horizontal_accuracy_meters: record.number("accuracy"),
    speed: record.number("velocity"),
    source: SOURCE,
  }, where);
}

/** Adds a visit or a journey of `Semantic Location History`. */
async function addObject(record: JsonRecord, context: Context): Promise<void> {
  const kinds = (["placeVisit", "activitySegment"] as const)
    .filter((kind) => record.value(kind) !== undefined);
  if (kinds.length === 0) context.collector.omit("an entry that is neither a visit nor a journey");
  for (const kind of kinds) {
    const { collector, times } = context, { where } = record;
    const timeOf = (end: "start" | "end"): number | undefined => {
      const millis = record.number(kind, "duration", `${end}TimestampMs`);
      return millis === undefined
        ? times.at(record.text(kind, "duration", `${end}Timestamp`), where)
        : millis * 1000;
    };
    const start = timeOf("start"), end = start === undefined ? undefined : timeOf("end");
    if (start === undefined || end === undefined) return;
    const isVisit = kind === "placeVisit";
    collector.event({
      start,
      end,
      title: isVisit
        ? record.text(kind, "location", "name") ?? "visit"
        : wordsOf(record.text(kind, "activityType")) ?? "journey",
      location: isVisit
        ? record.text(kind, "location", "address") ?? placeOf(record, kind, "location")
        : placeOf(record, kind, "endLocation"),
      calendar: isVisit ? "visits" : "journeys",
      source: SOURCE,
    }, where);
    const points = record.list(kind, "simplifiedRawPath", "points");
    await eachInTurns(points, context.pause, (point) => {
      const millis = point.number("timestampMs");
      const time = millis === undefined ? times.at(point.text("timestamp"), where) : millis * 1000;
      const latitude = point.number("latE7"), longitude = point.number("lngE7");
      if (time === undefined) return;
      if (latitude === undefined || longitude === undefined) {
        return collector.omit("a point of a path without a position");
      }
      collector.location({
        time,
        latitude_degrees: latitude / DEGREES,
        longitude_degrees: longitude / DEGREES,
        horizontal_accuracy_meters: point.number("accuracyMeters"),
        source: SOURCE,
      }, where);
    });
  }
}

/** Adds a segment of a phone's export. */
async function addSegment(
  record: JsonRecord,
  { collector, times, pause }: Context,
): Promise<void> {
  const { where } = record;
  if (["timelinePath", "visit", "activity"].every((kind) => record.value(kind) === undefined)) {
    return collector.omit(
      "an entry other than a visit, journey or path, such as a memory of a trip",
    );
  }
  const span = times.span(record.text("startTime"), record.text("endTime"), where);
  if (span === undefined) return;
  await eachInTurns(record.list("timelinePath"), pause, (point) => {
    const minutes = point.number("durationMinutesOffsetFromStartTime");
    const time = minutes === undefined
      ? times.at(point.text("time"), where)
      : span.start + minutes * 60e6;
    if (time === undefined) return;
    const [latitude = NaN, longitude = NaN] = degreesOf(point.text("point")) ?? [];
    collector.location(
      { time, latitude_degrees: latitude, longitude_degrees: longitude, source: SOURCE },
      where,
    );
  });
  const visit = ["visit", "topCandidate"], activity = ["activity", "topCandidate"];
  if (record.value("visit") !== undefined) {
    const place = record.text(...visit, "placeLocation", "latLng") ??
      record.text(...visit, "placeLocation");
    collector.event({
      ...span,
      title: wordsOf(record.text(...visit, "semanticType")) ?? "visit",
      location: degreesOf(place)?.join(", "),
      calendar: "visits",
      source: SOURCE,
    }, where);
  }
  if (record.value("activity") !== undefined) {
    const place = record.text("activity", "end", "latLng") ?? record.text("activity", "end");
    collector.event({
      ...span,
      title: wordsOf(record.text(...activity, "type")) ?? "journey",
      location: degreesOf(place)?.join(", "),
      calendar: "journeys",
      source: SOURCE,
    }, where);
  }
}

/** Adds a measured position of a phone's export. */
function addSignal(record: JsonRecord, { collector, times }: Context): void {
  const { where } = record;
  if (record.value("position") === undefined) {
    return collector.omit("a signal without a position, such as a Wi-Fi scan");
  }
  const time = times.at(record.text("position", "timestamp"), where);
  if (time === undefined) return;
  const [latitude = NaN, longitude = NaN] =
    degreesOf(record.text("position", "LatLng") ?? record.text("position", "latLng")) ?? [];
  collector.location({
    time,
    latitude_degrees: latitude,
    longitude_degrees: longitude,
    altitude_meters: record.number("position", "altitudeMeters"),
    horizontal_accuracy_meters: record.number("position", "accuracyMeters"),
    speed: record.number("position", "speedMetersPerSecond"),
    source: SOURCE,
  }, where);
}

/** Reads `52.5°, 13.4°` or `geo:52.5,13.4`. */
function degreesOf(text: string | undefined): [number, number] | undefined {
  const found = /^(?:geo:)?\s*(-?[\d.]+)°?,\s*(-?[\d.]+)°?$/.exec(text ?? "");
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
}

function placeOf(record: JsonRecord, kind: string, field: string): string | undefined {
  const latitude = record.number(kind, field, "latitudeE7");
  const longitude = record.number(kind, field, "longitudeE7");
  return latitude === undefined || longitude === undefined
    ? undefined
    : `${latitude / DEGREES}, ${longitude / DEGREES}`;
}

/** Returns `IN_PASSENGER_VEHICLE` as `in passenger vehicle`. */
function wordsOf(name: string | undefined): string | undefined {
  return name?.toLowerCase().replaceAll("_", " ");
}
