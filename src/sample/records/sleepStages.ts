import type { Life } from "../life/life.ts";
import { mattress } from "./mattress.ts";
import { Random } from "../life/random.ts";
import { type SampleRecord, sampleRecord } from "./sampleRecord.ts";

/** Gives the SleepStage records: the real nights as source "Wrist", the made ones as "Mattress". */
export function sleepStages({ beds, seed }: Life): SampleRecord[] {
  const records: SampleRecord[] = [];
  for (const bed of beds) {
    if (bed.night === null) continue;
    const ids = new Random(seed, "SleepStage", bed.night.start);
    const layers = { Wrist: bed.night.stages, Mattress: mattress(bed, bed.night, seed) };
    for (const [source, pieces] of Object.entries(layers)) {
      for (const { start, end, stage } of pieces) {
        records.push(sampleRecord(start, end, { value: stage, unit: "stage", source }, ids));
      }
    }
  }
  return records;
}
