/**
 * Prints the exponents with which the CPU time of verbs grows with rows, by number of groups: `deno
 * task dev bench:growth [words of verbs] [--rows 1000000] [--update]`. An exponent of 1 means that
 * twice the rows take twice the time. Each exponent is between the largest number of rows and a
 * tenth of it, from the least of several times. `--update` writes the table into
 * docs/performance.md.
 * @module
 */
import { parseArgs } from "node:util";
import pl from "nodejs-polars";
import * as series from "../../src/series/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { epochsFrame, overlappingSpans, seriesFrame } from "./data.ts";
import { aligned, markdown } from "./table.ts";

const DOCUMENT = new URL("../../docs/performance.md", import.meta.url);
const BEGIN = "<!-- growth -->", END = "<!-- /growth -->";
/** Number of groups of some rows. The last one grows with the rows, as a cohort does. */
const GROUPS: { readonly [name: string]: (rows: number) => number } = {
  "1 group": () => 1,
  "100 groups": () => 100,
  "a group per 100 rows": (rows) => rows / 100,
};

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "1000000" },
    update: { type: "boolean", default: false },
  },
});

type Verb = (frame: pl.DataFrame, by: "group") => unknown;

const tz = "Europe/Berlin";
const SERIES: { readonly [name: string]: Verb } = {
  align: (rate, by) => series.align({ rate, steps: rate }, { every: "1h", tz, by }),
  around: (frame, by) => series.around(frame, times(frame), { before: "1h", after: "1h", by }),
  cosinor: (frame, by) => series.cosinor(frame, { by }),
  dateParts: (frame) => series.dateParts(frame),
  extendedCosinor: (frame, by) => series.extendedCosinor(frame, { by }),
  fluctuations: (frame, by) => series.fluctuations(frame, { gaps: "join", by }),
  fragmentation: (frame, by) => series.fragmentation(frame, { by, threshold: 60 }),
  intensityGradient: (frame, by) => series.intensityGradient(frame, { by }),
  light: (frame, by) => series.light(frame, { sessions: nightsOf(frame), by }),
  periodogram: (frame, by) => series.periodogram(frame, { by }),
  resample: (frame, by) => series.resample(frame, { every: "1h", tz, by }),
  restingRate: (frame, by) => series.restingRate(frame, { sessions: nightsOf(frame), by }),
  rhythm: (frame, by) => series.rhythm(frame, { by }),
  rolling: (frame, by) => series.rolling(frame, { window: "1h", by }),
  thin: (frame, by) => series.thin(frame, { points: 100, by }),
  trend: (frame, by) => series.trend(frame, { by }),
};
const SLEEP: { readonly [name: string]: Verb } = {
  aggregate: (frame, by) => sleep.aggregate(frame, { by }),
  cycles: (frame, by) => sleep.cycles(frame, { by }),
  findClones: (frame, by) => sleep.findClones(frame, { by }),
  knownStages: (frame, by) => sleep.knownStages(frame, { by }),
  merge: (frame, by) => sleep.merge(frame, { by }),
  mergeReport: (frame, by) => sleep.mergeReport(frame, { by }),
  nightly: (frame, by) => sleep.nightly(frame, { by }),
  regularity: (frame, by) => sleep.regularity(frame, { by }),
  sessions: (frame, by) => sleep.sessions(frame, { by }),
  statistics: (frame, by) => sleep.statistics(sleep.merge(frame, { by }), { by }),
  timing: (frame, by) => sleep.timing(frame, { by }),
  transitions: (frame, by) => sleep.transitions(sleep.merge(frame, { by }), { by }),
};
const PAIRS: { readonly [name: string]: Verb } = {
  agreement: (frame, by) => sleep.agreement(frame, frame, { by }),
};

const most = Number(values.rows), heads = ["verb", ...Object.keys(GROUPS)];
const lines = [
  ...await rowsOf("series", SERIES, (count) => seriesFrame(count, 60)),
  ...await rowsOf("sleep", SLEEP, overlappingSpans),
  ...await rowsOf("sleep", PAIRS, (count) => epochsFrame(count, 0, "a")),
];
for (const line of aligned([heads, ...lines])) print(line);
if (values.update) {
  const [before, rest = ""] = Deno.readTextFileSync(DOCUMENT).split(BEGIN);
  const [, after = ""] = rest.split(END);
  const said = `${new Date().toISOString().slice(0, 10)}, ${most / 10} to ${most} rows.`;
  const text = [BEGIN, said, markdown([heads, ...lines]), END].join("\n\n");
  Deno.writeTextFileSync(DOCUMENT, before + text + after);
}

async function rowsOf(
  namespace: string,
  verbs: { readonly [name: string]: Verb },
  make: (rows: number) => pl.DataFrame,
): Promise<string[][]> {
  const wanted = Object.entries(verbs).filter(([name]) =>
    positionals.length === 0 || positionals.some((word) => `${namespace}.${name}`.includes(word))
  );
  const lines: string[][] = [];
  for (const [name, verb] of wanted) {
    const line = [`${namespace}.${name}`];
    for (const groups of Object.values(GROUPS)) {
      line.push((await exponent(verb, groups, make)).toFixed(2));
    }
    print(line.join("  "));
    lines.push(line);
  }
  return lines;
}

async function exponent(
  verb: Verb,
  groups: (rows: number) => number,
  make: (rows: number) => pl.DataFrame,
): Promise<number> {
  const [small, large] = [most / 10, most].map((rows) => grouped(make(rows), groups(rows))) as [
    pl.DataFrame,
    pl.DataFrame,
  ];
  const times = [
    await leastTime(() => verb(large, "group")),
    await leastTime(() => verb(small, "group")),
  ];
  return Math.log10(times[0]! / times[1]!);
}

/** Splits rows into consecutive groups. */
function grouped(frame: pl.DataFrame, groups: number): pl.DataFrame {
  const names = Array.from(
    { length: frame.height },
    (_, i) => `group ${Math.floor(i * groups / frame.height)}`,
  );
  return frame.withColumns(pl.Series("group", names));
}

/** Returns the least CPU time of three to nine calls, after a first one that compiles loops. */
async function leastTime(work: () => unknown): Promise<number> {
  work();
  const begun = performance.now();
  let least = Infinity;
  for (let round = 0; round < 9; round++) {
    if (round >= 3 && performance.now() - begun > 1000) break;
    await new Promise((resolve) => setTimeout(resolve)); // Polars' frames are freed between turns
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/** Returns a night of each day of the frame. */
function nightsOf(frame: pl.DataFrame): { start_time: Date; end_time: Date }[] {
  const time = frame.getColumn("time"), day = 86_400_000;
  const [first, last] = [time.getIndex(0), time.getIndex(frame.height - 1)].map(Number);
  const days = Math.ceil((last! - first!) / day);
  return Array.from({ length: days }, (_, i) => ({
    start_time: new Date(first! + i * day),
    end_time: new Date(first! + (i + 1 / 3) * day),
  }));
}

function times(frame: pl.DataFrame): pl.DataFrame {
  return frame.gatherEvery(1000).select("time", "group");
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
