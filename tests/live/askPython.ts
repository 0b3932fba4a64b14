import { fileURLToPath } from "node:url";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Runs a Python program with the packages of a text file, and returns its output.
 *
 * @param folder Folder of the environments; empty for a temporary one.
 * @param name Name of the text file, of its environment, and of the program without `program`.
 * @param input Input of the program, as JSON.
 */
export async function askPython(
  folder: string,
  name: string,
  input: unknown,
  { program = `${name}.py`, args = [] }: { program?: string; args?: readonly string[] } = {},
): Promise<unknown> {
  const place = folder === "" ? "" : `${folder}/${name}`;
  const child = new Deno.Command("python3", {
    args: [here("inVenv.py"), place, here(`${name}.txt`), here(program), ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(input)));
  await writer.close();
  const { success, stdout } = await child.output();
  if (!success) throw new Error(`Cannot compare: ${program} failed`);
  return JSON.parse(new TextDecoder().decode(stdout));
}
