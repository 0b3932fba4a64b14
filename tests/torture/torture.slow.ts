import { assert, assertEquals } from "@std/assert";
import { OUTPUT_METHODS } from "../../src/api/fields/enums.ts";
import { runCuts, warnings } from "./cuts.ts";
import { runKills } from "./kill.ts";
import { MUTANT_SEEDS } from "./mutantSeeds.ts";
import { runMutants } from "./mutants.ts";

Deno.test("mutants of complete bodies never end or block the process, or become a frame with other rows", async () => {
  assert(MUTANT_SEEDS.length >= 12);
  const { aborts, hangs, otherRows, frames, refused, mutants } = await runMutants({
    mutants: 25 * MUTANT_SEEDS.length,
    longest: 30_000,
  });
  assertEquals([aborts, hangs, otherRows], [[], [], []]);
  assertEquals(frames + refused, mutants);
  assert(frames > 20, "some mutants are harmless");
});

Deno.test("bodies cut anywhere are errors if our service sends a digest", async () => {
  const { cuts, errors, shorter } = await runCuts({ proof: "digest", every: 101 });
  assert(cuts > 500);
  assertEquals(shorter, {});
  assertEquals(errors, cuts);
});

Deno.test("undetectably truncated bodies become shorter frames only in line formats, with a warning", async () => {
  const { shorter, errors, same, cuts } = await runCuts({ proof: "none", every: 11 });
  const lines = OUTPUT_METHODS.filter((output) => ["csv", "ndjson", "quotecsv"].includes(output));
  assertEquals(Object.keys(shorter).sort(), [...lines].sort());
  const missing = Object.values(shorter).reduce((sum, count) => sum + count, 0);
  assertEquals(errors + same + missing, cuts);
  for (const form of lines) {
    const said = warnings.filter((warning) => warning.includes(`it is ${form} without`));
    assertEquals(said.length, 1, "once in a process");
  }
});

Deno.test("kill -9 loses no acknowledged data, and leaves no partial data", async () => {
  const { lost, half, records, cut, rounds } = await runKills({ rounds: 3 });
  assertEquals([lost, half], [[], []]);
  assert(rounds === 3 && records > 0 && cut > 0, `${records} records, ${cut} cut`);
});
