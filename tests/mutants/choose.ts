import { random } from "../../src/series/numerics/random.ts";
import { type Mutant, mutantsOf, OPERATORS } from "./operators.ts";

/** The most mutants of one file: the next is drawn elsewhere. */
const MOST_A_FILE = 2;

/** Options for choosing mutants. */
export interface ChooseOptions {
  /** Seed; the choice depends on nothing else. */
  readonly seed: number;
  /** Number of mutants. */
  readonly count: number;
}

/**
 * Draws mutants, stratified: each folder has a share by the root of its lines, so that small folders are
 * looked at as well; in a folder the kind of change is drawn first, then the place.
 */
export function chooseMutants(
  sources: readonly { readonly path: string; readonly text: string }[],
  { seed, count }: ChooseOptions,
): Mutant[] {
  const folders = [...Map.groupBy(sources, ({ path }) => path.split("/")[1]!)];
  const roots = folders.map(([, files]) =>
    Math.sqrt(files.reduce((lines, { text }) => lines + text.split("\n").length, 0))
  );
  const all = roots.reduce((sum, root) => sum + root, 0);
  return folders.flatMap(([, files], i) => {
    const share = Math.round(count * roots[i]! / all);
    const draw = random(seed + i);
    const next = (length: number): number => Math.floor(draw() * length);
    const left = Map.groupBy(
      files.flatMap(({ path, text }) => mutantsOf(path, text)),
      ({ operator }) => operator,
    );
    const ofFile = new Map<string, number>();
    const chosen: Mutant[] = [];
    for (let tries = 0; chosen.length < share && tries < 20 * share; tries++) {
      const kinds = OPERATORS.filter((operator) => (left.get(operator)?.length ?? 0) > 0);
      if (kinds.length === 0) break;
      const places = left.get(kinds[next(kinds.length)]!)!;
      const [mutant] = places.splice(next(places.length), 1);
      const before = ofFile.get(mutant!.path) ?? 0;
      if (before === MOST_A_FILE) continue;
      ofFile.set(mutant!.path, before + 1);
      chosen.push(mutant!);
    }
    return chosen;
  });
}
