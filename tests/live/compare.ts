/**
 * Runs other programs on the same data as ours and prints "what, theirs, ours, difference". Exits
 * with an error if a difference exceeds its tolerance, or if the table in docs/comparisons.md is
 * outdated.
 * deno task dev test:live [--folder DIR] [--update]: DIR keeps the Python environments (otherwise
 * they are temporary), --update writes the table.
 * @module
 */
import { fileURLToPath } from "node:url";
import { askPython } from "./askPython.ts";
import {
  activityComparisons,
  BEATS,
  BY_DAY,
  CURVE,
  DEEP,
  LIGHT,
  MIXED,
  RESTING,
  SUN_EVENTS,
} from "./activityComparisons.ts";
import { ACTIVITY_RECORDS } from "../series/activityRecords.ts";
import { WEEK_OF_COUNTS } from "../series/madeCounts.ts";
import { type Comparison, difference, documentTable, shown } from "./comparison.ts";
import type { Science } from "./science.ts";
import {
  COSINOR,
  PERIODOGRAM,
  type PyActigraphyAnswer,
  seriesComparisons,
} from "./seriesComparisons.ts";
import { CHANGE_POINTS, changePointComparisons, LEVELS } from "./changePointComparisons.ts";
import {
  AROUND,
  changeComparisons,
  DEPENDENT_DAYS,
  EXPERIMENT_PAIRS,
  GROUPS,
  PARTIALS,
  SHARED_DAYS,
} from "./changeComparisons.ts";
import { decomposeComparisons, DECOMPOSED } from "./decomposeComparisons.ts";
import { hypnogramComparisons, SCORED } from "./hypnogramComparisons.ts";
import { INTERRUPTED, interruptedComparisons } from "./interruptedComparisons.ts";
import { modelComparisons, type Models } from "./modelComparisons.ts";
import { HYPNOGRAMS, sleepComparisons, WEEKS } from "./sleepComparisons.ts";
import { UNUSUAL, unusualComparisons } from "./unusualComparisons.ts";
import { LUX, WEARABLES, wearComparisons } from "./wearComparisons.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const DOCUMENT = here("../../docs/comparisons.md");
const BEGIN = "<!-- live -->", END = "<!-- /live -->";

/** Runs the R script and returns its output. */
async function answerOfR(): Promise<Models> {
  const { success, stdout } = await new Deno.Command("Rscript", {
    args: ["--vanilla", here("models.R")],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("Cannot compare: models.R failed");
  return JSON.parse(new TextDecoder().decode(stdout)) as Models;
}

/** Returns the document with another table. */
function withTable(document: string, table: string): string {
  const [before, rest = ""] = document.split(BEGIN), [, after = ""] = rest.split(END);
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

/** Prints every value and marks those over the tolerance. */
function report(comparisons: readonly Comparison[]): number {
  let failed = 0;
  for (const { ours, theirs, of, tolerance, values } of comparisons) {
    const differences = values.map(difference), worst = Math.max(...differences);
    const over = differences.filter((one) => !(one <= tolerance)).length;
    failed += over + (values.length === 0 ? 1 : 0);
    print(`\n${ours} and ${theirs}, ${of}`);
    print(`${values.length} values, largest difference ${worst.toExponential(1)} of ${tolerance}`);
    print(["what", "theirs", "ours", "difference"].join("\t"));
    values.forEach((value, i) => {
      const mark = differences[i]! <= tolerance ? "" : "\tOVER";
      const own = [value.name, shown(value.theirs), shown(value.ours)];
      print(`${own.join("\t")}\t${differences[i]!.toExponential(1)}${mark}`);
    });
  }
  return failed;
}

function print(line: string): void {
  // deno-lint-ignore no-console -- what it prints is what it is for
  console.log(line);
}

const folder = Deno.args.includes("--folder")
  ? Deno.args[Deno.args.indexOf("--folder") + 1] ?? ""
  : "";
const asked = {
  hypnograms: HYPNOGRAMS,
  cosinor: COSINOR,
  periodogram: PERIODOGRAM,
  regularity: WEEKS.map(({ codes }) => ({ codes, per_day: 96 })),
  groups: GROUPS,
  shared: SHARED_DAYS,
  partials: PARTIALS,
  dependent: DEPENDENT_DAYS,
  experiments: EXPERIMENT_PAIRS,
  around: AROUND,
  changePoints: CHANGE_POINTS,
  levels: LEVELS,
  interrupted: INTERRUPTED,
  activity: {
    limits: DEEP,
    beats: BEATS.map(({ interval, isKnown }) => [interval, isKnown]),
    curve: CURVE,
    resting: RESTING,
    ema: LIGHT,
    sun: SUN_EVENTS,
    by_day: BY_DAY,
    mixed: MIXED,
  },
  wearables: WEARABLES,
  scored: SCORED,
  unusual: UNUSUAL,
  decomposed: DECOMPOSED.map(({ dates: _, ...own }) => own),
};
const [science, pyactigraphy, models] = await Promise.all([
  askPython(folder, "science", asked),
  askPython(
    folder,
    "pyactigraphy",
    { records: ACTIVITY_RECORDS, counts: WEEK_OF_COUNTS, lux: LUX },
    { args: ["--own"] },
  ),
  answerOfR(),
]) as [Science, PyActigraphyAnswer, Models];
const comparisons = [
  ...sleepComparisons(science),
  ...seriesComparisons(pyactigraphy, science),
  ...activityComparisons(pyactigraphy, science),
  ...wearComparisons(pyactigraphy, science),
  ...changeComparisons(science),
  ...changePointComparisons(science),
  ...interruptedComparisons(science),
  ...decomposeComparisons(science),
  ...hypnogramComparisons(science),
  ...unusualComparisons(science),
  ...modelComparisons(models),
];
const failed = report(comparisons);
const count = comparisons.reduce((sum, { values }) => sum + values.length, 0);
const document = Deno.readTextFileSync(DOCUMENT);
const current = withTable(document, documentTable(comparisons));
if (Deno.args.includes("--update")) Deno.writeTextFileSync(DOCUMENT, current);
else if (document !== current) {
  print("\ndocs/comparisons.md is another; run it with --update, and read what has changed");
  Deno.exit(1);
}
print(`\n${count} values compared, ${failed} over their tolerance`);
if (failed > 0) Deno.exit(1);
