// deno-lint-ignore-file no-console -- a command prints to the terminal
/**
 * Measures how the time of cohorts grows with people and workers, on this machine and, if
 * LIFEFRAME_SPARK_HOME names a pyspark, on Spark: `deno task dev growth [--people 50,100,200,400]
 * [--nights 180] [--days 60] [--workers 1,2] [--rounds 2] [--peers] [--files 20000] [--update]`.
 * --peers compares the days with DuckDB and Polars from PyPI (needs Python 3), --files measures the
 * same rows in this many small files, and --update writes the results into docs/cohort.md.
 *
 * The command adds people to one cohort in steps. Each result is the minimum of all rounds, since
 * other load can only increase it. CPU seconds are the sum of all processes.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { cohort } from "../../../src/cohort/cohort.ts";
import type { Cohort } from "../../../src/cohort/cohortOptions.ts";
import type { CohortTable } from "../../../src/cohort/table.ts";
import * as series from "../../../src/series/mod.ts";
import * as sleep from "../../../src/sleep/mod.ts";
import { sparkServer } from "../spark/sparkServer.ts";
import { cpuTime } from "./cpuTime.ts";
import { measurePeer, PEERS } from "./comparePeers.ts";
import { growCohort, type Length } from "./grownCohort.ts";
import { exponent } from "./powerLaw.ts";
import { type FilesCost, measureSmallFiles } from "./smallFiles.ts";

const DOCUMENT = new URL("../../../docs/cohort.md", import.meta.url);
const BEGIN = "<!-- growth -->", END = "<!-- /growth -->";

const VERBS: { readonly [name: string]: (people: Cohort) => CohortTable } = {
  "sleep.merge": (people) => people.table("stages").perPerson(sleep.merge),
  "sleep.merge, sleep.statistics": (people) =>
    people.table("stages").perPerson(sleep.merge).perPerson(sleep.statistics),
  "sleep.merge, sleep.nightly": (people) =>
    people.table("stages").perPerson(sleep.merge).perPerson(sleep.nightly),
  "series.resample to days": (people) =>
    people.table("heart_rate").perPerson(series.resample, { every: "1d" }),
  "series.resample to 15 minutes": (people) =>
    people.table("heart_rate").perPerson(series.resample, { every: "15m" }),
  "series.rhythm": (people) => people.table("heart_rate").perPerson(series.rhythm, { y: "value" }),
};

/**
 * Places where verbs run: name, opened source, and processes whose CPU time is added to this one's.
 */
interface Engine {
  readonly name: string;
  readonly open: (folder: string) => Promise<Cohort>;
  readonly pid?: number;
}
interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

const costs = new Map<string, Cost>();
/** Megabytes and CPU seconds of each size, by row of the second table. */
const others = new Map<string, number[]>();
const keyOf = (...parts: readonly (string | number)[]): string => parts.join(" | ");

async function measure(engine: Engine, verb: string, folder: string): Promise<Cost> {
  await using people = await engine.open(folder);
  const spent = (): number =>
    cpuTime(Deno.pid) + (engine.pid === undefined ? 0 : cpuTime(engine.pid));
  const start = performance.now(), before = spent();
  await VERBS[verb]!(people).collect({ onProgress: () => {} });
  const wall = (performance.now() - start) / 1000;
  return { wall, cpu: spent() - before };
}

async function main(args: readonly string[]): Promise<void> {
  const { people, nights, days, workers, rounds, peers, files, update } = parseArgs({
    args: [...args],
    options: {
      people: { type: "string", default: "50,100,200,400" },
      nights: { type: "string", default: "180" },
      days: { type: "string", default: "60" },
      workers: { type: "string", default: "1,2" },
      rounds: { type: "string", default: "2" },
      peers: { type: "boolean", default: false },
      files: { type: "string", default: "0" },
      update: { type: "boolean", default: false },
    },
  }).values;
  const sizes = people.split(",").map(Number);
  const length = { nights: Number(nights), days: Number(days) };
  const folder = await Deno.makeTempDir({ prefix: "growth-" }), venv = `${folder}-peers`;
  await using spark = Deno.env.has("LIFEFRAME_SPARK_HOME") ? await sparkServer() : undefined;
  const engines: Engine[] = [
    ...workers.split(",").map(Number).map((workers) => ({
      name: workers === 1 ? "1 worker" : `${workers} workers`,
      open: (folder: string) => cohort(folder, { workers }),
    })),
    ...spark === undefined ? [] : [{
      name: "Spark, local[2]",
      open: (folder: string) => cohort(spark.address, { folder }),
      pid: spark.pid,
    }],
  ];
  let small: readonly FilesCost[] = [];
  try {
    let there = 0;
    for (const size of sizes) {
      const first = there;
      note("`writeCohort`, MB", await peakOf(() => growCohort(folder, first, size, length)));
      there = size;
      note("daily resample, MB", await peakOf(() => countDays(folder)));
      for (let round = 0; round < Number(rounds); round++) {
        for (const verb of Object.keys(VERBS)) {
          for (const engine of engines) {
            const cost = await measure(engine, verb, folder), key = keyOf(verb, engine.name, size);
            const best = costs.get(key) ?? cost;
            costs.set(key, {
              wall: Math.min(cost.wall, best.wall),
              cpu: Math.min(cost.cpu, best.cpu),
            });
            console.error(`${key}: ${cost.wall.toFixed(1)} s, CPU ${cost.cpu.toFixed(1)} s`);
          }
        }
      }
      await using own = await cohort(folder, { workers: 1 });
      for (const name of peers ? PEERS : []) {
        note(`${name}, CPU s`, await measurePeer(name, folder, own, venv));
      }
    }
    if (Number(files) > 0) small = await measureSmallFiles(`${venv}-small`, Number(files));
  } finally {
    for (const path of [folder, venv, `${venv}-small`]) {
      await Deno.remove(path, { recursive: true }).catch(() => {});
    }
  }
  const text = report(sizes, engines.map(({ name }) => name), rounds, length) +
    moreReport(sizes) + filesReport(small);
  console.log(text);
  if (update) {
    const document = await Deno.readTextFile(DOCUMENT);
    const [before, rest = ""] = document.split(BEGIN), [, after = ""] = rest.split(END);
    await Deno.writeTextFile(DOCUMENT, `${before}${BEGIN}\n\n${text}\n\n${END}${after}`);
  }
}

