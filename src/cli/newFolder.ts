/**
 * The task `new`: creates a folder with a notebook and a script that are ready to run.
 * @module
 */
// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { basename, dirname, join, relative, resolve } from "node:path";
import { explained } from "../options/explained.ts";
import { VERSION } from "../options/version.ts";
import { INSTALLATION, packageSpecifier } from "./args/installation.ts";
import { readFlags } from "./args/readFlags.ts";
import { DENO, quoteArgument, usageName } from "./args/taskLine.ts";
import { newFolderFiles, PACKAGE, packageFolderFiles } from "./args/folderFiles.ts";

const USAGE = `Usage: ${usageName("new")} FOLDER [--study]
  Creates a folder for your own notebooks and scripts, outside of this project: deno.json, a first
  notebook, a first script, .gitignore. An existing folder has to be empty.
  --study   a study instead: a notebook, data/ and results/, which \`reproduce\` runs again
            and compares, number by number
  --help    this text`;

/**
 * Creates the folder.
 *
 * @returns the exit code: 0; 1 if the folder is not empty or cannot be created; 2 for wrong arguments
 */
export async function newFolder(args: string[]): Promise<number> {
  const read = readFlags("make a folder", args, { study: { type: "boolean" } }, USAGE, 1);
  if ("code" in read) return read.code;
  const [given] = read.positionals, { study = false } = read.values;
  if (given === undefined) {
    console.error(`Cannot make a folder: FOLDER is missing\n\n${USAGE}`);
    return 2;
  }
  const folder = resolve(given);
  const { isPackage, folder: home } = INSTALLATION;
  if (!isPackage && !relative(home, folder).startsWith("..")) {
    console.error(`Cannot make ${folder}: it is inside of this project. Choose another folder`);
    return 1;
  }
  try {
    await explained(`make ${folder}`, () => Deno.mkdir(folder, { recursive: true }));
    const [there] = await Array.fromAsync(Deno.readDir(folder));
    if (there !== undefined) {
      console.error(
        `Cannot make ${folder}: it exists and contains ${there.name}. Choose an empty folder`,
      );
      return 1;
    }
    const files = isPackage
      ? packageFolderFiles(packageSpecifier(INSTALLATION, PACKAGE, VERSION), study)
      : newFolderFiles(home, study);
    await explained(`write into ${folder}`, async () => {
      for (const [name, text] of Object.entries(files)) {
        await Deno.mkdir(dirname(join(folder, name)), { recursive: true });
        await Deno.writeTextFile(join(folder, name), text);
      }
    }).catch(async (error) => {
      for (const name of Object.keys(files)) {
        await Deno.remove(join(folder, name)).catch(() => {}); // the folder was empty
      }
      throw error;
    });
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
  console.log(`${folder} is there. Next:\n  cd ${quoteArgument(given)}`);
  const [script, start] = isPackage
    ? ["npm install", "npx lifeframe"]
    : [undefined, `${DENO} task --quiet`];
  const commands: readonly (readonly [command: string | undefined, purpose?: string])[] = [
    [script],
    ...study
      ? [
        [`${start} reproduce --update`, "runs study.ipynb and stores its outputs"],
        [`${start} reproduce`, "compares them with a new run"],
      ] as const
      : [
        [`${DENO} task --quiet first`, "a script: writes nights.svg"],
        [`${start} notebook run first.ipynb`, "a notebook, in the real kernel"],
      ] as const,
    [`${start} notebook lab .`, "JupyterLab, where it is installed"],
  ];
  const there = commands.filter(([command]) => command !== undefined);
  const width = Math.max(...there.map(([command]) => command!.length));
  for (const [command, purpose] of there) {
    console.log(
      purpose === undefined ? `  ${command}` : `  ${command!.padEnd(width)}   # ${purpose}`,
    );
  }
  if (!isPackage) {
    console.log(
      `${
        basename(folder)
      } imports this project from its folder; if you move either, run the task again.`,
    );
  }
  return 0;
}

if (import.meta.main) Deno.exit(await newFolder(Deno.args));
