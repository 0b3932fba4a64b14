import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Sleep Cycle";

/**
 * Reads `sleepdata.csv` of Sleep Cycle. Format: files and parsers in
 * https://github.com/udbhav1/sleep-cycle-visualizer and
 * https://github.com/OverloadUT/exist-sleep-cycle.
 *
 * Times are local times. A night is the time in bed. Stages are not in the table; since 2021 it has
 * the time asleep.
 */
export const SLEEP_CYCLE: MakerReader = {
  name: "sleepCycle",
  title: "Sleep Cycle export",
  rules: [
    tableRule({
      needs: ["Start", "End", "Sleep quality"],
      times: ["Start", "End"],
    }, readNight),
  ],
};

const FIGURES = [
  [["Sleep quality"], "sleep_quality", "percent"],
  [["Heart rate", "Heart rate (bpm)"], "wake_up_heart_rate", "bpm"],
  [["Regularity"], "sleep_regularity", "percent"],
  [["Movements per hour"], "movements_per_hour", "1/h"],
] as const;

function readNight(row: VendorRow, { collector }: RuleContext): void {
  const start = row.time("Start"), end = start === undefined ? undefined : row.time("End");
  if (start === undefined || end === undefined) return;
  const span = { start, end };
  collector.stage({ ...span, stage: 0, source: SOURCE }, row.where);
  for (const [columns, name, unit] of FIGURES) {
    const value = row.number(...columns);
    if (!value) continue; // 0: not measured
    collector.other(name, { ...span, value, unit, source: SOURCE }, row.where);
  }
  for (
    const [minutes, name] of [
      [inBed(row), "in_bed_duration"],
      [minutesOf(row, "Time asleep (seconds)"), "asleep_duration"],
      [minutesOf(row, "Time before sleep (seconds)"), "sleep_latency"],
    ] as const
  ) {
    if (minutes === undefined) continue;
    collector.other(name, { ...span, value: minutes, unit: "min", source: SOURCE }, row.where);
  }
  const steps = row.number("Activity (steps)", "Steps");
  if (steps) {
    collector.note("steps of Sleep Cycle belong to the day before a night");
    collector.other("steps_before_sleep", {
      start,
      value: steps,
      unit: "steps",
      source: SOURCE,
    }, row.where);
  }
  const notes = row.text("Sleep Notes", "Notes"), mood = row.text("Wake up", "Mood");
  if (notes !== undefined || mood !== undefined) {
    const title = mood === undefined ? "sleep notes" : `woke up ${mood}`;
    collector.event({ ...span, title, notes, calendar: "sleep", source: SOURCE }, row.where);
  }
}

function minutesOf(row: VendorRow, column: string): number | undefined {
  const seconds = row.number(column);
  return seconds === undefined ? undefined : seconds / 60;
}

/** Returns the minutes in bed, in seconds or as `7:02`. */
function inBed(row: VendorRow): number | undefined {
  const clock = /^(\d+):(\d\d)$/.exec(row.text("Time in bed") ?? "");
  return clock === null
    ? minutesOf(row, "Time in bed (seconds)")
    : Number(clock[1]) * 60 + Number(clock[2]);
}
