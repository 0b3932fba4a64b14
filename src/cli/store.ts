import { parseArgs } from "node:util";
import { backupStore, checkStore, restoreStore, type StoreCheck } from "../store/sqlite/backup.ts";
import { STORE_FILE } from "../store/sqlite/folderLock.ts";
import { dataFolder } from "./args/dataFolder.ts";
import { deniedAccess } from "./args/deniedAccess.ts";
import { type LineCommand, lineWriter, type PrintLine, readLine } from "./args/lineCommand.ts";
import { unrestrictedLine } from "./args/taskLine.ts";
import { countText } from "../options/countText.ts";

const USAGE = "Use: store backup FILE [--data FOLDER] | store restore FILE [--data FOLDER] " +
  "[--replace] | store check [FILE] [--data FOLDER]";

const HELP = `Backs up, restores and checks the data of the service.

${USAGE}

  backup FILE     Copies the store to a new file and checks the copy. A service may be running.
  restore FILE    Checks a backup and moves it into the folder. No service may be running.
  check [FILE]    Checks the store in the folder, or a backup. A service may be running.
  --data FOLDER   Folder of the store; by default the platform's folder for data.
  --replace       Moves a store that is already in the folder aside; nothing is deleted.

A backup contains all data of all users. Only its owner can read it. It does not contain the key that
signs tokens: after a restore into another folder, programs have to sign in again.

Files outside of this folder need another permission:
  ${unrestrictedLine("store", ["backup", "/elsewhere/backup.sqlite"])}`;

/** Replacements for parts of the system, for tests. */
export interface StoreHooks {
  /** Called with each line of output. @default standard output */
  print?: PrintLine;
}

const OPTIONS = {
  data: { type: "string" },
  replace: { type: "boolean", default: false },
} as const;

const COMMAND: LineCommand<StoreSettings> = {
  action: "use the store",
  usage: USAGE,
  help: HELP,
  options: OPTIONS,
  read: readSettings,
};

/**
 * Backs up, restores or checks a store.
 *
 * @returns the exit code: 0 if it succeeded, 1 if it failed or a check found a problem, 2 for wrong
 * arguments
 */
export async function storeCommand(args: string[], hooks: StoreHooks = {}): Promise<number> {
  const { print = lineWriter(Deno.stdout) } = hooks;
  const line = readLine(COMMAND, args, { print, warn: print });
  if ("code" in line) return line.code;
  const { verb, file, folder, replace } = line.settings;
  try {
    if (verb === "backup") {
      print(`Backed up to ${file}: ${textOf(await backupStore(`${folder}/${STORE_FILE}`, file!))}`);
    } else if (verb === "restore") {
      const found = await restoreStore(file!, folder, { replace });
      print(`Restored into ${folder}: ${textOf(found)}`);
      if (found.aside !== undefined) print(`Moved the previous store to ${found.aside}`);
    } else {
      const path = file ?? `${folder}/${STORE_FILE}`, found = checkStore(path);
      for (const problem of found.problems) print(`${path}: ${problem}`);
      if (found.problems.length > 0) return 1;
      print(`${path} is intact: ${textOf(found)}`);
    }
    return 0;
  } catch (error) {
    print(reasonOf(error as Error, line.settings));
    return 1;
  }
}

/** Explains a missing permission: the task may only use this folder and the platform's data. */
function reasonOf(error: Error, { verb, file = "the store" }: StoreSettings): string {
  const denied = deniedAccess(error);
  if (denied === undefined) return error.message;
  return `Cannot ${verb} ${file}: Deno needs ${denied.need}. Run ` +
    unrestrictedLine("store", [verb, "FILE"]);
}

interface StoreSettings {
  readonly verb: string;
  readonly file: string | undefined;
  readonly folder: string;
  readonly replace: boolean;
}

function readSettings(args: string[]): StoreSettings {
  const { values, positionals } = parseArgs({
    args,
    strict: true,
    allowPositionals: true,
    options: OPTIONS,
  });
  const [verb = "", file, ...rest] = positionals;
  if (!["backup", "restore", "check"].includes(verb)) {
    throw new TypeError(`expected backup, restore or check, got ${JSON.stringify(verb)}`);
  }
  if (rest.length > 0) throw new TypeError(`Cannot use ${rest[0]}: only one file is allowed`);
  if (file === undefined && verb !== "check") throw new TypeError("FILE is missing");
  if (values.replace && verb !== "restore") {
    throw new TypeError("--replace only works with restore");
  }
  return { verb, file, folder: values.data ?? dataFolder(), replace: values.replace };
}

function textOf({ version, records, contents }: StoreCheck): string {
  return `version ${version}, ${countText(records, "record")}, contents of ${
    countText(contents, "file")
  }`;
}

if (import.meta.main) Deno.exit(await storeCommand(Deno.args));
