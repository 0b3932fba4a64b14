import { join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Command that starts Deno on any machine with Node, whether or not Deno is installed. */
export const DENO = "npx -y deno@2.9.6";

/** Returns the command line of a task with quoted arguments, ready to paste in this folder. */
export function taskLine(name: string, ...args: readonly string[]): string {
  return [DENO, "task", name, ...args.map((argument) => quoteArgument(argument))].join(" ");
}

/**
 * Returns a command line that runs a command with all permissions, for files that its task may not use.
 * It is ready to paste in this folder, even if that is not the project's.
 */
export function unrestrictedLine(
  name: string,
  args: readonly string[] = [],
  folder: string = process.cwd(),
): string {
  const path = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  const fromHere = relative(folder, path);
  const module = fromHere === join("src", "cli", `${name}.ts`) ? fromHere : path;
  return [DENO, "run", "-A", quoteArgument(module), ...args].join(" ");
}

/** Returns the program and the arguments with which another program starts a command of the launcher. */
export function launcherCall(
  name: string,
  args: readonly string[],
): readonly [program: string, ...args: string[]] {
  const config = fileURLToPath(new URL("../../../deno.json", import.meta.url));
  return [Deno.execPath(), "task", "--quiet", "--config", config, "lifeframe", name, ...args];
}

/** Quotes an argument for the shells of the platform; on Windows, for cmd and PowerShell. */
export function quoteArgument(
  argument: string,
  platform: typeof process.platform = process.platform,
): string {
  if (platform === "win32") {
    return /^[\w.,:/\\=@+-]+$/.test(argument) ? argument : `"${argument}"`;
  }
  return /^[\w.,:/=@+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
