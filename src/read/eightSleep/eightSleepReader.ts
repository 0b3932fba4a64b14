import { ALL_STAGES } from "../export/exportTables.ts";
import { exportTimes } from "../export/exportTimes.ts";
import { eachInTurns } from "../export/pause.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { type JsonRecord, jsonRecord } from "../rules/jsonRecord.ts";
import { jsonRule } from "../rules/jsonRule.ts";

const SOURCE = "Eight Sleep";

/**
 * Reads `sleep_nights.json` of the export of an Eight Sleep account. Format: the export's own
 * README, and parsers in https://github.com/brendanlong/eight_sleep_json_to_csv and
 * https://github.com/norm-fun-code/claude (`import-eight-sleep.js`).
 *
 * A session has its start in seconds since 1970, the lengths of its stages in order, and series of
 * times and values. `out` is out of bed.
 */
export const EIGHT_SLEEP: MakerReader = {
  name: "eightSleep",
  title: "Eight Sleep export",
  rules: [
    jsonRule(
      { name: /\.json$|^the file$/i, head: /"ts"\s*:\s*\d+\s*,[^]*?"stages"\s*:\s*\[/ },
      async (record, context) => {
        await eachInTurns(
          record.list("sessions"),
          context.pause,
          (session) => readSession(session, context),
        );
        if (record.value("stages") !== undefined) await readSession(record, context);
      },
    ),
  ],
  unread: /(?:^|\/)(?:user_profile\.json|readme\.md)$/i,
};

const STAGES: Readonly<Record<string, number>> = { awake: 2, light: 3, deep: 4, rem: 5 };

/** Series: the name and unit of their values. */
const SERIES = {
  heartRate: ["HeartRate", "bpm"],
  respiratoryRate: ["RespiratoryRate", "breaths/min"],
  hrv: ["hrv", "ms"],
  tempBedC: ["bed_temperature", "degC"],
  tempRoomC: ["room_temperature", "degC"],
} as const;

async function readSession(
  session: JsonRecord,
  { collector, tz, pause }: RuleContext,
): Promise<void> {
  const { where } = session, times = exportTimes(collector, tz);
  let start = (session.number("ts") ?? NaN) * 1e6;
  await eachInTurns(listOf(session.value("stages")), pause, (stage) => {
    const item = jsonRecord(stage, where);
    const name = item.text("stage") ?? "", code = STAGES[name];
    const end = start + (item.number("duration") ?? NaN) * 1e6;
    if (code !== undefined) {
      collector.stage({ start, end, stage: code, known: ALL_STAGES, source: SOURCE }, where);
    } else if (name !== "out") collector.skip("its sleep stage is unknown", where, name);
    start = end;
  });
  for (const [key, [name, unit]] of Object.entries(SERIES)) {
    await eachInTurns(listOf(session.value("timeseries", key)), pause, (point) => {
      const [time, value]: unknown[] = Array.isArray(point) ? point : [];
      if (typeof value !== "number") return; // not measured
      const start = times.at(typeof time === "string" ? time : undefined, where);
      if (start === undefined) return;
      const sample = { start, value, unit, source: SOURCE };
      if (/^[A-Z]/.test(name)) collector.sample(name, sample, where);
      else collector.other(name, sample, where);
    });
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
