/**
 * Draws docs/architecture.svg from the actual imports and counts `src/`. `deno task dev
 * architecture` prints the counts; `--update` writes them into docs/architecture.md.
 * @module
 */
import { folderGraph, layersPicture } from "./layers.ts";
import { measure, type Measures } from "./measures.ts";
import { readSources } from "./sources.ts";

const PAGE = new URL("../../docs/architecture.md", import.meta.url);
const PICTURE = new URL("../../docs/architecture.svg", import.meta.url);
const BEGIN = "<!-- measures -->", END = "<!-- /measures -->";

/** Counts of the same program before folders had rooms. */
const BEFORE: Readonly<Record<string, string>> = {
  "files, and their lines": "889, 72,890",
  "median lines per file": "66",
  "lines of the longest file": "346",
  "files of the largest folder": "164",
  "files with one importer": "34 %",
  "files named for nothing that they export": "75",
  "type assertions": "491",
  "non-null assertions": "1,813",
  "import cycles, types included": "10",
};

function rows(measures: Measures): [what: string, now: string][] {
  const { files, lines, medianLines, longest, fullest, singleImporters, misnamed } = measures;
  const count = (number: number): string => number.toLocaleString("en");
  return [
    ["files, and their lines", `${count(files)}, ${count(lines)}`],
    ["median lines per file", count(medianLines)],
    ["lines of the longest file", `${count(longest[1])} (${longest[0]})`],
    ["files of the largest folder", `${fullest[1]} (${fullest[0]})`],
    ["files with one importer", `${Math.round(100 * singleImporters)} %`],
    ["files named for nothing that they export", count(misnamed.length)],
    ["type assertions", count(measures.casts)],
    ["non-null assertions", count(measures.nonNulls)],
    ["import cycles, types included", count(measures.circles)],
  ];
}

if (import.meta.main) {
  const sources = readSources("src/");
  const measures = measure(sources);
  const now = rows(measures);
  const print = (line: string): void => {
    Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
  };
  for (const [what, value] of now) print(`${what.padEnd(44)} ${value}`);
  if (Deno.args.includes("--names")) print(measures.misnamed.join("\n"));
  if (Deno.args.includes("--update")) {
    const table = [
      "| of `src/` | before | now |",
      "| --- | --- | --- |",
      ...now.map(([what, value]) => `| ${what} | ${BEFORE[what]} | ${value} |`),
    ].join("\n");
    const page = Deno.readTextFileSync(PAGE);
    const [head = ""] = page.split(BEGIN, 1), tail = page.slice(page.indexOf(END));
    Deno.writeTextFileSync(PAGE, `${head}${BEGIN}\n\n${table}\n\n${tail}`);
    Deno.writeTextFileSync(PICTURE, layersPicture(folderGraph(sources)));
  }
}
