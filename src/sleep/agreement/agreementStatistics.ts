import type { Statistic } from "../../frame/statisticFrame.ts";
import {
  accuracy,
  columnSums,
  type Confusion,
  confusionOf,
  kappa,
  matthews,
  oneVersusRest,
  ratio,
  rowSums,
} from "./confusion.ts";
import { namePrefixOf } from "../stages/stageKinds.ts";
import type { Stage } from "../stages/stageTables.ts";

/** A statistic before its coverage is known. */
type Measure = Omit<Statistic, "coverage">;

/**
 * Computes the agreement of epochs, overall and by stage.
 *
 * @param reference Indices in `stages` of the epochs that count.
 * @param other Indices in `stages`; a larger number for an epoch that is not scored.
 * @param weights Weight of each epoch; undefined if all are 1.
 */
export function agreementStatistics(
  reference: Uint8Array,
  other: Uint8Array,
  stages: readonly Stage[],
  weights: Float64Array | undefined,
): Measure[] {
  const counted = confusionOf(reference, other, stages.length);
  const weighted = weights === undefined
    ? counted
    : confusionOf(reference, other, stages.length, weights);
  const rows = rowSums(counted), columns = columnSums(counted), epochs = reference.length;
  const scores = stages.map((_, place) => f1(weighted, place));
  const statistic = (name: string, value: number | null, n = epochs): Measure => ({
    name,
    value,
    unit: "1",
    n,
  });
  return [
    { name: "epochs", value: epochs, unit: "count", n: epochs },
    statistic("accuracy", accuracy(weighted)),
    statistic("kappa", kappa(weighted)),
    statistic("MCC", matthews(weighted)),
    statistic("F1_macro", mean(scores)),
    statistic("F1_weighted", weightedMean(scores, rowSums(weighted))),
    ...stages.flatMap((stage, place) => {
      const { both, reference, other, all } = oneVersusRest(weighted, place);
      const namePrefix = namePrefixOf(stage);
      return [
        statistic(`${namePrefix}_sensitivity`, ratio(both, reference), rows[place]),
        statistic(
          `${namePrefix}_specificity`,
          ratio(all - reference - other + both, all - reference),
          epochs - rows[place]!,
        ),
        statistic(`${namePrefix}_PPV`, ratio(both, other), columns[place]),
        statistic(`${namePrefix}_F1`, scores[place]!),
        statistic(`${namePrefix}_kappa`, kappa(twoClasses(weighted, place))),
        ...prevalenceStatistics(weighted, place).map(([name, value]) =>
          statistic(
            `${namePrefix}_${name}`,
            value,
            name === "NPV" ? epochs - columns[place]! : epochs,
          )
        ),
      ];
    }),
  ];
}

/** Returns measures of one stage against the others that depend on how often it occurs. */
function prevalenceStatistics(
  confusion: Confusion,
  place: number,
): (readonly [string, number | null])[] {
  const { both, reference, other, all } = oneVersusRest(confusion, place);
  const neither = all - reference - other + both, equal = ratio(both + neither, all);
  return [
    ["accuracy", equal],
    ["NPV", ratio(neither, all - other)],
    ["PABAK", equal === null ? null : 2 * equal - 1],
    ["prevalence", all === 0 ? null : (both - neither) / all],
  ];
}

/** Returns the harmonic mean of sensitivity and PPV; null if neither has the stage. */
function f1(confusion: Confusion, place: number): number | null {
  const { both, reference, other } = oneVersusRest(confusion, place);
  return ratio(2 * both, reference + other);
}

/** Compares a stage with all others; an epoch that the other did not score is not the stage. */
function twoClasses(confusion: Confusion, place: number): Confusion {
  const { both, reference, other, all } = oneVersusRest(confusion, place);
  const weight = Float64Array.of(
    both,
    reference - both,
    0,
    other - both,
    all - reference - other + both,
    0,
  );
  return { size: 2, weight };
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return ratio(known.reduce((sum, value) => sum + value, 0), known.length);
}

function weightedMean(values: readonly (number | null)[], weights: Float64Array): number | null {
  const sum = values.reduce<number>((sum, value, i) => sum + (value ?? 0) * weights[i]!, 0);
  return ratio(sum, weights.reduce((sum, weight) => sum + weight, 0));
}
