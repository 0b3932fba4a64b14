/** Temporary Python environment with packages in exact versions. */
export interface PythonVenv extends AsyncDisposable {
  /** Folder of its programs: `${bin}/python`. */
  readonly bin: string;
}

/**
 * Creates a Python environment in a temporary folder and installs packages from PyPI.
 *
 * @param packages Requirements with exact versions, `["schemathesis==4.32.5"]`.
 * @throws {Error} with pip's output, if a package cannot be installed
 */
export async function pythonVenv(packages: readonly string[]): Promise<PythonVenv> {
  const folder = await Deno.makeTempDir({ prefix: "lifeframe-python-" });
  const remove = (): Promise<void> => Deno.remove(folder, { recursive: true });
  try {
    await run("python3", ["-m", "venv", folder]);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages];
    await run(`${folder}/bin/python`, pip);
  } catch (error) {
    await remove();
    throw error;
  }
  return { bin: `${folder}/bin`, [Symbol.asyncDispose]: remove };
}

async function run(program: string, args: string[]): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
  if (success) return;
  const said = new TextDecoder().decode(stderr) + new TextDecoder().decode(stdout);
  throw new Error(`Cannot run ${program} ${args.join(" ")}: ${said}`);
}
