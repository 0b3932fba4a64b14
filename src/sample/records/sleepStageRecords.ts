import type { Life } from "../life/simulateLife.ts";
import { Random } from "../life/random.ts";
import { type SampleRecord, toRecord } from "./toRecord.ts";
import type { StageInterval } from "../nights/flatten.ts";
import { findAt } from "../life/findAt.ts";
import type { SampleNight } from "../nights/sampleNights.ts";
import type { Interval } from "../life/sampleUntil.ts";
import { MINUTE_MS } from "../../time/units.ts";

const EPOCH = 5 * MINUTE_MS;
const STEP = MINUTE_MS / 2;
const AWAKE = 2;
const ASLEEP = 1;
const MISTAKEN: Readonly<Record<number, number>> = { 3: 4, 4: 3, 5: 3 };

/**
 * Returns the SleepStage records: real nights from the source "Wrist", simulated ones from
 * "Mattress".
 */
export function sleepStageRecords({ beds, seed }: Life): SampleRecord[] {
  const records: SampleRecord[] = [];
  for (const bed of beds) {
    if (bed.night === null) continue;
    const ids = new Random(seed, "SleepStage", bed.night.start);
    const layers = { Wrist: bed.night.stages, Mattress: mattressStages(bed, bed.night, seed) };
    for (const [source, pieces] of Object.entries(layers)) {
      for (const { start, end, stage } of pieces) {
        records.push(toRecord(start, end, { value: stage, unit: "stage", source }, ids));
      }
    }
  }
  return records;
}

/**
 * Simulates a sensor under the mattress, with stages of the table `consumer`: an interval in bed
 * (0), and stages in steps of 5 minutes, some minutes off and sometimes wrong. It detects no naps,
 * misses some nights, and on others only distinguishes asleep from awake.
 */
function mattressStages(bed: Interval, night: SampleNight, seed: number): StageInterval[] {
  const random = new Random(seed, "mattress", night.start);
  if (night.nap || random.chance(0.07)) return [];
  const plain = random.chance(0.08);
  const lag = Math.round(random.between(-4, 8)) * MINUTE_MS;
  const truth = findAt(night.stages);
  const pieces: { start: number; end: number; stage: number }[] = [];
  const first = Math.ceil(bed.start / EPOCH) * EPOCH;
  for (let start = first; start + EPOCH <= bed.end; start += EPOCH) {
    const seen = commonest(start - lag, truth);
    const mistaken = random.chance(0.1) ? MISTAKEN[seen] ?? seen : seen;
    const stage = plain && seen !== AWAKE ? ASLEEP : mistaken;
    const last = pieces.at(-1);
    if (last?.stage === stage) last.end = start + EPOCH;
    else pieces.push({ start, end: start + EPOCH, stage });
  }
  return [{ start: bed.start, end: bed.end, stage: 0 }, ...pieces];
}

function commonest(start: number, truth: (instant: number) => StageInterval | undefined): number {
  const first = truth(start);
  if (first !== undefined && first.end > start + EPOCH - STEP) return first.stage;
  const counts = new Map<number, number>();
  for (let instant = start; instant < start + EPOCH; instant += STEP) {
    const stage = truth(instant)?.stage ?? AWAKE;
    counts.set(stage, (counts.get(stage) ?? 0) + 1);
  }
  return [...counts].reduce((best, next) => next[1] > best[1] ? next : best)[0];
}
