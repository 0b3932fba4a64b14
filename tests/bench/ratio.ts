/** The median time of each of some functions, run in turn so that the machine's moods meet all alike. */
export function medians(
  functions: Readonly<Record<string, () => unknown>>,
  rounds = 15,
): Record<string, number> {
  const names = Object.keys(functions);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < 3; round++) for (const name of names) functions[name]!(); // to warm up
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      functions[name]!();
      times.get(name)!.push(performance.now() - start);
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, times.get(name)!.sort((a, b) => a - b)[rounds >> 1]!]),
  );
}

/** Prints how often as long as a floor something takes, and how often it may, if that is agreed. */
export function report(
  what: string,
  { step, floor }: { step: number; floor: number },
  reach?: number,
): void {
  const ratio = step / floor;
  const mark = reach === undefined ? "    " : ratio <= reach ? "ok  " : "SLOW";
  const limit = reach === undefined ? "" : ` of at most ${reach}`;
  // deno-lint-ignore no-console
  console.log(
    `${mark} ${what}: ${step.toFixed(1)} ms, floor ${floor.toFixed(1)} ms, ratio ${
      ratio.toFixed(2)
    }${limit}`,
  );
}
