import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { folderPath } from "../app/ask/folderPath.ts";
import { local } from "../app/local.ts";
import { dataFolder } from "./args/dataFolder.ts";
import { deniedAccess } from "./args/deniedAccess.ts";
import { type LineCommand, type LineHooks, lineWriter, readLine } from "./args/lineCommand.ts";
import { taskLine } from "./args/taskLine.ts";
import { stopSignal } from "./args/stopSignal.ts";
import { IMPORT_OPTIONS } from "./args/importOptions.ts";
import { watchFolder } from "./watchFolder.ts";

const USAGE = "Use: import FILE... [--watch FOLDER] [--data FOLDER] [--zone ZONE] [--help]";

const HELP = `Imports exports of devices and apps into your own store: each record once.

${USAGE}

  FILE             Export: a zip file, a folder, or a file. The vendor is detected.
  --watch FOLDER   Imports each new export in the folder once, when it is complete, until you stop it.
  --settle SECONDS Time for which a file must stay the same before it is complete (10).
  --data FOLDER    Your own store, such as ~/health; by default in the platform's folder for data.
  --zone ZONE      IANA zone of times in the file that have none; by default the machine's.
  --help           Shows this text.`;

interface ImportSettings {
  readonly files: readonly string[];
  readonly data: string | undefined;
  readonly zone: string | undefined;
  readonly watch: string | undefined;
  /** Milliseconds for which a file must stay the same. */
  readonly settle: number;
}

const COMMAND: LineCommand<ImportSettings> = {
  action: "import a file",
  usage: USAGE,
  help: HELP,
  options: IMPORT_OPTIONS,
  read: readSettings,
};

/** Replacements for parts of the system, for tests. */
export interface ImportHooks extends LineHooks {
  /** Ends watching. @default SIGINT and SIGTERM */
  signal?: AbortSignal | undefined;
}

/**
 * Imports exports into your own store.
 *
 * @returns the exit code: 0; 1 if a file cannot be imported; 2 for wrong arguments
 */
export async function importCommand(args: string[], hooks: ImportHooks = {}): Promise<number> {
  const { print = lineWriter(Deno.stdout), warn = lineWriter(Deno.stderr) } = hooks;
  const line = readLine(COMMAND, args, { print, warn });
  if ("code" in line) return line.code;
  const { files, zone, watch, settle } = line.settings;
  try {
    const data = folderPath("import a file", "--data", line.settings.data ?? dataFolder());
    await using me = await local({ data, tz: zone });
    const importFile = async (path: string): Promise<string> => String(await me.ingest(path));
    for (const file of files) print(`${file}\n${await importFile(resolve(file))}`);
    if (files.length > 0) {
      print(
        `Your data is in ${data}. A report about the last 30 days, or about others with --range 2025-03:`,
      );
      print(`  ${taskLine("report", "--data", data)}`);
    }
    if (watch === undefined) return 0;
    const stop = stopSignal(hooks.signal);
    try {
      await watchFolder(resolve(watch), {
        ...{ state: join(data, "watched.json"), settle, every: Math.min(5_000, settle) },
        ...{ importFile, print, warn, signal: stop.signal },
      });
    } finally {
      stop.cancel();
    }
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
  const { data, zone, watch } = values, settle = Number(values.settle ?? 10);
  if (positionals.length === 0 && watch === undefined) {
    throw new TypeError("Cannot import a file: its path is missing. Pass at least one.");
  }
  if (!(settle > 0 && settle <= 86_400)) {
    throw new TypeError(
      `Cannot import a file: --settle is ${values.settle}, expected a number of seconds`,
    );
  }
  return { files: positionals, data, zone, watch, settle: settle * 1000 };
}

if (import.meta.main) Deno.exit(await importCommand(Deno.args));