function note(row: string, value: number): void {
  others.set(row, [...others.get(row) ?? [], value]);
  console.error(`${row}: ${value.toFixed(1)}`);
}

async function countDays(folder: string): Promise<void> {
  await using people = await cohort(folder, { workers: 1 });
  await VERBS["series.resample to days"]!(people).count({ onProgress: () => {} });
}

/** Returns the greatest memory of this process during some work, in MB. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  Deno.writeTextFileSync("/proc/self/clear_refs", "5");
  await work();
  return Number(/VmHWM:\s+(\d+) kB/.exec(Deno.readTextFileSync("/proc/self/status"))![1]) / 1024;
}

/** Returns memory and the CPU seconds of other programs as a table in Markdown. */
function moreReport(sizes: readonly number[]): string {
  const daily = "series.resample to days";
  const own = sizes.map((size) => costs.get(keyOf(daily, "1 worker", size))?.cpu ?? NaN);
  const rows = [...others].map(([name, values]) => {
    const ratio = name.endsWith("MB") ? "" : (own.at(-1)! / values.at(-1)!).toFixed(1);
    const digits = name.endsWith("MB") ? 0 : 2;
    return `| ${[name, ...values.map((value) => value.toFixed(digits)), ratio].join(" | ")} |`;
  });
  const head = ["", ...sizes.map((size) => `${size} people`), "cohort / other"];
  return [
    "",
    "",
    "Greatest memory of the calling process" +
    (others.size > 2
      ? ", and CPU seconds of daily means of the same files in other programs, without the start of " +
        "Python. Every day was equal to 1e-9."
      : "."),
    "",
    `| ${head.join(" | ")} |`,
    `| ${head.map(() => "---").join(" | ")} |`,
    ...rows,
  ].join("\n");
}

function filesReport(small: readonly FilesCost[]): string {
  if (small.length === 0) return "";
  const lines = small.map(({ files, resample, count }) =>
    `| ${files} | ${resample.toFixed(1)} | ${count.toFixed(2)} |`
  );
  return [
    "",
    "",
    `CPU seconds for ${small[0]!.rows} rows in many files, and in the files of \`compact\`:`,
    "",
    "| files | daily resample | count |",
    "| --- | --- | --- |",
    ...lines,
  ].join("\n");
}

/**
 * Returns the results as a table in Markdown: seconds of wall time, with CPU seconds in
 * parentheses.
 */
function report(
  sizes: readonly number[],
  engines: readonly string[],
  rounds: string,
  { nights, days }: Length,
): string {
  const cost = (verb: string, engine: string, size: number): Cost =>
    costs.get(keyOf(verb, engine, size))!;
  const rows = Object.keys(VERBS).flatMap((verb) =>
    engines.map((engine) => {
      const all = sizes.map((size) => cost(verb, engine, size));
      const power = (of: keyof Cost): string =>
        exponent(sizes.map((size, i) => [size, all[i]![of]])).toFixed(2);
      const last = sizes.at(-1)!;
      return [
        `\`${verb}\``,
        engine,
        ...all.map(({ wall, cpu }) => `${wall.toFixed(1)} (${cpu.toFixed(1)})`),
        `${power("wall")} (${power("cpu")})`,
        (cost(verb, engines[0]!, last).wall / cost(verb, engine, last).wall).toFixed(2),
      ];
    })
  );
  const head = ["verb", "where", ...sizes.map((size) => `${size} people`), "exponent", "speed-up"];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const [load] = Deno.loadavg(), date = new Date().toISOString().slice(0, 10);
  return [
    `Elapsed seconds on ${date}, with CPU seconds in parentheses: ` +
    `${navigator.hardwareConcurrency} cores (load ${load!.toFixed(0)} at the end), ${
      rounds === "1" ? "one run each" : `the least of ${rounds} runs`
    }. ` +
    `Each person has ${nights} nights of stages of two sources and ${days} days of readings, ` +
    `one in five minutes.`,
    "",
    line(head),
    line(head.map(() => "---")),
    ...rows.map(line),
  ].join("\n");
}

await main(Deno.args);
