import { loadLate } from "../../options/loadLate.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads tracks in GPX 1.0 or 1.1, from one file, several, a folder or a zip file: locations and, if
 * recorded, heart rate, cadence (steps or turns per minute, as the device counts them) and air
 * temperature. Each track with times is also a workout. Routes and waypoints are plans and are
 * skipped, like track points without a time. If a file is truncated or damaged, the points before
 * the damage are read, and the report says where it stops.
 *
 * @returns `locations`, `metrics.HeartRate`, `others.cadence`, `others.air_temperature`, `workouts`
 * (`activity` is the track's `type`) and `report`, see {@linkcode MakerExport}; the source is the
 * file's `creator`
 * @throws {TypeError} if the file does not exist, none is GPX, or the only one has no complete
 * point before it is truncated or damaged; with `strict`, if a file is truncated or damaged
 * @throws {RangeError} if the zone does not exist
 *
 * @example A location and a heart rate
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const track = `<gpx version="1.1" creator="Watch"><trk><type>running</type><trkseg>
 *   <trkpt lat="52.52" lon="13.40"><ele>34</ele><time>2024-05-01T08:00:00Z</time>
 *     <extensions><x:TrackPointExtension xmlns:x="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
 *       <x:hr>120</x:hr></x:TrackPointExtension></extensions></trkpt>
 *   <trkpt lat="52.53" lon="13.40"><time>2024-05-01T08:05:00Z</time></trkpt>
 * </trkseg></trk></gpx>`;
 * const { report } = await read.gpx(new TextEncoder().encode(track), { tz: "Europe/Berlin" });
 * assertEquals(report.read, { HeartRate: 1, workouts: 1, locations: 2 });
 * ```
 */
export async function gpx(source: ExportSource, options: ExportOptions = {}): Promise<MakerExport> {
  const [{ readExport }, { GPX }] = await Promise.all([ // few scripts read an export
    loadLate<typeof import("../export/readExport.ts")>("../export/readExport.ts", import.meta),
    loadLate<typeof import("./gpxReader.ts")>("./gpxReader.ts", import.meta),
  ]);
  return await readExport(GPX, source, options);
}
