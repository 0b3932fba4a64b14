import { type ExportFile, readText } from "../export/exportFile.ts";
import { headNames, readExportTable } from "../export/exportTable.ts";
import { exportTimes } from "../export/exportTimes.ts";
import { makePause } from "../../options/pause.ts";
import { eachInTurns, linesOf } from "../export/pause.ts";
import type { FileRule, MakerReader, RuleContext } from "../export/readExport.ts";
import { localDay } from "../export/localDay.ts";
import { readLists, type WithingsValue } from "./withingsLists.ts";
import { english } from "./english.ts";
import {
  DAILY,
  MEASUREMENTS,
  NIGHT_FIGURES,
  SERIES,
  STAGES,
  UNITS,
  type WithingsColumn,
  type WithingsSeries,
} from "./withingsTables.ts";

const SOURCE = "Withings", MAT = "Withings sleep mat";

/**
 * Reads the export of a Withings account ("download your data", a zip file with CSV). Format: its own
 * https://github.com/dhelsby/HealthData/blob/main/Withings/README.txt with the files next to it, and
 * https://github.com/mohdasti/Wearable-comparative-analysis (in pounds).
 *
 * Times in `raw_`, `sleep` and `activities` files have an offset, so the instant is certain. In `raw_`
 * files the offset is the vendor's, not the person's: someone in Perth, eight hours ahead of UTC, falls
 * asleep at `18:46:00+02:00`. Times of measurements (weight, blood pressure) have no offset. Many rows
 * of `raw_` files occur twice. Data of other programs (`raw_import_`) is skipped. Daily and nightly
 * totals count if the export has no finer data of the same time.
 */
export const WITHINGS: MakerReader = {
  name: "withings",
  title: "Withings export",
  rules: [
    listRule("sleep-state", readStages),
    ...Object.entries(SERIES).map(([word, series]) =>
      listRule(word, (file, context) => readSeries(file, series, context))
    ),
    ...Object.entries(DAILY).map(([word, series]): FileRule => ({
      name: new RegExp(`(?:^|/)aggregates_${word}\\.csv$`, "i"),
      isOurs: hasColumns("date", "value"),
      read: (file, context) => readDaily(file, series, context),
    })),
    ...Object.entries(MEASUREMENTS).map(([word, columns]): FileRule => ({
      name: new RegExp(`(?:^|/)${word}\\.csv$`, "i"),
      isOurs: async (file) => {
        const [first, ...names] = (await headNames(file)).map((name) => columnOf(english(name))[0]);
        return first?.toLowerCase() === "date" && names.includes(columns[0]?.[0] ?? "");
      },
      read: (file, context) => readMeasurements(file, columns, context),
    })),
    {
      name: /(?:^|\/)sleep\.csv$/i,
      isOurs: hasColumns("from", "to", "light (s)"),
      read: readNights,
    },
    {
      name: /(?:^|\/)activities\.csv$/i,
      isOurs: hasColumns("from", "to", "Activity type"),
      read: readActivities,
    },
  ],
  unread: /(?:^|\/)readme\.txt$/i,
  zoneIn: usualZone,
};

/** Returns a rule for a `raw_` file, by the word after the device. */
function listRule(word: string, read: FileRule["read"]): FileRule {
  return {
    name: new RegExp(`(?:^|/)raw_(?!import)\\w+?_${word}\\.csv$`, "i"),
    isOurs: hasColumns("start", "duration", "value"),
    read,
  };
}

function hasColumns(...columns: readonly string[]): (file: ExportFile) => Promise<boolean> {
  return async (file) => {
    const names = (await headNames(file)).map(english);
    return columns.every((column) => names.includes(column));
  };
}

