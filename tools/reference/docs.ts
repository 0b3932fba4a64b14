// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { resolve } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { operationPages } from "./operationPages.ts";
import { referenceIndex, referencePage } from "./referencePage.ts";
import { denoDocHtml, NAMESPACES, pageFolder } from "./denoDoc.ts";
import { readFlags } from "../../src/cli/readFlags.ts";
import { referenceGallery } from "./referenceGallery.ts";

const USAGE = `Usage: docs [--out FOLDER]
  Builds the reference as pages of HTML that open without a server and without a network:
  all functions and types, every operation of the interface, and the pictures.
  --out FOLDER   where it is written; an earlier reference there is replaced (docs/reference)
  --help         this text`;

/**
 * The task `docs`: writes the reference into a folder.
 *
 * @returns The exit code: 0; 1 if it cannot be written; 2 if the arguments are wrong.
 */
export async function docsCommand(args: string[]): Promise<number> {
  const action = "build the reference";
  const flags = readFlags(action, args, { out: { type: "string" } }, USAGE);
  if ("code" in flags) return flags.code;
  const { out = "docs/reference" } = flags.values;
  if (out === "") {
    console.error(`Cannot ${action}: --out names no folder\n\n${USAGE}`);
    return 2;
  }
  try {
    const count = await writeReference(resolve(out));
    console.log(
      `Wrote ${count} operations, the functions and the pictures: open ${out}/index.html`,
    );
    return 0;
  } catch (error) {
    console.error(`Cannot build the reference: ${(error as Error).message}`);
    return 1;
  }
}

async function writeReference(out: string): Promise<number> {
  await clear(out);
  await Deno.mkdir(out, { recursive: true });
  const provenance = { "Made with": `lifeframe ${config.version}, Deno ${Deno.version.deno}` };
  const pages = await operationPages({ provenance });
  const { body, pictures } = await referenceGallery();
  await denoDocHtml(`${out}/functions`);
  await writeAll(`${out}/operations`, pages);
  await writeAll(`${out}/pictures`, [
    ...pictures,
    ["index.html", referencePage("Pictures", body, provenance)],
  ]);
  const folders = Object.fromEntries(
    Object.keys(NAMESPACES).map((name) => [name, pageFolder(name)]),
  );
  await writeAll(out, [["index.html", referenceIndex(folders, provenance)]]);
  return pages.size - 1;
}

/** Removes an earlier reference; a folder that holds anything else stays as it is. */
async function clear(out: string): Promise<void> {
  let names: string[];
  try {
    names = Array.from(Deno.readDirSync(out), ({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  const parts = ["functions", "operations", "pictures", "index.html"];
  const other = names.find((name) => !parts.includes(name));
  if (other !== undefined) {
    throw new Error(`${out} holds something else, ${other}`);
  }
  for (const name of names) await Deno.remove(`${out}/${name}`, { recursive: true });
}

async function writeAll(
  folder: string,
  files: Iterable<readonly [string, string]>,
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, text] of files) await Deno.writeTextFile(`${folder}/${name}`, text);
}

if (import.meta.main) Deno.exitCode = await docsCommand(Deno.args);
