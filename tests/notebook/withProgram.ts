/**
 * Runs work with a program that is a shell script, in a temporary folder that is removed
 * afterwards.
 *
 * @param script Body of the script; `$0` is its own path.
 * @param work Receives the path of the program.
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