/** Returns the zone of most activities, the only files that name zones. */
async function usualZone(files: readonly ExportFile[]): Promise<string | undefined> {
  const file = files.find(({ name }) => /(?:^|\/)activities\.csv$/i.test(name));
  if (file === undefined) return undefined;
  const counts = new Map<string, number>();
  await eachInTurns(linesOf(await readText(file)), makePause(file.signal), (line) => {
    for (const [zone] of line.matchAll(/(?<=,)[A-Z]\w+\/[\w/+-]+(?=,)/g)) {
      counts.set(zone, (counts.get(zone) ?? 0) + 1);
    }
  });
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function sourceOf({ name }: ExportFile): string {
  return /(?:^|\/)raw_bed_/i.test(name) ? MAT : SOURCE;
}

/** Adds the stages of a file per minute; equal neighbors in a row are one stage. */
async function readStages(file: ExportFile, context: RuleContext): Promise<void> {
  const source = sourceOf(file), runs: WithingsValue[] = [];
  await readLists(file, context, (piece) => {
    const last = runs.at(-1);
    if (last?.where === piece.where && last.value === piece.value) {
      runs[runs.length - 1] = { ...last, end: piece.end };
    } else runs.push(piece);
  });
  for (const { start, end, value, where } of runs) {
    const stage = STAGES[value];
    if (stage !== undefined) context.collector.stage({ start, end, stage, source }, where);
    else context.collector.skip("its stage of sleep is not known", where, String(value));
  }
}

async function readSeries(
  file: ExportFile,
  { metric, other, unit, zeroIsNone }: WithingsSeries,
  context: RuleContext,
): Promise<void> {
  const { collector } = context, source = sourceOf(file);
  await readLists(file, context, ({ start, end, value, where }) => {
    if (value === 0 && zeroIsNone) {
      return collector.skip("its value is 0: nothing was measured", where);
    }
    const sample = { start, end, value, unit, source };
    if (metric !== undefined) collector.sample(metric, sample, where);
    else collector.other(other!, sample, where);
  });
}

async function readDaily(
  file: ExportFile,
  { metric, unit }: WithingsSeries,
  { collector, tz, pause }: RuleContext,
): Promise<void> {
  await readExportTable(file, { needs: ["date", "value"], collector, pause }, (row) => {
    const day = localDay(row.text("date"), tz, collector, row.where), value = row.number("value");
    if (day === undefined || value === undefined) return;
    collector.total(metric!, { ...day, value, unit, source: SOURCE }, row.where);
  });
}

/** Column name with its unit in parentheses: `Weight (lb)`. */
function columnOf(name: string): [name: string, unit: string | undefined] {
  const found = /^(.+?) ?\(([^()]+)\)$/.exec(name);
  return found === null ? [name, undefined] : [found[1] ?? name, UNITS[found[2] ?? ""]];
}

async function readMeasurements(
  file: ExportFile,
  columns: readonly WithingsColumn[],
  { collector, tz, pause }: RuleContext,
): Promise<void> {
  const times = exportTimes(collector, tz);
  const names = (await headNames(file)).map(english);
  const found = columns.flatMap(([column, kind, word, usual]) => {
    const name = names.find((name) => columnOf(name)[0] === column);
    return name === undefined ? [] : [{ name, kind, word, unit: columnOf(name)[1] ?? usual }];
  });
  await readExportTable(file, { needs: [], english, collector, pause }, (row) => {
    const start = times.at(row.text(names[0]!), row.where);
    if (start === undefined) return;
    for (const { name, kind, word, unit } of found) {
      const value = row.number(name);
      if (value !== undefined) {
        collector[kind](word, { start, value, unit, source: SOURCE }, row.where);
      }
    }
  });
}

async function readNights(file: ExportFile, { collector, tz, pause }: RuleContext): Promise<void> {
  const times = exportTimes(collector, tz);
  await readExportTable(file, { needs: ["from", "to"], english, collector, pause }, (row) => {
    const start = times.at(row.text("from"), row.where), end = times.at(row.text("to"), row.where);
    if (start === undefined || end === undefined) return;
    collector.coarseStage({ start, end, stage: 1, source: SOURCE }, row.where);
    for (const [column, word, unit, divisor] of NIGHT_FIGURES) {
      const value = row.number(column);
      if (value === undefined || (unit === "bpm" && value === 0)) continue; // 0: not measured
      const sample = { start, end, value: value / divisor, unit, source: SOURCE };
      collector.other(word, sample, row.where);
    }
  });
}

async function readActivities(
  file: ExportFile,
  { collector, tz, pause }: RuleContext,
): Promise<void> {
  const times = exportTimes(collector, tz);
  const options = { needs: ["from", "to"], english, collector, pause };
  await readExportTable(file, options, ({ text, where }) => {
    // Times that the person has corrected take precedence.
    const start = times.at(text("from (manual)") ?? text("from"), where);
    const end = times.at(text("to (manual)") ?? text("to"), where);
    if (start === undefined || end === undefined) return;
    const data = dataIn(text("Data"));
    if (data === undefined) return collector.skip("its data is not JSON", where, text("Data"));
    const pause = numberIn(data, "pause_duration") ?? 0;
    collector.workout({
      start,
      end,
      duration_s: (end - start) / 1e6 - pause,
      distance_m: numberIn(data, "manual_distance") || numberIn(data, "distance"),
      energy_kcal: numberIn(data, "manual_calories") || numberIn(data, "calories"),
      activity: text("Activity type"),
      source: SOURCE,
    }, where);
  });
}

function dataIn(text: string | undefined): object | undefined {
  if (text === undefined) return {};
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null ? data : undefined;
  } catch {
    return undefined;
  }
}

function numberIn(data: object, key: string): number | undefined {
  const value: unknown = Reflect.get(data, key);
  return typeof value === "number" ? value : undefined;
}
