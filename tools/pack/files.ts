import { dirname } from "node:path";

/** Writes a file and creates its folders. */
export async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, text);
}

/**
 * Runs a program and returns its output.
 *
 * @throws {Error} if it fails
 */
export async function outputOf(program: string, args: string[], cwd?: string): Promise<string> {
  const command = new Deno.Command(program, {
    args,
    ...cwd !== undefined && { cwd },
    stderr: "inherit",
  });
  const { success, stdout } = await command.output();
  if (!success) throw new Error(`Cannot pack: ${program} ${args[0]} failed`);
  return new TextDecoder().decode(stdout);
}
