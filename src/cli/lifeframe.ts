// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { fileURLToPath } from "node:url";
import { plainLine } from "../options/plainText.ts";
import { suggest } from "../options/suggest.ts";
import { usageName } from "./args/taskLine.ts";
import { INSTALLATION, madeWith } from "./args/installation.ts";
import { allow } from "./args/permissions.ts";
import { type Command, COMMANDS } from "./commands.ts";
import { exitWith, launch } from "./launch.ts";

/**
 * Starts a command with only the permissions that it needs.
 *
 * @param args Name of the command, then its arguments.
 * @returns the exit code of the command; 2 if the command does not exist
 */
export async function lifeframe(
  [name, ...args]: readonly string[],
  commands: Readonly<Record<string, Command>> = COMMANDS,
  program = usageName("lifeframe"),
): Promise<number> {
  const usage = usageOf(commands, program);
  if (name === undefined || name === "--help" || name === "-h") {
    console.log(usage);
    return 0;
  }
  if (name === "--version" || name === "-V") {
    console.log(madeWith());
    return 0;
  }
  if (!Object.hasOwn(commands, name)) {
    console.error(
      `Cannot run ${plainLine(name)}: there is no such command${
        suggest(name, Object.keys(commands))
      }\n\n${usage}`,
    );
    return 2;
  }
  const { module, permissions } = commands[name]!;
  allow("read", [INSTALLATION.packages]); // throws if Deno cannot be given access to its packages
  const flags = ["run", "--quiet", "--no-prompt", ...await permissions(args)];
  return launch([...flags, fileURLToPath(module), ...args]);
}

function usageOf(commands: Readonly<Record<string, Command>>, program: string): string {
  const width = Math.max(...[...Object.keys(commands), "--version"].map((name) => name.length));
  const rows = Object.entries(commands)
    .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: ${program} COMMAND [options]\n${rows.join("\n")}\n` +
    `  ${"--version".padEnd(width)}  the version of lifeframe and of its runtime\n` +
    `  ${"--help".padEnd(width)}  this text, or the options of a command`;
}

if (import.meta.main) await exitWith(() => lifeframe(Deno.args));
