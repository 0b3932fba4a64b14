import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { fluctuations } from "../../src/series/fluctuations.ts";
import { random } from "../../src/series/numerics/random.ts";
import { madeCounts, minuteRows } from "./madeCounts.ts";
import { SUNSPOTS } from "./sunspots.ts";

Deno.test("fluctuations() agrees with GGIR's SSP and ABI", () => {
  // SSP.R, DFA.R and ABI.R of GGIR, commit 388064b707df4fcfb7f9b755c5a43a477d371092, unaltered:
  // SSP(x, epochSize = 60).
  const found = fluctuations(minuteRows(madeCounts(5760)));
  assertAlmostEquals(found.alpha!, 0.8828971641, 1e-9);
  assertAlmostEquals(found.alpha_short!, 0.5570061375, 1e-9);
  assertAlmostEquals(found.alpha_long!, 1.1753899924, 1e-9);
  assertAlmostEquals(found.ABI!, 0.4209339172, 1e-9);
  // test_dfa.R of GGIR
  const sun = fluctuations(minuteRows(SUNSPOTS));
  assertAlmostEquals(sun.alpha!, 0.7393684, 1e-7);
  assertAlmostEquals(sun.ABI!, 0.145756, 1e-6);
});

Deno.test("fluctuations() is near 0.5 for noise and 1.5 for its sum", () => {
  const next = random(7), noise = Array.from({ length: 20_000 }, () => next() - 0.5);
  let total = 0;
  const sum = noise.map((one) => total += one);
  assertAlmostEquals(fluctuations(minuteRows(noise)).alpha!, 0.5, 0.06);
  assertAlmostEquals(fluctuations(minuteRows(sum)).alpha!, 1.5, 0.08);
});

Deno.test("fluctuations() is null with gaps unless they are joined", () => {
  const values: (number | null)[] = madeCounts(3000);
  values.splice(1000, 100, ...Array(100).fill(null));
  const found = fluctuations(minuteRows(values));
  assertEquals([found.alpha, found.reason.alpha, found.reason.ABI], [null, "gaps", "gaps"]);
  const known = minuteRows(values.filter((one) => one !== null));
  assertEquals(
    fluctuations(minuteRows(values), { gaps: "join" }).alpha,
    fluctuations(known).alpha,
  );
  const few = fluctuations(minuteRows([1, 2, 3]));
  assertEquals([few.alpha, few.reason.alpha], [null, "too few values"]);
  assertEquals(fluctuations(minuteRows(Array(100).fill(5))).reason.alpha, "no variation");
  assert(fluctuations(minuteRows([])).alpha === null);
  const short = fluctuations(minuteRows(Array.from({ length: 20 }, (_, i) => i * 7 % 9)));
  assertEquals(
    [short.reason.alpha, short.reason.ABI, short.reason.alpha_short],
    ["fewer than 3 box sizes", "fewer than 3 box sizes", "fewer than 3 box sizes"],
  );
});

Deno.test("fluctuations() of several people counts elapsed time across both daylight saving changes", () => {
  const records = [Date.UTC(2024, 2, 29, 23), Date.UTC(2024, 9, 25, 22), Date.UTC(2024, 0, 1)]
    .map((first, i) =>
      minuteRows(madeCounts(2880), first).map((row) => ({ ...row, user: `P${i}` }))
    );
  const rows = fluctuations(records.flat(), { by: "user" }).toRecords()
    .filter(({ name }) => name === "alpha");
  assertEquals(rows.map(({ user }) => user), ["P0", "P1", "P2"]);
  const own = fluctuations(records[2]!.map(({ user: _, ...row }) => row)).alpha;
  assertEquals(rows.map(({ value }) => value), [own, own, own]);
});
