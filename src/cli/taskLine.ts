import process from "node:process";

/** Deno as everybody with Node can start it, whether or not it is installed. */
export const DENO = "npx -y deno@2.9.6";

/** Returns a command line of a task that works in this folder as it is pasted, with quoted arguments. */
export function taskLine(name: string, ...args: readonly string[]): string {
  return [DENO, "task", name, ...args.map((argument) => quoteArgument(argument))].join(" ");
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
