import type { ExportCollector } from "../export/exportCollector.ts";
import { type ExportFile, headText } from "../export/exportFile.ts";
import { type ExportTimes, exportTimes } from "../export/exportTimes.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { eachInTurns } from "../export/pause.ts";
import { tcxElements } from "./tcxElements.ts";

/**
 * Reads TCX files, which Garmin, Polar, Strava, Google Fit and Fitbit write. Format: Training
 * Center Database 2 (https://www8.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd: seconds,
 * metres, kilocalories, times in UTC) and ActivityExtension 2
 * (https://www8.garmin.com/xmlschemas/ActivityExtensionv2.xsd: speed in metres per second, watts).
 * A published parser: https://github.com/alenrajsp/tcxreader.
 *
 * A workout has the totals of its laps, which leave out pauses.
 */
export const TCX: MakerReader = {
  name: "tcx",
  title: "TCX file",
  rules: [{
    name: /\.(?:tcx|xml)$|^the file$/i,
    isOurs: async (file) => /<(?:\w+:)?TrainingCenterDatabase[\s>]/.test(await headText(file)),
    read: readTcx,
  }],
};

/** A workout that grows lap by lap. */
interface Activity {
  readonly activity: string | null;
  readonly where: string;
  /** Track points, which are added once the device is known. */
  readonly points: Point[];
  source: string;
  start: number;
  end: number;
  seconds: number;
  meters: number | undefined;
  kcal: number | undefined;
}

type Values = ReadonlyMap<string, string>;

/** A track point. */
interface Point {
  readonly time: number;
  readonly values: Values;
  readonly where: string;
}

async function readTcx(file: ExportFile, { collector, pause }: RuleContext): Promise<void> {
  const times = exportTimes(collector, "UTC"); // the schema's zone of times without one
  const activities: Activity[] = [];
  await tcxElements(file.pieces(), collector, {
    activity: (sport, where) => {
      activities.push({
        activity: sport,
        source: "TCX",
        points: [],
        where,
        start: Infinity,
        end: -Infinity,
        seconds: 0,
        meters: undefined,
        kcal: undefined,
      });
    },
    lap: (start, values, where) => addLap(activities.at(-1), { start, values, where, times }),
    point: (values, where) => {
      const activity = activities.at(-1), time = times.at(values.get("Time"), where);
      if (activity === undefined || time === undefined) return;
      activity.start = Math.min(activity.start, time);
      activity.end = Math.max(activity.end, time);
      activity.points.push({ time, values, where });
    },
    device: (name) => {
      const activity = activities.at(-1);
      if (activity !== undefined) activity.source = name;
    },
  });
  await eachInTurns(activities, pause, async (one) => {
    const { points, start, end, seconds, meters, kcal, activity, source, where } = one;
    await eachInTurns(points, pause, (point) => addPoint(point, source, collector));
    if (start > end) return collector.skip("it has no start or no length", where);
    collector.workout({
      start,
      end,
      duration_s: seconds > 0 ? seconds : (end - start) / 1e6,
      distance_m: meters,
      energy_kcal: kcal,
      activity,
      source,
    }, where);
  });
}

function addLap(
  activity: Activity | undefined,
  { start: text, values, where, times }: {
    start: string | undefined;
    values: Values;
    where: string;
    times: ExportTimes;
  },
): void {
  const start = times.at(text, where), seconds = numberOf(values, "TotalTimeSeconds");
  if (activity === undefined || start === undefined) return;
  activity.start = Math.min(activity.start, start);
  activity.end = Math.max(activity.end, start + Math.round((seconds ?? 0) * 1e6));
  activity.seconds += seconds ?? 0;
  const meters = numberOf(values, "DistanceMeters"), kcal = numberOf(values, "Calories");
  if (meters !== undefined) activity.meters = (activity.meters ?? 0) + meters;
  if (kcal !== undefined) activity.kcal = (activity.kcal ?? 0) + kcal;
}

function addPoint(
  { time, values, where }: Point,
  source: string,
  collector: ExportCollector,
): void {
  const latitude = numberOf(values, "LatitudeDegrees");
  const longitude = numberOf(values, "LongitudeDegrees");
  if (latitude !== undefined && longitude !== undefined) {
    collector.location({
      time,
      latitude_degrees: latitude,
      longitude_degrees: longitude,
      altitude_meters: numberOf(values, "AltitudeMeters"),
      speed: numberOf(values, "Speed"),
      source,
    }, where);
  }
  const rate = numberOf(values, "HeartRateBpm");
  if (rate) { // 0 means that no beat was found
    collector.sample("HeartRate", { start: time, value: rate, unit: "bpm", source }, where);
  }
  const cadence = numberOf(values, "Cadence") ?? numberOf(values, "RunCadence");
  const watts = numberOf(values, "Watts");
  if (cadence !== undefined) {
    collector.other("cadence", { start: time, value: cadence, unit: "1/min", source }, where);
  }
  if (watts !== undefined) {
    collector.other("power", { start: time, value: watts, unit: "W", source }, where);
  }
}

/** Returns the number of an element; `undefined` if it is missing or empty. */
function numberOf(values: Values, name: string): number | undefined {
  const text = values.get(name)?.trim();
  return text === undefined || text === "" ? undefined : Number(text);
}
