import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { makePause } from "../../../src/options/pause.ts";
import {
  distinctWorkouts,
  type FileWorkout,
  type WorkoutSpan,
} from "../../../src/read/export/distinctWorkouts.ts";
import { threadTime } from "../../helpers/threadTime.ts";

const pause = makePause(undefined), MINUTE = 6e7, BASE = Date.UTC(2024, 0) * 1000;

function workout(start: number, length: number, file: string, isCoarse = false): FileWorkout {
  const span = { start: BASE + start, end: BASE + start + length };
  return { ...span, row: span, file, where: undefined, isCoarse };
}

/** Compares each workout with all that are kept so far. */
function oneByOne(
  workouts: readonly FileWorkout[],
  earlier: readonly WorkoutSpan[],
): { kept: FileWorkout[]; keptIn: (string | undefined)[] } {
  const kept: FileWorkout[] = [], keptIn: (string | undefined)[] = [];
  const inOrder = workouts.toSorted((a, b) =>
    Number(a.isCoarse) - Number(b.isCoarse) || a.start - b.start
  );
  for (const one of inOrder) {
    const others: (WorkoutSpan & { file?: string })[] = [...earlier, ...kept];
    const same = others.find((other) => {
      if (other.file === one.file) return false;
      if (one.isCoarse && other.start >= one.start && other.start < one.end) return true;
      const longer = Math.max(one.end - one.start, other.end - other.start);
      const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
      return longer > 0 && 3 * shared >= 2 * longer;
    });
    if (same === undefined) kept.push(one);
    else keptIn.push(same.file);
  }
  return { kept, keptIn };
}

Deno.test("workouts of an export are told apart as if compared one by one", async () => {
  const any = fc.record({
    start: fc.nat(200),
    length: fc.nat(60),
    file: fc.constantFrom("a", "b", "c"),
    isCoarse: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(any, { maxLength: 60 }),
      fc.array(any, { maxLength: 5 }),
      fc.constantFrom(1, MINUTE),
      async (own, before, unit) => {
        const all = own.map(({ start, length, file, isCoarse }) =>
          workout(start * unit, length * unit, file, isCoarse)
        );
        const earlier = before.map(({ start, length }) => {
          const { start: from, end } = workout(start * unit, length * unit, "");
          return { start: from, end };
        });
        const { kept, copies } = await distinctWorkouts(all, earlier, pause);
        assertEquals({ kept, keptIn: copies.map(({ keptIn }) => keptIn) }, oneByOne(all, earlier));
      },
    ),
  );
});

Deno.test("workouts that share an hour take time in proportion to their number", async () => {
  const shapes: Readonly<Record<string, (i: number) => FileWorkout>> = {
    "of two lengths": (i) =>
      i % 2 === 0 ? workout(i, 10 * MINUTE, "a") : workout(i, 600 * MINUTE, "b"),
    "at one instant": (i) => workout(0, 0, String(i)),
    "with one end": (i) => workout(-i * 1e5, i * 1e5 + MINUTE, i % 2 === 0 ? "a" : "b"),
    "between starts": (i) => i % 2 === 0 ? workout(i, MINUTE, "a") : workout(i, 1, "b", true),
  };
  const timeOf = async (shape: (i: number) => FileWorkout, count: number): Promise<number> => {
    const all = Array.from({ length: count }, (_, i) => shape(i)), begun = threadTime();
    await distinctWorkouts(all, [], pause);
    return threadTime() - begun;
  };
  for (const [name, shape] of Object.entries(shapes)) {
    await timeOf(shape, 1_000); // compiles the code
    let least = Infinity;
    for (let i = 0; i < 5 && least > 8; i++) {
      least = Math.min(least, await timeOf(shape, 16_000) / await timeOf(shape, 4_000));
    }
    assert(least < 8, `${name}: four times the workouts take ${least} times as long`);
  }
});
