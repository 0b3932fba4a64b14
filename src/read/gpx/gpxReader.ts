import { type ExportFile, headText } from "../export/exportFile.ts";
import { exportTimes } from "../export/exportTimes.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { type GpxPoint, gpxPoints } from "./gpxPoints.ts";

/**
 * Reads GPX tracks of watches, phones and route services. Format: GPX 1.0 and 1.1
 * (https://www.topografix.com/GPX/1/1/gpx.xsd: degrees in WGS 84, metres, times in UTC). An
 * extension adds heart rate, cadence and temperature to a point
 * (https://www8.garmin.com/xmlschemas/TrackPointExtensionv1.xsd, and v2 with speed). GPX 1.0 has
 * `speed` in metres per second as its own element.
 */
export const GPX: MakerReader = {
  name: "gpx",
  title: "GPX track",
  rules: [{
    name: /\.(?:gpx|xml)$|^the file$/i,
    isOurs: async (file) => /<(?:\w+:)?gpx[\s>]/.test(await headText(file)),
    read: readGpx,
  }],
};

async function readGpx(file: ExportFile, { collector }: RuleContext): Promise<void> {
  const times = exportTimes(collector, "UTC"); // the schema's zone of times without one
  const tracks: { start: number; end: number; source: string; activity: string | null }[] = [];
  let inPlan = 0;
  const take = (point: GpxPoint): void => {
    const { where, creator: source } = point;
    if (point.track === undefined) return void inPlan++;
    const time = times.at(point.values.get("time"), where);
    if (time === undefined) return;
    const number = numberIn(point);
    collector.location({
      time,
      latitude_degrees: point.latitude,
      longitude_degrees: point.longitude,
      altitude_meters: number("ele"),
      speed: number("speed"),
      source,
    }, where);
    const rate = number("hr"), cadence = number("cad") ?? number("cadence");
    const temperature = number("atemp");
    if (rate !== null) {
      collector.sample("HeartRate", { start: time, value: rate, unit: "bpm", source }, where);
    }
    if (cadence !== null) {
      collector.other("cadence", { start: time, value: cadence, unit: "1/min", source }, where);
    }
    if (temperature !== null) {
      collector.other(
        "air_temperature",
        { start: time, value: temperature, unit: "degC", source },
        where,
      );
    }
    const track = tracks[point.track.index];
    if (track === undefined) {
      tracks[point.track.index] = { start: time, end: time, source, activity: point.track.type };
    } else {
      track.start = Math.min(track.start, time);
      track.end = Math.max(track.end, time);
      track.activity = point.track.type;
    }
  };
  await gpxPoints(file.pieces(), {
    point: take,
    skip: (reason, where, detail) => collector.skip(reason, where, detail),
  });
  if (inPlan > 0) {
    collector.note(`${inPlan} points of routes and waypoints are not read: nobody was there then`);
  }
  for (const { start, end, ...track } of tracks.filter((track) => track !== undefined)) {
    collector.workout({ start, end, duration_s: (end - start) / 1e6, ...track });
  }
}

function numberIn({ values }: GpxPoint): (name: string) => number | null {
  return (name) => {
    const text = values.get(name)?.trim();
    const value = text === undefined || text === "" ? NaN : Number(text);
    return Number.isFinite(value) ? value : null;
  };
}
