import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { local } from "../app/local.ts";
import { dataFolder } from "./args/dataFolder.ts";
import { deniedAccess } from "./args/deniedAccess.ts";
import { type LineCommand, lineWriter, type PrintLine, readLine } from "./args/lineCommand.ts";
import { IMPORT_OPTIONS } from "./args/importOptions.ts";

const USAGE = "Use: import FILE... [--data FOLDER] [--zone ZONE] [--help]";

const HELP = `Imports exports of devices and apps into your own store: each record once.

${USAGE}

  FILE             Export: a zip file, a folder, or a file. The vendor is detected.
  --data FOLDER    Your own store, such as ~/health; by default in the platform's folder for data.
  --zone ZONE      IANA zone of times in the file that have none; by default the machine's.
  --help           Shows this text.`;

interface ImportSettings {
  readonly files: readonly string[];
  readonly data: string | undefined;
  readonly zone: string | undefined;
}

const COMMAND: LineCommand<ImportSettings> = {
  action: "import a file",
  usage: USAGE,
  help: HELP,
  options: IMPORT_OPTIONS,
  read: readSettings,
};

/** Replacements for parts of the system, for tests. */
export interface ImportHooks {
  /** Called with a line of output. @default standard output */
  print?: PrintLine;
  /** Called with a message. @default standard error */
  warn?: PrintLine;
}

/**
 * Imports exports into the own store.
 *
 * @returns the exit code: 0; 1 if a file cannot be imported; 2 for wrong arguments
 */
export async function importCommand(args: string[], hooks: ImportHooks = {}): Promise<number> {
  const { print = lineWriter(Deno.stdout), warn = lineWriter(Deno.stderr) } = hooks;
  const line = readLine(COMMAND, args, { print, warn });
  if ("code" in line) return line.code;
  const { files, data, zone } = line.settings;
  try {
    await using me = await local({ data: data ?? dataFolder(), tz: zone });
    for (const file of files) print(`${file}\n${await me.ingest(resolve(file))}`);
    return 0;
  } catch (error) {
    const denied = deniedAccess(error as Error);
    warn(
      denied === undefined
        ? (error as Error).message
        : `Cannot import a file: Deno needs ${denied.need}`,
    );
    return 1;
  }
}

function readSettings(args: string[]): ImportSettings {
  const { values, positionals } = parseArgs({
    args,
    strict: true,
    allowPositionals: true,
    options: IMPORT_OPTIONS,
  });
  if (positionals.length === 0) {
    throw new TypeError("Cannot import a file: its path is missing. Name one or several");
  }
  return { files: positionals, data: values.data, zone: values.zone };
}

if (import.meta.main) Deno.exit(await importCommand(Deno.args));
