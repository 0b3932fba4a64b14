/** Which kernel JupyterLab offers as "Deno". */
export interface InstalledKernel {
  /** The Deno that it starts. */
  readonly deno: string;
  /** The kernel's folder. */
  readonly folder: string;
  /** Whether it was written now. */
  readonly isNew: boolean;
}

/**
 * Makes sure that Jupyter knows a Deno kernel whose Deno exists. One that is there stays as it is;
 * one whose Deno is gone, as after a clean-up of npx's cache, is written again.
 *
 * @param deno The Deno to install where there is none.
 * @returns The kernel.
 * @throws {Error} If Deno cannot install it, with what Deno said.
 */
export async function installKernel(deno: string): Promise<InstalledKernel> {
  const known = await readKernel(deno);
  if (known && await exists(known.deno)) return { ...known, isNew: false };
  const said = await call(deno, ["--install", ...(known ? ["--force"] : [])]);
  const installed = await readKernel(deno);
  if (!installed) throw new Error(`Cannot install the Deno kernel: ${said}`);
  return { ...installed, isNew: true };
}

/** The installed kernel, found by what `deno jupyter` says, or `null`. */
async function readKernel(deno: string): Promise<Omit<InstalledKernel, "isNew"> | null> {
  const folder = /already installed at (.+)$/m.exec(await call(deno, []))?.[1]?.trim();
  if (folder === undefined) return null;
  const spec = JSON.parse(await Deno.readTextFile(`${folder}/kernel.json`));
  return { deno: spec.argv[0], folder };
}

async function call(deno: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(deno, {
    args: ["jupyter", ...args],
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return `${text.decode(stdout)}${text.decode(stderr)}`.trim();
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
