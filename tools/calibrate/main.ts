/**
 * Simulates every public function that returns a p value, an interval, a threshold or a mark.
 *
 * - `--records N` (2000): records for each kind of record
 * - `--minutes M` (30): maximum time for each claim
 * - `--near`: only kinds that differ from the usual one in at most one factor
 * - `--above`: only kinds with fewer records than `--records` that broke a promise in more than 7 % of
 *   them; they start again, so that few records of older code do not decide
 * - `--short`: a few records of a few kinds, as many on every machine, without storing results; fails
 *   if a promise is broken
 * - `--update`: writes docs/trust.md
 * - names of claims: only these claims
 *
 * A run adds its counts to results/ and continues where the last one stopped.
 */
import { CLAIMS } from "./claims.ts";
import { isNear, nameOf } from "./records.ts";
import { failuresOf, isAbove, type Results, simulate } from "./simulate.ts";
import { readResults, writeDocument, writeResults } from "./table.ts";

/**
 * Short run: number of records and of cells for each claim, which are spread evenly. Without a time
 * limit, so that the same records decide everywhere. All claims together take about 90 seconds.
 */
const SHORT = { records: 40, cells: 6 };

const { args } = Deno;
const isShort = args.includes("--short");
/** Records of a cell before the next cell has its turn. */
const CHUNK = 50;
const numberAfter = (name: string, usual: number): number => {
  const at = args.indexOf(name);
  if (at < 0) return usual;
  const value = Number(args[at + 1]);
  if (value > 0) return value;
  throw new RangeError(`Cannot calibrate: ${name} is ${args[at + 1]}, not a number above 0`);
};
const records = numberAfter("--records", 2000);
const minutes = numberAfter("--minutes", isShort ? Infinity : 30);
const restarts = args.includes("--above");
const named = args.filter((arg, i) =>
  !arg.startsWith("--") && !/^--(records|minutes)$/.test(args[i - 1] ?? "")
);
const unknown = named.find((name) => !Object.hasOwn(CLAIMS, name));
if (unknown !== undefined) {
  throw new RangeError(
    `Cannot calibrate ${JSON.stringify(unknown)}: there are ${Object.keys(CLAIMS).join(", ")}`,
  );
}

let results: Results = isShort ? {} : readResults();
for (const [claim, { cells, shortRecords = SHORT.records }] of Object.entries(CLAIMS)) {
  if (named.length > 0 && !named.includes(claim)) continue;
  const until = Date.now() + minutes * 60_000;
  const some = isShort
    ? cells.filter((_, i) => i % Math.ceil(cells.length / SHORT.cells) === 0)
    : cells.filter((cell) =>
      (!args.includes("--near") || isNear(cell)) &&
      (!restarts || isAbove(results[claim]?.[nameOf(cell)], records))
    );
  if (some.length === 0) continue;
  let isLate = false;
  const wanted = isShort ? shortRecords : records;
  for (let goal = CHUNK; goal < wanted + CHUNK && !isLate; goal += CHUNK) {
    for (const cell of some) {
      isLate = Date.now() > until;
      if (isLate) break;
      const own = results[claim] ?? {}, name = nameOf(cell);
      const from = restarts && goal === CHUNK ? undefined : own[name];
      results = {
        ...results,
        [claim]: { ...own, [name]: simulate(claim, cell, Math.min(goal, wanted), from) },
      };
    }
    if (!isShort) writeResults(claim, results[claim] ?? {});
  }
  const done = some.map((cell) => results[claim]?.[nameOf(cell)]?.records ?? 0);
  print(`${claim}: ${some.length} cells, ${Math.min(...done)} to ${Math.max(...done)} records`);
}
if (args.includes("--update")) writeDocument(results);
const failures = failuresOf(results);
for (const { claim, promise, cell, share, asked } of failures) {
  print(`BROKEN ${claim}, ${promise}: ${(100 * share).toFixed(1)} % of ${asked} (${cell})`);
}
if (failures.length > 0) Deno.exit(1);

function print(line: string): void {
  // deno-lint-ignore no-console -- progress is for the terminal
  console.log(line);
}
