/**
 * The task `reproduce`: runs the notebooks of a study again and compares every number and chart.
 * @module
 */
// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { plainText } from "../options/plainText.ts";
import { createHash } from "node:crypto";
import { join, relative, resolve } from "node:path";
import { cp } from "node:fs/promises";
import { compareOutputs } from "../notebook/compareOutputs.ts";
import { formatNotebook } from "../notebook/format/formatNotebook.ts";
import type { Notebook } from "../notebook/format/nbformat.ts";
import { parseNotebook } from "../notebook/format/parseNotebook.ts";
import { runNotebook } from "../notebook/run.ts";
import { withStaticPictures } from "../notebook/staticPictures.ts";
import { replaceFile } from "../options/replaceFile.ts";
import { INSTALLATION, madeWith } from "./args/installation.ts";
import { readFlags } from "./args/readFlags.ts";
import { REPRODUCE_OPTIONS } from "./args/reproduceOptions.ts";
import { stopSignal } from "./args/stopSignal.ts";
import { quoteArgument, usageName } from "./args/taskLine.ts";
import { newFolderFiles } from "./args/folderFiles.ts";

const USAGE = `Usage: ${usageName("lifeframe")} reproduce [FOLDER] [options]
  Runs the notebooks of a study (FOLDER, or this folder) again, in a copy without its results, and
  says for each data file, number and chart whether it is the same. Notebooks can do whatever you
  can: run only studies that you trust.
  --update             stores the new outputs, results/, and the digests in study.json
  --timeout SECONDS    most seconds per cell (300)
  --help               this text`;

/** File that describes a study, and the folders of its inputs and results. */
const MANIFEST = "study.json", DATA = "data", RESULTS = "results";

/** Names that do not belong to the content of a study. */
const IGNORED = /^(?:node_modules|\..*|deno\.lock)$/;

/** Content of `study.json`. */
interface Manifest {
  /** Programs that made the results. */
  readonly made: string;
  /** SHA-256 of each file in `data` and `results`, by its path. */
  readonly digests: Readonly<Record<string, string>>;
}

/** A fact of the comparison: what it is about, and how it differs, or `null`. */
type Line = readonly [what: string, difference: string | null];

/**
 * Reproduces a study.
 *
 * @returns the exit code: 0; 1 if something differs or cannot be run; 2 for wrong arguments; 130 after
 * an interrupt
 */
export async function reproduce(args: string[]): Promise<number> {
  const flags = readFlags("reproduce a study", args, REPRODUCE_OPTIONS, USAGE, 1);
  if ("code" in flags) return flags.code;
  const { values, positionals: [given = "."] } = flags;
  const seconds = Number(values.timeout ?? 300);
  if (!(seconds > 0 && seconds <= 86_400)) {
    console.error(
      `Cannot reproduce a study: --timeout is ${values.timeout}, expected more than 0 and at most 86400 seconds`,
    );
    return 2;
  }
  const folder = resolve(given), { signal, cancel } = stopSignal(undefined);
  const copy = join(folder, `.reproduce-${crypto.randomUUID()}`);
  try {
    const manifest = await readManifest(folder, given);
    const notebooks = await notebooksOf(folder, given);
    await copyStudy(folder, copy);
    const options = { cwd: copy, timeout: seconds * 1000, signal };
    const lines: Line[] = compareDigests(manifest, await digestsOf(folder, DATA), DATA);
    const again = new Map<string, Notebook>();
    for (const name of notebooks) {
      const stored = parseNotebook(await Deno.readTextFile(join(folder, name)), name);
      const { failures: [failure], notebook } = await runNotebook(stored, options);
      if (failure !== undefined) {
        const { index, source, name: kind, message } = failure;
        console.error(
          `Cannot reproduce ${name}: cell ${index + 1} failed: ${source}\n${kind}: ${message}`,
        );
        return 1;
      }
      const shown = await withStaticPictures(notebook);
      again.set(name, shown);
      lines.push(...compareNotebooks(name, stored, shown));
    }
    const stored = await digestsOf(folder, RESULTS);
    lines.push(...compareDigests(manifest, await digestsOf(copy, RESULTS), RESULTS, stored));
    print(lines, values.update ? "changed: " : "DIFFERS: ");
    if (values.update) {
      await keep(folder, copy, again);
      console.log(`Stored in ${quoteArgument(given)}; ${MANIFEST} has the digests.`);
      return 0;
    }
    const differing = lines.filter(([, difference]) => difference !== null).length;
    console.log(
      differing === 0
        ? `All ${lines.length} are the same.`
        : `${differing} of ${lines.length} differ. \`${usageName("lifeframe")} reproduce ${
          quoteArgument(given)
        } --update\` stores the new ones.`,
    );
    const now = madeWith();
    console.log(`Made with ${manifest.made}${now === manifest.made ? "" : `; this is ${now}`}`);
    return differing === 0 ? 0 : 1;
  } catch (error) {
    if (signal.aborted) {
      console.error("Interrupted: the study is unchanged");
      return 130;
    }
    console.error(plainText((error as Error).message));
    return 1;
  } finally {
    cancel();
    await Deno.remove(copy, { recursive: true }).catch(() => {});
  }
}

