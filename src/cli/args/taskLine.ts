import { join, relative } from "node:path";
import process from "node:process";
import { INSTALLATION, startWords } from "./installation.ts";

/** Command that starts Deno on any machine with Node, whether or not Deno is installed. */
export const DENO = "npx -y deno@2.9.6";

/** Flags of `deno run` for the launcher, which starts each command with only what that needs. */
export const LAUNCHER_FLAGS: readonly string[] = [
  ...["--quiet", "--no-prompt", "--allow-run", "--allow-read", "--allow-env"],
  "--allow-sys=uid,gid",
];

/**
 * Returns the command line of a command of the launcher with quoted arguments, ready to paste in this
 * folder: a task in a clone, the program of the npm package elsewhere.
 *
 * @param name Name of the task; `lifeframe` for the launcher itself.
 */
export function taskLine(name: string, ...args: readonly string[]): string {
  const start = INSTALLATION.isPackage ? packageStart(name) : [DENO, "task", "--quiet", name];
  return [...start, ...args.map((argument) => quoteArgument(argument))].join(" ");
}

/** Returns the name of a command in its usage: `deno task report`, or `npx lifeframe report`. */
export function usageName(name: string): string {
  return INSTALLATION.isPackage ? packageStart(name).join(" ") : `deno task ${name}`;
}

function packageStart(name: string): string[] {
  const words = startWords(INSTALLATION, process.cwd()).map((word) => quoteArgument(word));
  return name === "lifeframe" ? words : [...words, name];
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
  const path = INSTALLATION.isPackage
    ? join(INSTALLATION.folder, "bundles", `src-cli-${name}.js`)
    : join(INSTALLATION.folder, "src", "cli", `${name}.ts`);
  const fromHere = relative(folder, path);
  const module = fromHere === join("src", "cli", `${name}.ts`) ? fromHere : path;
  return [DENO, "run", "-A", quoteArgument(module), ...args].join(" ");
}

/** Returns the program and the arguments with which another program starts a command of the launcher. */
export function launcherCall(
  name: string,
  args: readonly string[],
): readonly [program: string, ...args: string[]] {
  const { isPackage, folder } = INSTALLATION;
  const start = isPackage
    ? ["run", ...LAUNCHER_FLAGS, join(folder, "bundles", "src-cli-lifeframe.js")]
    : ["task", "--quiet", "--config", join(folder, "deno.json"), "lifeframe"];
  return [Deno.execPath(), ...start, name, ...args];
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
