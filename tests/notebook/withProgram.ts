/**
 * Does work with a program that is a shell script, in a folder of its own that is removed after.
 *
 * @param script The script's body; `$0` is its own path.
 * @param work What to do with the program's path.
 */
export async function withProgram(
  script: string,
  work: (program: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const program = `${folder}/program`;
    await Deno.writeTextFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await work(program);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
