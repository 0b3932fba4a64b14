import { parseArgs } from "node:util";
import { backupStore, checkStore, restoreStore, type StoreCheck } from "../store/sqlite/backup.ts";
import { STORE_FILE } from "../store/sqlite/folderLock.ts";
import { dataFolder } from "./dataFolder.ts";
import { deniedAccess } from "./deniedAccess.ts";
import { unrestrictedLine } from "./taskLine.ts";

const USAGE = "Use: store backup FILE [--data FOLDER] | store restore FILE [--data FOLDER] " +
  "[--replace] | store check [FILE] [--data FOLDER]";

const HELP = `Backs up, restores and checks what the service keeps.

${USAGE}

  backup FILE     Copies the store into a new file, while a service may use it, and checks the copy.
  restore FILE    Checks a backup and puts it into the folder, which no service may use then.
  check [FILE]    Checks the store of the folder, or a backup; a service may use it.
  --data FOLDER   The folder; without it, the platform's folder for data.
  --replace       Puts a store aside that is in the folder already; nothing is deleted.

A backup holds all data of all users, readable by its owner alone. The key that signs tokens is not in
it: restored into another folder, programs sign in again.

What lies outside of the project's folder needs a permission more:
  ${unrestrictedLine("store", ["backup", "/elsewhere/backup.sqlite"])}`;

/** What a test puts in place of the system's. */
export interface StoreHooks {
  /** Called with each line of output. @default standard output */
  print?: (line: string) => void;
}

/**
 * Backs up, restores or checks a store, as `--help` says.
 *
 * @returns the exit code: 0 when it was done, 1 when it could not be or a check found something, 2 for
 * wrong arguments
 */
export async function storeCommand(args: string[], hooks: StoreHooks = {}): Promise<number> {
  const { print = toStdout } = hooks;
  if (args.includes("--help")) {
    print(HELP);
    return 0;
  }
  let asked: Asked;
  try {
    asked = read(args);
  } catch (error) {
    print(`${(error as Error).message.split(/\.?(?:\n| To specify)/)[0]}. ${USAGE}`);
    return 2;
  }
  const { verb, file, folder, replace } = asked;
  try {
    if (verb === "backup") {
      print(`Backed up to ${file}: ${textOf(await backupStore(`${folder}/${STORE_FILE}`, file!))}`);
    } else if (verb === "restore") {
      const found = await restoreStore(file!, folder, { replace });
      print(`Restored into ${folder}: ${textOf(found)}`);
      if (found.aside !== undefined) print(`What was there is in ${found.aside}`);
    } else {
      const path = file ?? `${folder}/${STORE_FILE}`, found = checkStore(path);
      for (const problem of found.problems) print(`${path}: ${problem}`);
      if (found.problems.length > 0) return 1;
      print(`${path} is whole: ${textOf(found)}`);
    }
    return 0;
  } catch (error) {
    print(reasonOf(error as Error, asked));
    return 1;
  }
}

/** As a task it may use files below this folder and in the platform's folder for data alone. */
function reasonOf(error: Error, { verb, file = "the store" }: Asked): string {
  const denied = deniedAccess(error);
  if (denied === undefined) return error.message;
  return `Cannot ${verb} ${file}: Deno was not given ${denied.need}; run ` +
    unrestrictedLine("store", [verb, "FILE"]);
}

/** What the command line asks for. */
interface Asked {
  readonly verb: string;
  readonly file: string | undefined;
  readonly folder: string;
  readonly replace: boolean;
}

function read(args: string[]): Asked {
  const { values, positionals } = parseArgs({
    args,
    strict: true,
    allowPositionals: true,
    options: { data: { type: "string" }, replace: { type: "boolean", default: false } },
  });
  const [verb = "", file, ...rest] = positionals;
  if (!["backup", "restore", "check"].includes(verb)) throw new TypeError("Cannot tell what to do");
  if (rest.length > 0) throw new TypeError(`Cannot use ${rest[0]}: one file is enough`);
  if (file === undefined && verb !== "check") throw new TypeError("The file is missing");
  if (values.replace && verb !== "restore") throw new TypeError("--replace is for restore");
  return { verb, file, folder: values.data ?? dataFolder(), replace: values.replace };
}

function textOf({ version, records, contents }: StoreCheck): string {
  return `version ${version}, ${records} records, ${contents} files' contents`;
}

function toStdout(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) Deno.exit(await storeCommand(Deno.args));
