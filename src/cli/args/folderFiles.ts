import { basename, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import project from "../../../deno.json" with { type: "json" };
import { formatNotebook } from "../../notebook/format/formatNotebook.ts";
import type { Notebook } from "../../notebook/format/nbformat.ts";
import { splitText } from "../../notebook/format/splitText.ts";
import { platformFolder } from "../../options/platformFolder.ts";
import { madeWith } from "./installation.ts";
import { DENO, LAUNCHER_FLAGS } from "./taskLine.ts";

/** Name of the package. */
export const PACKAGE = "@lifeframe/lifeframe";

/**
 * Returns the permissions of a script: load Polars, read files, and write to its folder and to the cache
 * of the sample.
 */
function scriptPermissions(): string {
  const cache = platformFolder("cache");
  const folders = cache === undefined || cache.includes(",") ? ["."] : [".", cache];
  return `--quiet --no-prompt --allow-ffi --allow-read --allow-sys --allow-env ${
    quote(`--allow-write=${folders.join(",")}`)
  }`;
}

const FIRST_SCRIPT =
  `// A chart of thirty nights of sample data, and the last night compared with them:
//   ${DENO} task first
import { demo, plot } from "${PACKAGE}";

const me = await demo({ days: 40 }); // sample data; connect({ baseUrl, token }) reads from your service
const stages = await me.stages({ nights: 30 }, { sourcePriority: ["Wrist"] });

await plot.sleepBars(stages).save("nights.svg");
console.log(await me.lastNight({ sourcePriority: ["Wrist"] })); // compared with the thirty nights before
console.log("nights.svg shows thirty nights");
`;

type Cells = readonly (readonly [kind: "markdown" | "code", text: string])[];

const FIRST_CELLS: Cells = [
  [
    "markdown",
    `# My days

Run the cells from top to bottom. They use sample data. Replace it by your own once the cells make sense.`,
  ],
  [
    "code",
    `import { demo, plot } from "${PACKAGE}";

const me = await demo({ days: 40 });
await me.lastNight();`,
  ],
  [
    "code",
    `const stages = await me.stages({ nights: 30 }, { sourcePriority: ["Wrist"] });
plot.sleepBars(stages);`,
  ],
];

const STUDY_CELLS: Cells = [
  [
    "markdown",
    `# How regular is my sleep?

A study that anyone can repeat. It uses sample data. For your own, put exports into data/ and replace
the second line by \`const me = await local({ tz: "Europe/Berlin" });\` and \`await me.ingest("data");\`.`,
  ],
  [
    "code",
    `import { demo, plot, show, sleep } from "${PACKAGE}";
const me = await demo({ days: 120 });
const range = "2025-02"; // fixed days: "the last 30" would be others tomorrow`,
  ],
  ["markdown", "## Data"],
  [
    "code",
    `const stages = await me.stages(range, { sourcePriority: ["Wrist"] });
plot.sleepRaster(stages);`,
  ],
  ["markdown", "## Result"],
  ["code", `const regularity = sleep.regularity(stages);\nregularity;`],
  ["code", `await (await me.report(range)).save("results/report.html");`],
  ["markdown", "## Methods"],
  ["code", `show.cite(regularity);`],
  ["code", `await me.provenance(range);`],
];

/** Packages with builds for musl, a C library that Deno does not run on. */
const WITH_MUSL = ["nodejs-polars", "@resvg/resvg-js"] as const;

/** Returns empty packages that replace the builds for musl, which Deno would also download. */
function absentPackages(): Record<string, string> {
  return Object.fromEntries(WITH_MUSL.flatMap((of) =>
    ["x64", "arm64"].map((cpu) => {
      const name = `${of}-linux-${cpu}-musl`, version = project.imports[of].split("@").at(-1);
      return [
        `.absent/${basename(name)}`,
        `${JSON.stringify({ name, version, os: ["linux"], cpu: [cpu] })}\n`,
      ];
    })
  ));
}

/** Exports of the package; `.` is all of it. */
const EXPORTS: Readonly<Record<string, string>> = project.exports;

/** Quotes a path as one word of a task, whatever characters it has. */
function quote(path: string): string {
  return `'${path.replaceAll("'", `'"'"'`)}'`;
}

/** Returns the files of a new folder by name, with a configuration that finds this project. */
export function newFolderFiles(projectFolder: string, isStudy = false): Record<string, string> {
  const absent = absentPackages();
  const file = (path: string): string => join(projectFolder, path);
  const launcher = quote(file("src/cli/lifeframe.ts"));
  const lifeframe = `deno run ${LAUNCHER_FLAGS.join(" ")} ${launcher}`;
  const config = {
    imports: Object.fromEntries(
      Object.entries(EXPORTS).map((
        [name, path],
      ) => [posix.join(PACKAGE, name), pathToFileURL(file(path)).href]),
    ),
    nodeModulesDir: "auto",
    links: Object.keys(absent).map((name) => `./${name}`),
    allowScripts: project.allowScripts,
    tasks: {
      ...isStudy
        ? { reproduce: `${lifeframe} reproduce` }
        : { first: `deno run ${scriptPermissions()} first.ts` },
      lifeframe,
      notebook: `${lifeframe} notebook`,
      report: `${lifeframe} report`,
    },
  };
  return {
    "deno.json": `${JSON.stringify(config, null, 2)}\n`,
    ...Object.fromEntries(
      Object.entries(absent).map(([name, text]) => [`${name}/package.json`, text]),
    ),
    ...isStudy ? studyFiles() : firstFiles(),
  };
}

/**
 * Returns the files of a new folder by name, with a configuration that installs the npm package.
 *
 * @param specifier Version or file of the package.
 */
export function packageFolderFiles(specifier: string, isStudy = false): Record<string, string> {
  const config = {
    private: true,
    type: "module",
    ...isStudy ? {} : { scripts: { first: `deno run ${scriptPermissions()} first.ts` } },
    dependencies: { [PACKAGE]: specifier },
  };
  return {
    "package.json": `${JSON.stringify(config, null, 2)}\n`,
    ...isStudy ? studyFiles() : firstFiles(),
  };
}

function firstFiles(): Record<string, string> {
  return {
    "first.ts": FIRST_SCRIPT,
    "first.ipynb": notebookOf(FIRST_CELLS),
    ".gitignore": "node_modules/\n.ipynb_checkpoints/\n*.html\n*.svg\n*.sqlite*\n",
  };
}

function studyFiles(): Record<string, string> {
  const made = madeWith();
  return {
    "study.ipynb": notebookOf(STUDY_CELLS),
    "study.json": `${JSON.stringify({ made, digests: {} }, null, 2)}\n`,
    "data/README.md": "Put exports and tables here. They are never changed.\n",
    ".gitignore": "node_modules/\n.ipynb_checkpoints/\n.reproduce-*/\n",
  };
}

function notebookOf(cells: Cells): string {
  const notebook: Notebook = {
    cells: cells.map(([kind, text], i) => {
      const cell = { id: `cell-${i + 1}`, metadata: {}, source: splitText(text) };
      return kind === "markdown"
        ? { cell_type: kind, ...cell }
        : { cell_type: kind, ...cell, execution_count: null, outputs: [] };
    }),
    metadata: {
      kernelspec: { display_name: "Deno", language: "typescript", name: "deno" },
      language_info: { name: "typescript", file_extension: ".ts" },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return formatNotebook(notebook);
}
