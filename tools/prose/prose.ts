// deno-lint-ignore-file no-console -- a command speaks on the terminal
/**
 * Counts awkward phrases in all prose of the project, per 1,000 words: `deno task dev prose`.
 *
 * A folder may have two; one that has more is listed in limits.json until it is rewritten.
 * @module
 */
import { PHRASES } from "./phrases.ts";
import { codeTexts, markdownTexts, notebookTexts, type Text } from "./texts.ts";

/** Phrases per 1,000 words that a folder may have. */
const LIMIT = 2;

const LIMITS = new URL("limits.json", import.meta.url);
const ROOT = new URL("../../", import.meta.url);
const ROOTS = ["src", "tests", "tools", "docs", "notebooks"];

/** The lists themselves, which quote what they look for, and pages that are generated. */
const LEFT_OUT =
  /^(?:tools\/prose\/|tests\/tools\/prose|tests\/fixtures\/|docs\/(?:api|interface|operations)\.md$)/;

/** A phrase found. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly kind: Text["kind"];
  readonly phrase: string;
  readonly instead: string;
  /** The words around it. */
  readonly excerpt: string;
}

/** Count of words and phrases. */
export interface Count {
  words: number;
  readonly findings: Finding[];
}

/** Returns the phrases of a text. */
export function phrasesIn(path: string, { kind, line, text }: Text): Finding[] {
  return PHRASES.flatMap(({ name, pattern, instead, definition }) =>
    definition && kind !== "comment"
      ? []
      : Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
        path,
        line,
        kind,
        phrase: name,
        instead,
        excerpt: text.slice(Math.max(0, index - 40), index + found.length + 40),
      }))
  );
}

/** Phrases per 1,000 words. */
export function rate({ words, findings }: Count): number {
  return words === 0 ? 0 : findings.length / words * 1000;
}

function textsOf(path: string): Text[] {
  const source = Deno.readTextFileSync(new URL(path, ROOT));
  if (path.endsWith(".md")) return markdownTexts(source);
  return path.endsWith(".ipynb") ? notebookTexts(source) : codeTexts(source, path);
}

function* filesIn(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, ROOT))) {
    if (isDirectory && !/^(?:node_modules|\..*)$/.test(name)) yield* filesIn(`${folder}${name}/`);
    else if (/\.(?:ts|md|ipynb)$/.test(name)) yield folder + name;
  }
}

/** Lists all files with prose, as paths from the root. */
export function proseFiles(): string[] {
  const top = Array.from(Deno.readDirSync(ROOT), ({ name }) => name)
    .filter((name) => /\.(?:ts|md)$/.test(name));
  return [...top, ...ROOTS.flatMap((folder) => [...filesIn(`${folder}/`)])]
    .filter((path) => !LEFT_OUT.test(path))
    .sort();
}

/** Returns the folder that a file counts for: `src/sleep`, `docs`, or `.` for the root. */
export function folderOf(path: string): string {
  const parts = path.split("/");
  if (parts.length === 1) return ".";
  return /^(?:src|tests)$/.test(parts[0]!) && parts.length > 2
    ? `${parts[0]}/${parts[1]}`
    : parts[0]!;
}

/** Counts files by folder. */
export function countProse(paths: readonly string[]): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const path of paths) {
    const count = counts.getOrInsert(folderOf(path), { words: 0, findings: [] });
    for (const text of textsOf(path)) {
      count.words += text.text.match(/[\p{L}\d][\p{L}\d'’-]*/gu)?.length ?? 0;
      count.findings.push(...phrasesIn(path, text));
    }
  }
  return counts;
}

/** Returns the limits of folders above two, each at its rate rounded up, or its former limit if that is lower. */
export function loweredLimits(
  counts: ReadonlyMap<string, Count>,
  before: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(
    [...counts].map(([folder, count]): [string, number] => [
      folder,
      Math.min(before[folder] ?? Infinity, Math.ceil(rate(count))),
    ]).filter(([, limit]) => limit > LIMIT).sort(([a], [b]) => a < b ? -1 : 1),
  );
}

function readLimits(): Record<string, number> {
  return JSON.parse(Deno.readTextFileSync(LIMITS));
}

function printPlaces(counts: ReadonlyMap<string, Count>): void {
  for (const { findings } of counts.values()) {
    for (const { path, line, phrase, instead, excerpt } of findings) {
      console.log(`${path}:${line}: ${phrase} (${instead}): ${excerpt}`);
    }
  }
}

function printByPhrase(counts: ReadonlyMap<string, Count>): void {
  const all = [...counts.values()].flatMap(({ findings }) => findings);
  const groups = [...Map.groupBy(all, ({ phrase }) => phrase)]
    .toSorted(([, a], [, b]) => b.length - a.length);
  for (const [phrase, { length }] of groups) {
    console.log(`${String(length).padStart(6)}  ${phrase}`);
  }
}

function printTable(
  counts: ReadonlyMap<string, Count>,
  limits: Readonly<Record<string, number>>,
): void {
  const total: Count = {
    words: counts.values().reduce((sum, { words }) => sum + words, 0),
    findings: [...counts.values()].flatMap(({ findings }) => findings),
  };
  console.log("folder                  words phrases per 1,000   limit");
  for (const [folder, count] of [...counts, ["all", total] as const]) {
    console.log(
      folder.padEnd(21) + String(count.words).padStart(8) +
        String(count.findings.length).padStart(8) + rate(count).toFixed(1).padStart(10) +
        String(limits[folder] ?? LIMIT).padStart(8),
    );
  }
}

if (import.meta.main) {
  const options = Deno.args.filter((arg) => arg.startsWith("--"));
  const chosen = Deno.args.filter((arg) => !arg.startsWith("--")).map((arg) =>
    arg.replace(/\/$/, "")
  );
  const paths = proseFiles().filter((path) =>
    chosen.length === 0 ||
    chosen.some((arg) => folderOf(path) === arg || path === arg || path.startsWith(`${arg}/`))
  );
  const counts = countProse(paths);
  const limits = readLimits();
  if (options.includes("--update")) {
    Deno.writeTextFileSync(LIMITS, `${JSON.stringify(loweredLimits(counts, limits), null, 2)}\n`);
  }
  if (chosen.length > 0) printPlaces(counts);
  if (options.includes("--phrases")) printByPhrase(counts);
  const above = [...counts].filter(([folder, count]) => rate(count) > (limits[folder] ?? LIMIT));
  if (chosen.length > 0 || options.includes("--table") || above.length > 0) {
    printTable(counts, limits);
  }
  for (const [folder, count] of chosen.length > 0 ? [] : above) {
    console.error(
      `Cannot accept the prose of ${folder}: expected at most ${limits[folder] ?? LIMIT} awkward ` +
        `phrases per 1,000 words, got ${rate(count).toFixed(2)}. ` +
        `deno task dev prose ${folder} lists them.`,
    );
  }
  Deno.exit(chosen.length === 0 && above.length > 0 ? 1 : 0);
}
