/** Deno as everybody with Node can start it, whether or not it is installed. */
export const DENO = "npx -y deno@2.9.6";

/** Returns a command line of a task that works in this folder as it is pasted, with quoted arguments. */
export function taskLine(name: string, ...args: readonly string[]): string {
  return [DENO, "task", name, ...args.map(quoteArgument)].join(" ");
}

/** Returns an argument as a shell reads it as one word. */
export function quoteArgument(argument: string): string {
  return /^[\w.,:/=@+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
