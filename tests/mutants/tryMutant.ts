import type { Mutant } from "./operators.ts";

/** Result for a mutant. */
export interface Verdict {
  /** The mutant. */
  readonly mutant: Mutant;
  /** Check that noticed it: tests, a type, the examples, or none. */
  readonly by: "near" | "folder" | "types" | "examples" | "others" | "nothing";
}

/** Maximum duration of a test run in milliseconds. A run that hangs counts as noticed. */
const LONGEST = 200_000;

/** Tries a mutant in a copy of the project, from the nearest tests to the farthest, until one fails. */
export async function tryMutant(
  mutant: Mutant,
  { copy, tests }: { copy: string; tests: readonly { path: string; distance: number }[] },
): Promise<Verdict> {
  const file = `${copy}/${mutant.path}`;
  const text = await Deno.readTextFile(file);
  const changed = text.slice(0, mutant.start) + mutant.after + text.slice(mutant.end);
  const folder = `tests/${mutant.path.split("/")[1]}/`;
  const paths = tests.map(({ path }) => path);
  const near = paths.slice(0, 4);
  const own = paths.slice(4).filter((path) => path.startsWith(folder)).slice(0, 40);
  const others = paths.filter((path) => !near.includes(path) && !own.includes(path)).slice(0, 40);
  const test = async (files: readonly string[], ...flags: string[]): Promise<boolean> => {
    if (files.length === 0) return false;
    const args = ["test", "--no-prompt", "--fail-fast", "--quiet", "-A", ...flags, ...files];
    if (!await fails(copy, args)) return false;
    await Deno.writeTextFile(file, text);
    const isRed = await fails(copy, args); // these tests also fail without the mutant, so they prove nothing
    await Deno.writeTextFile(file, changed);
    return !isRed;
  };
  await Deno.writeTextFile(file, changed);
  try {
    if (await test(near, "--no-check")) return { mutant, by: "near" };
    if (await test(own, "--no-check")) return { mutant, by: "folder" };
    if (await fails(copy, ["check", "--quiet", mutant.path])) return { mutant, by: "types" };
    if (await test([mutant.path], "--no-check", "--doc")) return { mutant, by: "examples" };
    if (await test(others, "--no-check")) return { mutant, by: "others" };
    return { mutant, by: "nothing" };
  } finally {
    await Deno.writeTextFile(file, text);
  }
}

async function fails(cwd: string, [verb = "", ...words]: string[]): Promise<boolean> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), LONGEST);
  try {
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: [verb, "--lock=tools/deno.lock", ...words],
      cwd,
      stdout: "null",
      stderr: "null",
      signal: stop.signal,
    }).output();
    return !success;
  } finally {
    clearTimeout(timer);
  }
}
