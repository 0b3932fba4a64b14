/**
 * Runs `deno test` and prints a summary: a line per folder, the ten slowest tests, all failures in
 * full, and last `N passed, N failed`.
 * @module
 */
// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { stripVTControlCharacters } from "node:util";
import { pastProxies } from "../../src/cli/launch.ts";

/** Result of a test. */
interface Result {
  readonly file: string;
  readonly name: string;
  readonly outcome: "ok" | "FAILED" | "ignored";
  readonly seconds: number;
}

/**
 * Line of a result. It has the file name only if files run in parallel; otherwise an earlier line
 * has it.
 */
const RESULT = /^(?:(\.\/.+?\.ts) => )?(\S.*) \.\.\. (ok|FAILED|ignored)(?: \(.*\))? \(([^()]+)\)$/;
const FILE = /^running \d+ tests? from (\.\/.+\.ts)$/;
const UNITS: Readonly<Record<string, number>> = { µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
const SLOWEST = 10;

/**
 * Returns a function that reads the lines of `deno test` in order. It returns the result of a test,
 * or `undefined` for any other line.
 */
export function resultReader(): (line: string) => Result | undefined {
  let current: string | undefined;
  return (line) => {
    current = FILE.exec(line)?.[1] ?? current;
    return readResult(line, current);
  };
}

function readResult(line: string, current: string | undefined): Result | undefined {
  const [, file = current, name, outcome, time] = RESULT.exec(line) ?? [];
  if (file === undefined || name === undefined || name.includes(" ... ")) return undefined; // a step
  const parts = Array.from(time!.matchAll(/([\d.]+)(µs|ms|s|m|h)/g));
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0);
  return { file: file.slice(2), name, outcome: outcome as Result["outcome"], seconds };
}

/** Returns the summary of a completed run, without its last line. */
export function summarize(results: readonly Result[]): string[] {
  const folders = Map.groupBy(results, ({ file }) => file.split("/").slice(0, 2).join("/"));
  const rows = [...folders].sort(([a], [b]) => a < b ? -1 : 1).map(([folder, tests]) => {
    const seconds = tests.reduce((sum, test) => sum + test.seconds, 0);
    const failed = tests.filter(({ outcome }) => outcome === "FAILED").length;
    return `${folder.padEnd(20)} ${String(tests.length).padStart(5)} tests ${
      seconds.toFixed(1).padStart(6)
    } s${failed > 0 ? `  ${failed} FAILED` : ""}`;
  });
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
    .map(({ file, name, seconds }) =>
      `${seconds.toFixed(1).padStart(5)} s  ${file}: ${name}`.slice(0, 120)
    );
  return [...rows, "Slowest:", ...slowest];
}

/**
 * Runs `deno test`.
 *
 * @param args Arguments of `deno test`.
 * @param env Variables to add to the environment.
 * @returns the exit code of `deno test`, or 128 plus the number of the signal that ended it
 */
export async function runTests(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", ...args],
    env: { ...pastProxies(), ...env, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const results: Result[] = [], output: string[] = [], errors: string[] = [];
  const read = resultReader();
  const isTerminal = Deno.stderr.isTerminal();
  const show = (text: string): void => {
    if (isTerminal) Deno.stderr.writeSync(new TextEncoder().encode(`\r\x1b[K${text}`));
  };
  const [status] = await Promise.all([
    child.status,
    eachLine(child.stdout, (line) => {
      output.push(line);
      const result = read(line);
      if (result === undefined) return;
      results.push(result);
      show(`${results.length} tests, now in ${result.file}`);
    }),
    eachLine(child.stderr, (line) => void errors.push(line)),
  ]);
  show("");
  const last = output.findLast((line) => /^(ok|FAILED) \| \d+ passed/.test(line));
  if (last === undefined) { // the run did not finish, so any line may matter
    console.log([...output, ...errors].join("\n"));
    console.log(
      `Cannot finish the tests: deno test ended ${
        status.signal === null ? `with code ${status.code}` : `by ${status.signal}`
      } after ${results.length} tests; the last was in ${results.at(-1)?.file ?? "no file"}.`,
    );
    return status.code || 1;
  }
  const [passed, failed, ignored] = ["passed", "failed", "ignored"].map((word) =>
    Number(new RegExp(`(\\d+) ${word}`).exec(last)?.[1] ?? 0)
  );
  console.log(summarize(results).join("\n"));
  if (!status.success) {
    const from = output.findIndex((line) => line === " ERRORS ");
    const said = errors.filter((line) => !line.startsWith("Check "));
    console.log(["", ...output.slice(Math.max(0, from)), ...said].join("\n"));
  }
  console.log(`${passed} passed, ${failed} failed${ignored! > 0 ? `, ${ignored} skipped` : ""}`);
  return status.code;
}

async function eachLine(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (line: string) => void,
): Promise<void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) take(stripVTControlCharacters(line));
  }
  if (rest !== "") take(stripVTControlCharacters(rest));
}
