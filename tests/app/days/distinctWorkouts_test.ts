import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { distinctWorkouts, type RecordedWorkout } from "../../../src/app/days/distinctWorkouts.ts";

const MINUTE = 60_000_000n;
const record = (
  from: number,
  to: number,
  source: string | null,
  more: Partial<RecordedWorkout> = {},
): RecordedWorkout => ({
  start: BigInt(from) * MINUTE,
  end: BigInt(to) * MINUTE,
  activity: "Running",
  minutes: to - from,
  meters: null,
  kcal: null,
  source,
  ...more,
});

Deno.test("a workout that two apps copied from a watch is one workout with all its sources", () => {
  const [one, ...more] = distinctWorkouts([
    record(0, 45, "Strava", { activity: "Run", meters: 8020, kcal: 400 }),
    record(1, 45, "Watch", { activity: "other", meters: 8000, minutes: 42 }),
    record(0, 44, "Phone", { activity: "running", kcal: 390 }),
  ], ["Watch", "Phone"]);
  assertEquals(more, []);
  assertEquals(one, {
    start: 0n,
    end: 45n * MINUTE,
    activity: "running", // the watch does not record it
    minutes: 42,
    meters: 8000,
    kcal: 390,
    sources: ["Watch", "Phone", "Strava"],
  });
});

Deno.test("records must overlap by two thirds of the longer one, in either direction", () => {
  const count = (a: [number, number], b: [number, number]) =>
    distinctWorkouts([record(...a, "A"), record(...b, "B")], []).length;
  assertEquals(count([0, 60], [0, 40]), 1);
  assertEquals(count([0, 60], [0, 39]), 2, "half an hour in the gym within a longer walk");
  assertEquals(count([0, 40], [0, 60]), 1);
  assertEquals(count([0, 60], [20, 60]), 1);
  assertEquals(count([0, 60], [21, 60]), 2);
  assertEquals(count([0, 60], [60, 120]), 2, "one after the other");
  assertEquals(count([5, 5], [5, 5]), 1, "records without a length of one start");
  assertEquals(count([5, 5], [6, 6]), 2);
  assertEquals(count([0, 30], [15, 15]), 2);
});

Deno.test("records without a source, without an activity or from one source are also joined", () => {
  const [one, ...more] = distinctWorkouts([
    record(0, 30, null, { activity: null, minutes: null }),
    record(0, 30, "Watch", { activity: null }),
    record(0, 31, "Watch", { activity: "Yoga" }),
  ], []);
  assertEquals([more.length, one!.sources, one!.activity, one!.minutes], [
    0,
    ["Watch"],
    "Yoga",
    31,
  ]);
});

Deno.test("the order of the records does not matter, and no time of a workout is lost or counted twice", () => {
  const one = fc.tuple(fc.nat(300), fc.nat(90), fc.constantFrom("A", "B", "C", null));
  fc.assert(
    fc.property(
      fc.array(one, { maxLength: 12 }).chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))
      ),
      ([all, shuffled]) => {
        const read = (list: typeof all) =>
          list.map(([from, length, source]) => record(from, from + length, source));
        const found = distinctWorkouts(read(all), ["B"]);
        assertEquals(distinctWorkouts(read(shuffled), ["B"]), found);
        const records = read(all);
        assert(found.length <= records.length);
        for (const { start, end } of records) {
          assert(found.some((workout) => workout.start <= start && end <= workout.end));
        }
        const sources = new Set(records.flatMap(({ source }) => source ?? []));
        assertEquals(new Set(found.flatMap(({ sources }) => sources)), sources);
        const copies = records.flatMap((record) => [record, { ...record, source: "D" }]);
        assertEquals(distinctWorkouts(copies, ["B"]).length, found.length, "a copy adds nothing");
      },
    ),
  );
});

/** Counts the workouts by comparing each record with all records of each workout. */
function pairwise(records: readonly RecordedWorkout[]): number {
  const same = (a: RecordedWorkout, b: RecordedWorkout): boolean => {
    const overlap = Math.min(Number(a.end), Number(b.end)) -
      Math.max(Number(a.start), Number(b.start));
    return 3 * overlap >= 2 * Math.max(Number(a.end - a.start), Number(b.end - b.start));
  };
  const groups: RecordedWorkout[][] = [];
  for (const one of records.toSorted((a, b) => Number(a.start - b.start || b.end - a.end))) {
    const group = groups.find((group) => group.every((other) => same(other, one)));
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  return groups.length;
}

Deno.test("bounds of a group give the workouts that comparing all pairs gives", () => {
  const times = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 30 }));
  fc.assert(
    fc.property(fc.array(times, { maxLength: 30 }), (spans) => {
      const records = spans.map(([from, length], i) => record(from, from + length, `${i}`));
      assertEquals(distinctWorkouts(records, []).length, pairwise(records));
    }),
    { numRuns: 500 },
  );
});

Deno.test("100,000 records of one hour are joined within seconds", () => {
  const records = Array.from({ length: 100_000 }, (_, i) => record(0, 60, `app ${i % 9}`));
  const begun = performance.now();
  assertEquals(distinctWorkouts(records, []).length, 1);
  assert(performance.now() - begun < 30_000);
});
