import { join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Deno as everybody with Node can start it, whether or not it is installed. */
export const DENO = "npx -y deno@2.9.6";

/** Returns a command line of a task that works in this folder as it is pasted, with quoted arguments. */
export function taskLine(name: string, ...args: readonly string[]): string {
  return [DENO, "task", name, ...args.map((argument) => quoteArgument(argument))].join(" ");
}

/**
 * Returns a command line that runs a command with all permissions, for files that its task may not use.
 * It works in this folder as it is pasted, also in one that is not the project's.
 */
export function unrestrictedLine(
  name: string,
  args: readonly string[] = [],
  folder: string = process.cwd(),
): string {
  const path = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const fromHere = relative(folder, path);
  const module = fromHere === join("src", "cli", `${name}.ts`) ? fromHere : path;
  return [DENO, "run", "-A", quoteArgument(module), ...args].join(" ");
}

/** Returns an argument as a shell of the platform reads it as one word: on Windows, cmd and PowerShell. */
export function quoteArgument(
  argument: string,
  platform: typeof process.platform = process.platform,
): string {
  if (platform === "win32") {
    return /^[\w.,:/\\=@+-]+$/.test(argument) ? argument : `"${argument}"`;
  }
  return /^[\w.,:/=@+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
