import { assertEquals } from "@std/assert";
import { demo, type Frame, sleep } from "@lifeframe/lifeframe";
import type {
  ActivityColumn,
  SampleColumn,
  StageColumn,
  WorkoutColumn,
} from "@lifeframe/lifeframe/types";
import type { CycleColumn, NightColumn, SessionColumn } from "@lifeframe/lifeframe/sleep";

// The compiler requires every name of a type; the test requires every column of the frames.

const NIGHT: Readonly<Record<NightColumn, true>> = {
  night: true,
  bedtime: true,
  onset: true,
  midsleep: true,
  wake: true,
  rise: true,
  TIB: true,
  TST: true,
  SE: true,
  SOL: true,
  WASO: true,
  awakenings: true,
  light_min: true,
  deep_min: true,
  rem_min: true,
  unstaged: true,
  nap_min: true,
  coverage: true,
  whole: true,
  start_time: true,
  end_time: true,
};
const CYCLE: Readonly<Record<CycleColumn, true>> = {
  number: true,
  start_time: true,
  end_time: true,
  total_time_ms: true,
  total_time_asleep_ms: true,
  latency_ms: true,
  in_bed_start_time: true,
  in_bed_end_time: true,
  total_time_in_bed_ms: true,
  in_bed_to_first_stage_ms: true,
  sleep_stage_intervals: true,
  sleep_stage_totals: true,
  in_bed_intervals: true,
};
const SESSION: Readonly<Record<SessionColumn, true>> = {
  night: true,
  number: true,
  start_time: true,
  end_time: true,
  onset_time: true,
  wake_time: true,
  duration: true,
  asleep: true,
  in_bed_stage: true,
  main: true,
  nap: true,
  cut: true,
  cut_basis: true,
};
const SAMPLE: Readonly<Record<SampleColumn, true>> = {
  uuid: true,
  start_date: true,
  end_date: true,
  value: true,
  unit: true,
  count: true,
  has_undetermined_duration: true,
  source: true,
  source_version: true,
  source_bundle_identifier: true,
  device: true,
  device_model: true,
  device_manufacturer: true,
  extras: true,
};
const STAGE: Readonly<Record<StageColumn, true>> = {
  start_time: true,
  end_time: true,
  duration_ms: true,
  sleep_stage: true,
};
const WORKOUT: Readonly<Record<WorkoutColumn, true>> = {
  start_date: true,
  end_date: true,
  activity: true,
  duration: true,
  distance: true,
  energy: true,
  sources: true,
};
const ACTIVITY: Readonly<Record<ActivityColumn, true>> = {
  activity: true,
  workouts: true,
  duration_h: true,
  energy_kcal: true,
  sources: true,
};

function assertColumns(frame: Frame, names: object, others: readonly string[] = []): void {
  assertEquals(frame.columns.filter((name) => !others.includes(name)), Object.keys(names));
}

Deno.test("the columns that editors complete are the columns of the frames", async () => {
  const me = await demo({ days: 20 }), week = { days: 14 };
  const stages = await me.stages(week);
  assertColumns(await me.nightly(week), NIGHT);
  assertColumns(sleep.nightly(stages), NIGHT);
  assertColumns(sleep.cycles(stages), CYCLE);
  assertColumns(sleep.sessions(stages), SESSION);
  assertColumns(await me.samples("HeartRate", { days: 1 }), SAMPLE);
  assertColumns(stages, STAGE);
  assertColumns(await me.workouts(week), WORKOUT);
  assertColumns(await me.workouts(week, { by: "activity" }), ACTIVITY, ["distance_km"]);
});
