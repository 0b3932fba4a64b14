import { assertEquals } from "@std/assert";
import { AASM_STAGES, fromHypnogram, STATISTICS, statistics } from "../../src/sleep/mod.ts";
import { rowsOf } from "./hypnograms.ts";

/** Returns every computed statistic once, with statistics of stages under their name for N1. */
function computed(): { name: unknown; unit: unknown }[] {
  const night = fromHypnogram(["W", "N1", "N2", "N3", "R"], {
    start: "2024-01-01T22:00Z",
    tz: "UTC",
  });
  const stems = AASM_STAGES.map(({ namePrefix, name }) => namePrefix ?? name).join("|");
  const rows = rowsOf(statistics(night)).map(({ name, unit }) => ({
    name: (name as string).replace(
      new RegExp(`^(${stems})_(min|pct|runs|run_median|run_longest)$`),
      "N1_$2",
    ),
    unit,
  }));
  return [...new Map(rows.map((row) => [row.name, row])).values()];
}

const byName = (a: { name: unknown }, b: { name: unknown }) => a.name! < b.name! ? -1 : 1;

Deno.test("every statistic of a night has a definition, and every definition is computed", () => {
  assertEquals(
    computed().sort(byName),
    STATISTICS.map(({ name, unit }) => ({ name, unit })).sort(byName),
  );
});

Deno.test("the table in the documentation of statistics() equals the definitions", async () => {
  const source = await Deno.readTextFile(
    new URL("../../src/sleep/statistics.ts", import.meta.url),
  );
  const rows = source.split("\n").filter((line) => /^ \* \| `/.test(line));
  assertEquals(
    rows,
    STATISTICS.map(({ name, unit, value, source }) =>
      ` * | \`${name}\` | ${unit} | ${value} | ${source} |`
    ),
  );
});
