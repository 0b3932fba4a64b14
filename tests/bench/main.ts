/**
 * How long each step takes against a floor in the same process: `deno task bench`, with names of files
 * (`merge`, `arrow`) for those alone, `--rounds N` (1), `--against FOLDER` for another checkout of this
 * project beside it, in turn, and `--json FILE`. Absolute times say little; ratios do.
 * @module
 */
import { parseArgs } from "node:util";

/** What one line of a bench says. */
interface Line {
  readonly step: string;
  readonly ours: number;
  readonly floor: number;
  readonly reach: number | undefined;
}

/** A step, as the rounds of both checkouts found it. */
interface Row {
  readonly step: string;
  readonly ours: number;
  readonly floor: number;
  readonly ratio: number;
  readonly reach: number | undefined;
  readonly other: number | undefined;
}

const ROOT = new URL("../../", import.meta.url).pathname;
const HELPERS = new Set(["main.ts", "ratio.ts"]);

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "1" },
    against: { type: "string" },
    json: { type: "string" },
  },
});

const files = [...Deno.readDirSync(`${ROOT}tests/bench`)]
  .map(({ name }) => name)
  .filter((name) => name.endsWith(".ts") && !HELPERS.has(name))
  .filter((name) => positionals.length === 0 || positionals.includes(name.slice(0, -".ts".length)))
  .sort();
if (files.length === 0) {
  throw new RangeError(
    `Cannot measure ${positionals.join(", ")}: there is no such file in tests/bench`,
  );
}

const rows: Row[] = [];
for (const file of files) {
  const own: Line[][] = [], other: Line[][] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    own.push(await linesOf(file, ROOT));
    if (values.against !== undefined) other.push(await linesOf(file, values.against));
  }
  for (const { step, reach } of own[0]!) {
    const found = own.map((lines) => lines.find((line) => line.step === step)!);
    const others = other.flatMap((lines) => lines.filter((line) => line.step === step));
    rows.push({
      step,
      ours: median(found.map(({ ours }) => ours)),
      floor: median(found.map(({ floor }) => floor)),
      ratio: median(found.map(({ ours, floor }) => ours / floor)),
      reach,
      other: others.length === 0
        ? undefined
        : median(others.map(({ ours, floor }) => ours / floor)),
    });
  }
}

print(
  "step".padEnd(78) + "   ours ms   floor ms   ratio   reach" + (values.against ? "   other" : ""),
);
for (const { step, ours, floor, ratio, reach, other } of rows) {
  const mark = reach !== undefined && ratio > reach ? "  over" : "";
  print(
    step.slice(0, 78).padEnd(78) + ours.toFixed(1).padStart(10) + floor.toFixed(1).padStart(11) +
      ratio.toFixed(2).padStart(8) + (reach?.toFixed(2) ?? "").padStart(8) +
      (values.against ? (other?.toFixed(2) ?? "").padStart(8) : "") + mark,
  );
}
if (values.json !== undefined) {
  const made = { date: new Date().toISOString(), deno: Deno.version.deno, rows };
  Deno.writeTextFileSync(values.json, JSON.stringify(made, null, 2));
}

async function linesOf(file: string, cwd: string): Promise<Line[]> {
  const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "-A", `tests/bench/${file}`],
    cwd,
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (!success) {
    throw new Error(
      `Cannot run tests/bench/${file} in ${cwd}: ${new TextDecoder().decode(stderr)}`,
    );
  }
  const form =
    /^\S*\s+(.+): ([\d.]+) ms, floor ([\d.]+) ms, ratio [\d.]+(?: of at most ([\d.]+))?$/gm;
  return [...text.matchAll(form)].map(([, step, ours, floor, reach]) => ({
    step: step!,
    ours: Number(ours),
    floor: Number(floor),
    reach: reach === undefined ? undefined : Number(reach),
  }));
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line.trimEnd()}\n`));
}