async function readManifest(folder: string, given: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  let text;
  try {
    text = await Deno.readTextFile(path);
  } catch {
    throw new Error(
      `Cannot reproduce ${given}: ${MANIFEST} is missing. \`${
        usageName("lifeframe")
      } new FOLDER --study\` creates a study.`,
    );
  }
  try {
    const { made, digests } = JSON.parse(text) as Manifest;
    if (typeof made === "string" && typeof digests === "object") return { made, digests };
  } catch {
    // reported below
  }
  throw new Error(
    `Cannot reproduce ${given}: ${MANIFEST} is damaged, expected "made" and "digests"; --update would lose them, so restore the file`,
  );
}

async function notebooksOf(folder: string, given: string): Promise<string[]> {
  const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name))
    .filter((name) => name.endsWith(".ipynb")).sort();
  if (names.length > 0) return names;
  throw new Error(`Cannot reproduce ${given}: it contains no notebook (*.ipynb)`);
}

/** Copies a study without its results; in a clone, with a configuration that finds this clone. */
async function copyStudy(folder: string, copy: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (IGNORED.test(name) || name === RESULTS) continue;
    await cp(join(folder, name), join(copy, name), { recursive: true });
  }
  await Deno.mkdir(join(copy, RESULTS));
  if (INSTALLATION.isPackage) return; // the study's packages are above it
  const files = newFolderFiles(INSTALLATION.folder);
  for (const [name, text] of Object.entries(files)) {
    if (name !== "deno.json" && !name.startsWith(".absent/")) continue;
    await Deno.mkdir(join(copy, name, ".."), { recursive: true });
    await Deno.writeTextFile(join(copy, name), text);
  }
}

/** Returns the SHA-256 of each file in a part of a study, by its path with `/`. */
async function digestsOf(folder: string, part: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  const walk = async (path: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(path)) {
      const inner = join(path, name);
      if (isDirectory) await walk(inner);
      else digests[relative(folder, inner).replaceAll("\\", "/")] = await digestOf(inner);
    }
  };
  await walk(join(folder, part)).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error; // no such folder: no files
  });
  return digests;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  using file = await Deno.open(path);
  for await (const chunk of file.readable) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * Compares files with their digests.
 *
 * @param found Digests of the files in `data`, or of the results of this run.
 * @param stored Digests of the results in the folder, which somebody may have changed by hand.
 */
function compareDigests(
  { digests }: Manifest,
  found: Readonly<Record<string, string>>,
  part: string,
  stored = found,
): Line[] {
  const known = Object.keys(digests).filter((path) => path.startsWith(`${part}/`));
  const paths = new Set([...known, ...Object.keys(found), ...Object.keys(stored)]);
  return [...paths].sort().map((path) => [
    path,
    digestDifference(digests[path], found[path], stored[path]),
  ]);
}

function digestDifference(
  known: string | undefined,
  found: string | undefined,
  stored: string | undefined,
): string | null {
  if (found !== known) {
    return known === undefined ? "is new" : found === undefined ? "is missing" : "another content";
  }
  if (stored === known) return null;
  if (stored === undefined) return "the stored file is missing";
  return known === undefined ? "no notebook writes it" : "the stored file was changed by hand";
}

function compareNotebooks(name: string, stored: Notebook, again: Notebook): Line[] {
  return compareOutputs(stored, again)
    .map(({ cell, what, difference }) => [`${name}, cell ${cell + 1}, ${what}`, difference]);
}

function print(lines: readonly Line[], label: string): void {
  const width = Math.max(0, ...lines.map(([what]) => what.length));
  for (const [what, difference] of lines) {
    console.log(
      `${what.padEnd(width)}  ${difference === null ? "same" : label + difference}`,
    );
  }
}

/** Puts the results of a run and the digests into the study. */
async function keep(
  folder: string,
  copy: string,
  notebooks: ReadonlyMap<string, Notebook>,
): Promise<void> {
  for (const [name, notebook] of notebooks) {
    await replaceFile("save the notebook", join(folder, name), formatNotebook(notebook));
  }
  // The old results go with the copy, once the new ones are in their place.
  await Deno.rename(join(folder, RESULTS), join(copy, "old")).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error; // the first run has none
  });
  await Deno.rename(join(copy, RESULTS), join(folder, RESULTS));
  const digests = { ...await digestsOf(folder, DATA), ...await digestsOf(folder, RESULTS) };
  const manifest: Manifest = { made: madeWith(), digests };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await replaceFile("save the digests", join(folder, MANIFEST), text);
}

if (import.meta.main) Deno.exit(await reproduce(Deno.args));
