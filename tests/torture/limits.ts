/**
 * Removes each limit once, and exceeds it in a child process: the test of the limit has to fail then,
 * since nothing refuses the excess with the limit's error: `deno run -A tests/torture/limits.ts [NAME ...]`.
 * @module
 */
import { fileURLToPath } from "node:url";
import { LIMITS } from "../../src/options/limits.ts";

/** Effects of exceeding a limit that was removed. */
export interface RemovedFigures {
  /** Limits that were removed. */
  removed: number;
  /** Excesses that pass. */
  passed: number;
  /** Excesses that another error refuses. */
  other: number;
  /** Excesses that take too long or too much memory, or end the process. */
  harm: number;
  /** Limits whose error still occurs. */
  readonly same: string[];
}

/** Longest time in milliseconds, and most memory in bytes, of a child process. */
const LONGEST = 60_000, MOST = 3e9;

const PROGRAM = fileURLToPath(new URL("exceedWithout.ts", import.meta.url));

/** Exceeds limits without them. */
export async function runWithoutLimits(
  names: readonly string[] = Object.keys(LIMITS),
): Promise<RemovedFigures> {
  const figures: RemovedFigures = { removed: 0, passed: 0, other: 0, harm: 0, same: [] };
  for (const name of names) {
    const text = await exceed(name);
    const [word] = text.split(" ");
    figures.removed++;
    if (word === "passed" || word === "other" || word === "harm") figures[word]++;
    else figures.same.push(`${name}: ${text}`);
    // deno-lint-ignore no-console -- shows which limits do what
    if (import.meta.main) console.log(`${name}: ${text.slice(0, 150)}`);
  }
  return figures;
}

/** Returns what the program prints; `harm` if it is ended. */
async function exceed(name: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "-A", PROGRAM, name],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const begun = performance.now();
  const timer = setInterval(() => {
    const isLate = performance.now() - begun > LONGEST;
    if (!isLate && memoryOf(child.pid) <= MOST) return;
    try {
      child.kill("SIGKILL");
    } catch {
      clearInterval(timer); // it has ended
    }
  }, 50);
  const { code, signal, stdout, stderr } = await child.output();
  clearInterval(timer);
  const text = new TextDecoder().decode(stdout).trim();
  if (text !== "") return text;
  const why = new TextDecoder().decode(stderr);
  // A stack overflow or a full heap ends the process as well.
  return signal !== null || /Fatal|out of memory/.test(why) ? "harm" : `code ${code}: ${why}`;
}

function memoryOf(pid: number): number {
  try {
    return Number(Deno.readTextFileSync(`/proc/${pid}/statm`).split(" ")[1]) * 4096;
  } catch {
    return 0; // it has ended
  }
}

if (import.meta.main) {
  const figures = await runWithoutLimits(Deno.args.length > 0 ? Deno.args : undefined);
  // deno-lint-ignore no-console -- a program that prints its figures
  console.log(figures);
  Deno.exitCode = figures.same.length === 0 ? 0 : 1;
}
