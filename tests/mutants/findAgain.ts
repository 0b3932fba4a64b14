import { type Mutant, mutantsOf } from "./operators.ts";

/** Mutant that no test noticed, as `--out` writes it, with the original line of code. */
export type Survivor = Mutant & { readonly code: string };

/**
 * Finds survivors of an earlier run at their current positions. Survivors in changed lines are left
 * out.
 */
export function findAgain(
  survivors: readonly Survivor[],
  texts: ReadonlyMap<string, string>,
): Mutant[] {
  return survivors.flatMap(({ path, operator, before, after, code, line }) => {
    const text = texts.get(path) ?? "", lines = text.split("\n");
    const alike = mutantsOf(path, text).filter((mutant) =>
      mutant.operator === operator && mutant.before === before && mutant.after === after &&
      lines[mutant.line - 1]!.trim() === code
    );
    const distance = (mutant: Mutant): number => Math.abs(mutant.line - line);
    return alike.sort((a, b) => distance(a) - distance(b)).slice(0, 1);
  });
}
