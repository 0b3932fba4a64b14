import { isZone } from "../../time/zone.ts";
import { csvSteps } from "../../frame/formats/csv.ts";
import type { ExportCollector } from "../export/exportCollector.ts";
import { type ExportFile, headText, readText } from "../export/exportFile.ts";
import { checkLines } from "../export/exportTable.ts";
import { ALL_STAGES } from "../export/exportTables.ts";
import { exportTimes } from "../export/exportTimes.ts";
import { localStamps } from "../csv/localStamps.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { numberOf } from "../rules/tableRule.ts";

const SOURCE = "Sleep as Android";

/**
 * Reads `sleep-export.csv` of Sleep as Android. Format: parsers in
 * https://github.com/sleepdiary/core (with examples) and
 * https://gist.github.com/Terrance/a724bc2c750b4397d3e36b3a9ca003f0.
 *
 * Each night has its own header row, since its columns of movements are named by their time. Times
 * are local times in the zone `Tz` of the night. Columns `Event` hold a name and milliseconds since
 * 1970, such as `DEEP_START-1575327600000`.
 */
export const SLEEP_AS_ANDROID: MakerReader = {
  name: "sleepAsAndroid",
  title: "Sleep as Android export",
  rules: [{
    name: /\.csv$|^the file$/i,
    isOurs: async (file) => /^\s*"?Id"?,"?Tz"?,"?From"?,"?To"?,/.test(await headText(file)),
    read: readNights,
  }],
};

async function readNights(file: ExportFile, { collector, pause, tz }: RuleContext): Promise<void> {
  let header: readonly string[] = [];
  const onFault = (reason: string, line: number): void =>
    collector.skip("the row is not CSV", `line ${line}`, reason);
  const text = await readText(file, collector);
  const steps = csvSteps(text, { onFault }, (row, line) => {
    const fields = row.map((field) => field ?? "");
    if (fields[0] === "Id") header = fields;
    else if (fields[0] !== "") addNight({ fields, header, where: `line ${line}` }, collector, tz);
  });
  for (const _ of steps) await pause();
  await checkLines(text, file, collector);
}

function addNight(
  { fields, header, where }: {
    fields: readonly string[];
    header: readonly string[];
    where: string;
  },
  collector: ExportCollector,
  usual: string | undefined,
): void {
  const valueOf = (name: string): string | undefined => fields[header.indexOf(name)] || undefined;
  const own = valueOf("Tz"),
    isKnown = own !== undefined && isZone(own),
    ends = [valueOf("From"), valueOf("To")];
  const stamps = localStamps(ends.filter((text) => text !== undefined));
  const iso = (text: string | undefined) => text === undefined ? text : stamps.read(text) ?? text;
  if (own !== undefined && !isKnown) {
    if (usual === undefined) return collector.skip("its zone does not exist; pass tz", where, own);
    collector.note(`the zone ${own} does not exist: its nights are read in ${usual}`);
  }
  const span = exportTimes(collector, isKnown ? own : usual).span(
    iso(valueOf("From")),
    iso(valueOf("To")),
    where,
  );
  if (span === undefined) return;
  collector.coarseStage({ ...span, stage: 1, source: SOURCE }, where);
  for (
    const [column, name, unit] of [
      ["Rating", "sleep_rating", "score"],
      ["Noise", "noise_level", "score"],
      ["Cycles", "sleep_cycles", "count"],
    ] as const
  ) {
    const text = valueOf(column), value = text === undefined ? -1 : numberOf(text);
    if (value < 0 || (value === 0 && name === "sleep_rating")) continue; // -1: not measured
    collector.other(name, { ...span, value, unit, source: SOURCE }, where);
  }
  const comment = valueOf("Comment")?.trim();
  if (comment) {
    collector.event({ ...span, title: comment, calendar: "sleep", source: SOURCE }, where);
  }
  addEvents(fields.filter((_, at) => header[at] === "Event"), span, { collector, where });
}

const STAGES: Readonly<Record<string, number>> = { AWAKE: 2, LIGHT: 3, DEEP: 4, REM: 5 };

/** Adds stages, from an event `..._START` to the next start or its end, and heart rates. */
function addEvents(
  events: readonly string[],
  span: { readonly start: number; readonly end: number },
  { collector, where }: { collector: ExportCollector; where: string },
): void {
  const changes: { at: number; stage: number | undefined; name: string }[] = [];
  for (const event of events) {
    const [, name = "", millis, , value] = /^([A-Z_]+)-(\d{12,})(-(-?[\d.]+))?$/.exec(event) ?? [];
    const at = Number(millis) * 1000, [, kind = "", edge] = /^(.+)_(START|END)$/.exec(name) ?? [];
    if (name === "HR" && value !== undefined) {
      const sample = { start: at, value: Number(value), unit: "bpm", source: SOURCE };
      if (sample.value > 0) collector.sample("HeartRate", sample, where);
    } else if (STAGES[kind] !== undefined) {
      changes.push({ at, stage: edge === "START" ? STAGES[kind] : undefined, name: kind });
    }
  }
  changes.sort((a, b) => a.at - b.at);
  const kinds = new Set(changes.map(({ name }) => name));
  const known = kinds.has("REM") && kinds.has("DEEP") ? ALL_STAGES : undefined;
  for (const [i, { at, stage }] of changes.entries()) {
    const end = changes[i + 1]?.at ?? span.end;
    if (stage === undefined || end <= at) continue;
    collector.stage({ start: at, end, stage, known, source: SOURCE }, where);
  }
}
