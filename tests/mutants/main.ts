/**
 * Measures how many faults the tests notice. It changes single expressions of `src/` and runs the
 * tests that reach them: `deno task dev test:mutants`, with `--seed N` (the date), `--count N`
 * (200), `--folder NAME`, `--out FILE` for the survivors as JSON, and `--again FILE` to only try
 * the survivors of an earlier run. It takes about 80 minutes on two idle cores.
 * @module
 */
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { readSources } from "../../tools/house/sources.ts";
import { chooseMutants } from "./choose.ts";
import { findAgain, type Survivor } from "./findAgain.ts";
import { EQUIVALENTS } from "./equivalents.ts";
import { nearestTests } from "./nearestTests.ts";
import type { Mutant } from "./operators.ts";
import { programsOf, startedPrograms } from "./startedPrograms.ts";
import { tryMutant, type Verdict } from "./tryMutant.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const { values } = parseArgs({
  args: Deno.args,
  options: {
    seed: { type: "string", default: new Date().toISOString().slice(0, 10).replaceAll("-", "") },
    count: { type: "string", default: "200" },
    folder: { type: "string" },
    workers: { type: "string", default: "2" },
    out: { type: "string" },
    again: { type: "string" },
  },
});

const print = (line: string): void => {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
};

const sources = readSources("src/"), programs = programsOf(sources);
const all = [
  ...sources,
  ...readSources("tests/").map((test) => ({
    path: test.path,
    imports: [...test.imports, ...startedPrograms(test, programs)],
  })),
];
const texts = new Map(sources.map(({ path, text }) => [path, text]));
const codeOf = ({ path, line }: Mutant): string => texts.get(path)!.split("\n")[line - 1]!.trim();
const mutants = values.again === undefined
  ? chooseMutants(
    values.folder === undefined
      ? sources
      : sources.filter(({ path }) => path.startsWith(`src/${values.folder}/`)),
    { seed: Number(values.seed), count: Number(values.count) },
  )
  : findAgain(JSON.parse(await Deno.readTextFile(values.again)) as Survivor[], texts);
print(`${mutants.length} mutants, ${values.again ?? `seed ${values.seed}`}`);

const isEquivalent = (mutant: Mutant): boolean =>
  EQUIVALENTS.some(({ path, operator, before, after, code }) =>
    path === mutant.path && operator === mutant.operator && before === mutant.before &&
    after === mutant.after && code === codeOf(mutant)
  );

const waiting = mutants.filter((mutant) => !isEquivalent(mutant));
const count = waiting.length, verdicts: Verdict[] = [];
const work = async (): Promise<void> => {
  const copy = await Deno.makeTempDir({ prefix: "mutants-" });
  try {
    await copyProject(copy);
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const tests = nearestTests(mutant.path, all)
        .filter(({ path }) => !/^tests\/(?:browser|live|load|notebooks|torture)\//.test(path));
      const verdict = await tryMutant(mutant, { copy, tests });
      verdicts.push(verdict);
      const { path, line, operator, before, after } = mutant;
      print(
        `${verdicts.length} of ${count}, noticed by ${verdict.by}: ${path}:${line} ${operator} ` +
          `${quote(before)} -> ${quote(after)}`,
      );
    }
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
};
await Promise.all(Array.from({ length: Number(values.workers) }, work));

print("\nfolder       mutants  equivalent  noticed  survive");
const folders = Map.groupBy(mutants, ({ path }) => path.split("/")[1]!);
const row = (name: string, of: readonly Mutant[]): void => {
  const equivalent = of.filter(isEquivalent).length;
  const lived = verdicts.filter(({ mutant, by }) => by === "nothing" && of.includes(mutant)).length;
  const rest = of.length - equivalent;
  const share = rest === 0 ? "" : `${Math.round(100 * (rest - lived) / rest)} %`;
  print(
    name.padEnd(12) + String(of.length).padStart(8) + String(equivalent).padStart(12) +
      share.padStart(9) + String(lived).padStart(9),
  );
};
for (const [name, of] of [...folders].sort()) row(name, of);
row("all", mutants);
const ways = Map.groupBy(verdicts, ({ by }) => by);
print(`noticed by: ${[...ways].map(([by, of]) => `${by} ${of.length}`).join(", ")}`);
if (values.out !== undefined) {
  const survivors = verdicts.filter(({ by }) => by === "nothing")
    .map(({ mutant }) => ({ ...mutant, code: codeOf(mutant) }));
  await Deno.writeTextFile(values.out, JSON.stringify(survivors, null, 2));
}

async function copyProject(to: string): Promise<void> {
  const { stdout } = await new Deno.Command("git", { args: ["ls-files"], cwd: ROOT }).output();
  for (const path of new TextDecoder().decode(stdout).trim().split("\n")) {
    await Deno.mkdir(`${to}/${path.split("/").slice(0, -1).join("/")}`, { recursive: true });
    await Deno.copyFile(`${ROOT}${path}`, `${to}/${path}`);
  }
  // Tests that start a process with few permissions may not follow a link out of the copy.
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--frozen", "--quiet", "--lock=tools/deno.lock"],
    cwd: to,
  }).output();
  if (!success) throw new Error(`Cannot try mutants: the packages of ${to} were not installed`);
}

function quote(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 57)}...` : line);
}
