/**
 * Measures the call depth of verbs: the number of our functions that run for one call, of their
 * calls, and of their files. A reader can follow few functions that lead straight from the verb to
 * `frame/`. The input is a short frame, so that functions that run once per row stand out by their
 * calls.
 *
 * ```sh
 * deno run -A tools/walks.ts            # a table
 * deno run -A tools/walks.ts --list     # with every function
 * ```
 * @module
 */

/** Code that creates `input`, and the call to measure. */
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

interface Walked {
  /** File, relative to `src/`. */
  readonly file: string;
  readonly name: string;
  /** Number of calls. */
  readonly calls: number;
}

const root = new URL("../", import.meta.url);

/**
 * Returns the named functions of `src/` that a verb runs, excluding loading and creating its input.
 */
async function walk({ input, call }: { input: string; call: string }): Promise<Walked[]> {
  const before = await countCalls(input, ""), after = await countCalls(input, call);
  return Array.from(after, ([key, calls]) => {
    const [file, name] = key.split(" ") as [string, string];
    return { file, name, calls: calls - (before.get(key) ?? 0) };
  }).filter(({ calls }) => calls > 0);
}

/** Returns the number of calls of each named function, from V8's coverage of a separate process. */
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

/** Coverage of a script in V8's format. */
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
      // The first range of a function is its body. Modules have no name, and names of callbacks are
      // not useful.
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
