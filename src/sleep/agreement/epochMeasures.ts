import type { PairedEpochs } from "./pairedEpochs.ts";
import { namePrefixOf, stageKinds, stageStatisticName } from "../stages/stageKinds.ts";

/** A measure of the epochs of one person. */
export interface EpochMeasure {
  readonly name: string;
  readonly unit: string;
  /** NaN if undefined. */
  readonly value: number;
}

/**
 * Computes measures of a night from its epochs, from the first to the last: time asleep,
 * efficiency, latency, wake after sleep onset (which includes wake after the last sleep), and the
 * minutes and the share of each stage.
 *
 * @param minutes Length of an epoch.
 * @param isUsed Stages that get measures, by index.
 */
export function epochMeasures(
  codes: Uint8Array,
  stages: PairedEpochs["stages"],
  minutes: number,
  isUsed: readonly boolean[],
): EpochMeasure[] {
  const kinds = stageKinds(stages), count = new Float64Array(256);
  for (const code of codes) count[code]!++;
  const isAsleep = (code: number): boolean => kinds[code] !== "wake" && kinds[code] !== "unknown";
  const asleep = stages.reduce((sum, _, i) => sum + (isAsleep(i) ? count[i]! : 0), 0);
  const first = codes.findIndex(isAsleep), latency = first < 0 ? NaN : first;
  const all = codes.length;
  const min = (name: string, epochs: number): EpochMeasure => ({
    name,
    unit: "min",
    value: all === 0 ? NaN : epochs * minutes,
  });
  return [
    min("TST", asleep),
    { name: "SE", unit: "%", value: all === 0 ? NaN : 100 * asleep / all },
    min("SOL", latency),
    min("WASO", all - latency - asleep),
    ...stages.flatMap((stage, i) =>
      isAsleep(i) && isUsed[i]
        ? [
          min(stageStatisticName(stage, "N1_min"), count[i]!),
          {
            name: stageStatisticName(stage, "N1_pct"),
            unit: "%",
            value: asleep === 0 ? NaN : 100 * count[i]! / asleep,
          },
        ]
        : []
    ),
  ];
}

/** Names of the measures of one stage compared with the others, in the order of a table. */
export const STAGE_MEASURES = [
  "accuracy",
  "sensitivity",
  "specificity",
  "PPV",
  "NPV",
  "kappa",
  "PABAK",
  "prevalence",
] as const;

/** Name of a stage's measure in the result of `agreement`. */
export function stageMeasure(
  stage: PairedEpochs["stages"][number],
  measure: typeof STAGE_MEASURES[number],
): string {
  return `${namePrefixOf(stage)}_${measure}`;
}
