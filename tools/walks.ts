/**
 * How far a frame walks through the code of a verb: which of our functions run for one call, how
 * often, and in how many files. Few, and straight down from the verb to `frame/`, is what a reader can
 * follow. A short frame is taken, so that functions that run for each row stand out by their calls.
 *
 * ```sh
 * deno run -A tools/walks.ts            # a table
 * deno run -A tools/walks.ts --list     # and every function
 * ```
 * @module
 */

/** What is measured: code that gives `input`, and the call of a verb. */
const WALKS: Readonly<Record<string, { readonly input: string; readonly call: string }>> = {
  "series.resample": {
    input: 'toFrame({ time: timeColumn(BigInt64Array.of(0n, 60_000_000n), "UTC"), ' +
      "value: float64Column(Float64Array.of(1, 2)) })",
    call: 'series.resample(input, { every: "1h" })',
  },
  "sleep.merge": {
    input: 'toFrame({ start_time: timeColumn(BigInt64Array.of(0n, 60_000_000n), "UTC"), ' +
      'end_time: timeColumn(BigInt64Array.of(120_000_000n, 180_000_000n), "UTC"), ' +
      "sleep_stage: int64Column(BigInt64Array.of(3n, 5n)) })",
    call: "sleep.merge(input)",
  },
  "sleep.fromSamples": {
    input: 'toFrame({ start_date: timeColumn(BigInt64Array.of(0n), "UTC"), ' +
      'end_date: timeColumn(BigInt64Array.of(60_000_000n), "UTC"), ' +
      "value: int64Column(BigInt64Array.of(3n)) })",
    call: "sleep.fromSamples(input)",
  },
};

/** A function that ran. */
interface Walked {
  /** Its file, below `src/`. */
  readonly file: string;
  /** Its name. */
  readonly name: string;
  /** How often it ran. */
  readonly calls: number;
}

const root = new URL("../", import.meta.url);

/** The named functions of `src/` that a verb runs, those of making its input and of loading aside. */
async function walk({ input, call }: { input: string; call: string }): Promise<Walked[]> {
  const before = await countCalls(input, ""), after = await countCalls(input, call);
  return Array.from(after, ([key, calls]) => {
    const [file, name] = key.split(" ") as [string, string];
    return { file, name, calls: calls - (before.get(key) ?? 0) };
  }).filter(({ calls }) => calls > 0);
}

/** How often each named function ran in a process of its own, as V8's coverage counts it. */
async function countCalls(input: string, call: string): Promise<Map<string, number>> {
  const folder = await Deno.makeTempDir();
  try {
    const script = new URL("walk.ts", `file://${folder}/`);
    await Deno.writeTextFile(
      script,
      `import { series, sleep } from "${new URL("mod.ts", root)}";
import { float64Column, int64Column, timeColumn } from "${new URL(
        "src/frame/columns/columns.ts",
        root,
      )}";
import { toFrame } from "${new URL("src/frame/polars/toFrame.ts", root)}";
const columns = [float64Column, int64Column, timeColumn, series, sleep];
const input = ${input};
${call};
if (columns.length === 0) throw input;
`,
    );
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--allow-all",
        "--no-check",
        `--coverage=${folder}/coverage`,
        `--config=${new URL("deno.json", root).pathname}`,
        script.href,
      ],
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return await readCounts(`${folder}/coverage`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A script's coverage, as V8 writes it. */
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

async function readCounts(folder: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>(), src = new URL("src/", root).href;
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile || !name.endsWith(".json")) continue;
    const script = JSON.parse(await Deno.readTextFile(`${folder}/${name}`)) as ScriptCoverage;
    if (!script.url.startsWith(src)) continue;
    for (const { functionName, ranges: [whole] } of script.functions) {
      // The first range of a function is its body; a module's has no name, and a callback's says little.
      if (functionName === "" || whole === undefined) continue;
      const key = `${script.url.slice(src.length)} ${functionName}`;
      counts.set(key, (counts.get(key) ?? 0) + whole.count);
    }
  }
  return counts;
}

if (import.meta.main) {
  const rows: string[][] = [["verb", "functions", "calls", "files", "folders"]];
  for (const [verb, code] of Object.entries(WALKS)) {
    const walked = await walk(code);
    const distinct = (part: (file: string) => string): number =>
      new Set(walked.map(({ file }) => part(file))).size;
    rows.push([
      verb,
      String(walked.length),
      String(walked.reduce((sum, { calls }) => sum + calls, 0)),
      String(distinct((file) => file)),
      String(distinct((file) => file.split("/")[0]!)),
    ]);
    if (!Deno.args.includes("--list")) continue;
    const sorted = walked.toSorted((a, b) => a.file < b.file ? -1 : 1);
    for (const { file, name, calls } of sorted) rows.push([`  ${file} ${name}`, "", String(calls)]);
  }
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => (row[i] ?? "").length)));
  for (const row of rows) {
    // deno-lint-ignore no-console -- it is a task
    console.log(
      row.map((cell, i) => i === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[i]!))
        .join("  ").trimEnd(),
    );
  }
}
