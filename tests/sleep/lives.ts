/** Lengths in milliseconds. */
export const HOUR = 3_600_000, DAY = 24 * HOUR;

/** Start and end of a sleep, in milliseconds since 1970. */
export type Sleep = readonly [start: number, end: number];

/** Returns a function that generates pseudorandom numbers from 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed % 2_147_483_646 + 1;
  return () => (state = state * 48_271 % 2_147_483_647) / 2_147_483_647;
}

/** Generates the main sleeps and some naps of a simulated person. */
export function life(kind: string, seed: number, days = 40): Sleep[] {
  const random = randomFrom(seed), first = Date.UTC(2024, 1, 1);
  const around = (hours: number): number => Math.round(hours * 60 * (2 * random() - 1)) * 60_000;
  const sleeps: Sleep[] = [];
  const add = (at: number, hours: number): void => {
    const start = first + Math.round(at * 60) * 60_000 + around(0.75);
    const last = sleeps.at(-1);
    if (last !== undefined && start < last[1] + 2 * HOUR) return;
    sleeps.push([start, start + Math.round(hours * 60) * 60_000 + around(0.5)]);
  };
  const phase = 24 * random();
  for (let day = 0; day < days; day++) {
    const at = 24 * day;
    switch (kind) {
      case "early":
        add(at + 17.5, 7.5);
        break;
      case "usual":
        add(at + 23, 7.5);
        break;
      case "late":
        add(at + 29, 8);
        break;
      case "any":
        add(at + phase, 7.5);
        break;
      case "biphasic":
        add(at + phase, 5);
        add(at + phase + 12, 3.5);
        break;
      case "newborn":
        for (let hour = 0; hour < 24; hour += 4) add(at + hour, 1.5 + 2.5 * random());
        break;
      case "rotating":
        add(at + [23, 8, 15][Math.floor(day / 7) % 3]!, 7);
        break;
      case "free":
        add(day * (23.3 + 2.5 * (seed % 7) / 7), 8);
        break;
      case "jetlagged":
        add(at + 23 + [0, 9, -6, 12][Math.floor(day / 10) % 4]!, 7.5);
        break;
    }
    if (random() < 0.2) add(at + 24 * random(), 0.5 + random());
  }
  return sleeps.filter(() => random() > 0.03).sort(([a], [b]) => a - b)
    .filter(([start], i, all) => i === 0 || start >= all[i - 1]![1]);
}

/** Kinds of simulated people. */
export const KINDS = [
  "early",
  "usual",
  "late",
  "any",
  "biphasic",
  "rotating",
  "free",
  "jetlagged",
  "newborn",
];
