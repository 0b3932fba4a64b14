/**
 * Measures the time of each step against a lower bound and against other programs: `deno task dev
 * bench [words of steps] [--rounds N] [--long] [--peers FOLDER] [--against FOLDER] [--json FILE]
 * [--update] [--renew]`. Each step runs at two sizes, each in its own process, with floor, ours and peer in
 * turn. Compare ratios; absolute times depend on the machine. `--peers` is a folder for Python
 * environments; `--against` is another checkout of this project; `--update` writes the tables into
 * docs/performance.md; `--renew` first installs the newest peers and pins their versions.
 * @module
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import type { Measured } from "./measure.ts";
import type { Step } from "./step.ts";
import { aligned, cells, HEADS, markdown, notes, peerTable, type Row } from "./table.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PEERS = `${ROOT}tests/bench/peers/tables.txt`;
const DOCUMENT = `${ROOT}docs/performance.md`, BEGIN = "<!-- bench -->", END = "<!-- /bench -->";

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "15" },
    long: { type: "boolean", default: false },
    peers: { type: "string" },
    against: { type: "string" },
    json: { type: "string" },
    update: { type: "boolean", default: false },
    renew: { type: "boolean", default: false },
  },
});

interface Listed {
  readonly file: string;
  readonly step: Step;
}

const listed: Listed[] = [];
for (const { name: file } of [...Deno.readDirSync(`${ROOT}tests/bench/steps`)].sort(byName)) {
  const { steps } = await import(`./steps/${file}`) as { steps: readonly Step[] };
  for (const step of steps) listed.push({ file, step });
}
const wanted = listed.filter(({ step }) =>
  positionals.length === 0
    ? values.long || !step.isLong
    : positionals.some((word) =>
      step.name === word || step.name.includes(word) && (values.long || !step.isLong)
    )
);
if (wanted.length === 0) {
  throw new RangeError(
    `Cannot measure ${positionals.join(", ")}: no step has such a name; there are ${
      listed.map(({ step }) => step.name).join(", ")
    }`,
  );
}

if (values.renew) await renewPeers(values.peers);

const rows: Row[] = [];
for (const one of wanted) {
  const row = await measureRow(one);
  rows.push(row);
  save();
  print(aligned([[...HEADS], cells(row)]).at(rows.length === 1 ? 0 : 1)!);
  if (rows.length === 1) print(aligned([[...HEADS], cells(row)])[1]!);
}
print("");
for (const line of aligned([[...HEADS], ...rows.map(cells)])) print(line);
for (const line of ["", ...aligned(peerTable(rows))]) print(line);
for (const note of notes(rows)) print(note);
if (values.against !== undefined) {
  print(`\nratios of the larger size, here and in ${values.against}`);
  for (const { step, measured, other } of rows) {
    print(`${step}: ${measured.at(-1)?.ratio.toFixed(2)} and ${other?.ratio.toFixed(2)}`);
  }
}
if (rows.some(({ failed }) => failed !== undefined)) Deno.exit(1);

/** Saves the results so far, in case the run is stopped. */
function save(): void {
  const machine = `${cpuModel()}, ${navigator.hardwareConcurrency} cores, ${Deno.build.os}, load ${
    Deno.loadavg()[0]!.toFixed(1)
  }`;
  const made = { date: new Date().toISOString(), deno: Deno.version.deno, machine, rows };
  if (values.json !== undefined) Deno.writeTextFileSync(values.json, JSON.stringify(made, null, 2));
  if (!values.update) return;
  const document = Deno.readTextFileSync(DOCUMENT);
  const [before, rest = ""] = document.split(BEGIN), [, after = ""] = rest.split(END);
  const said = `${made.date.slice(0, 10)}, Deno ${made.deno}, ${machine}, ${values.rounds} rounds.`;
  const compared = peerTable(rows);
  const peers = compared.length === 0 ? [] : [
    `Compared with ${versions()}; ratios of the least times. The bold ones are above 1: the peer is faster.`,
    markdown(compared),
  ];
  const text = [said, markdown([HEADS, ...rows.map(cells)]), ...notes(rows), ...peers].join("\n\n");
  Deno.writeTextFileSync(DOCUMENT, `${before}${BEGIN}\n\n${text}\n\n${END}${after}`);
}

/** Returns the versions of the libraries that the first line of tables.txt names. */
function versions(): string {
  const [first = "", ...pinned] = Deno.readTextFileSync(PEERS).split("\n");
  const names = first.split(": ")[1]?.split(" ") ?? [];
  return pinned.map((line) => line.split("==")).filter(([name]) => names.includes(name!))
    .map((pair) => pair.join(" ")).join(", ");
}

async function renewPeers(folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    throw new TypeError("Cannot renew the peers: --peers is missing. Pass a folder for them.");
  }
  const { success } = await new Deno.Command("python3", {
    args: [`${ROOT}tests/live/inVenv.py`, "--renew", `${folder}/tables`, PEERS],
  }).spawn().status;
  if (!success) throw new Error("Cannot renew the peers: pip failed, see above.");
}

async function measureRow({ file, step }: Listed): Promise<Row> {
  const { name, of, sizes, reach, unit = "ms" } = step;
  const row = { step: name, of, unit, sizes, reach };
  const measured: Measured[] = [];
  try {
    for (const count of new Set(sizes)) {
      measured.push(await run(ROOT, [file, name, `${count}`]));
    }
    const other = values.against === undefined
      ? undefined
      : await run(values.against, [file, name, `${sizes[1]}`]);
    return { ...row, measured, other };
  } catch (error) {
    const { message } = error as Error;
    // deno-lint-ignore no-console -- a command speaks on the terminal
    console.error(`${name}: ${message}`);
    return { ...row, measured, failed: message };
  }
}

async function run(cwd: string, step: string[]): Promise<Measured> {
  const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-check", "--no-prompt", "-A", "--v8-flags=--expose-gc"],
      "tests/bench/measure.ts",
      ...step,
      values.rounds,
      ...values.peers === undefined ? [] : [resolve(values.peers)],
    ],
    cwd,
  }).output();
  const line = new TextDecoder().decode(stdout).split("\n@@").at(1);
  if (success && line !== undefined) return JSON.parse(line);
  throw new Error(new TextDecoder().decode(stderr).trim());
}

function cpuModel(): string {
  try {
    return /model name\s*: (.+)/.exec(Deno.readTextFileSync("/proc/cpuinfo"))?.[1] ??
      Deno.build.arch;
  } catch {
    return Deno.build.arch;
  }
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
