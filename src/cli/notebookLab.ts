// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { delimiter as DELIMITER, join } from "node:path";
import { findLab } from "../notebook/findLab.ts";
import { KERNEL_NAME, writeKernelSpec } from "../notebook/kernelSpec.ts";
import { IMPORT_HELP, knowsPackage } from "../notebook/knowsPackage.ts";
import { runLab } from "../notebook/runLab.ts";
import { platformFolder } from "../options/platformFolder.ts";

/**
 * Runs JupyterLab until it ends. Deno notebooks run in the kernel of this package.
 *
 * @param folder Folder that it shows.
 * @param options Options of JupyterLab.
 * @returns its exit code
 * @throws {Error} if the folder or JupyterLab is missing
 */
export async function startLab(folder: string, options: readonly string[]): Promise<number> {
  const { isDirectory } = await Deno.stat(folder).catch(() => ({ isDirectory: false }));
  if (!isDirectory) throw new Error(`Cannot start JupyterLab: the folder ${folder} does not exist`);
  const call = await findLab();
  if (!await knowsPackage(folder)) {
    console.log(`Notebooks in ${folder} cannot import lifeframe yet. ${IMPORT_HELP}`);
  }
  const kernels = await Deno.makeTempDir({ prefix: "lifeframe-lab-" });
  try {
    // Same name as in the notebooks, so that another Jupyter opens them in Deno's own kernel.
    await writeKernelSpec(join(kernels, "kernels", "deno"), Deno.execPath());
    console.log(`Deno notebooks run in the kernel ${KERNEL_NAME}, by ${Deno.execPath()}`);
    const path = [kernels, Deno.env.get("JUPYTER_PATH") ?? ""].filter((each) => each !== "");
    return await runLab([...call, ...options], folder, { JUPYTER_PATH: path.join(DELIMITER) });
  } finally {
    await Deno.remove(kernels, { recursive: true });
  }
}

/**
 * Installs the kernel of this package for every Jupyter of this user.
 *
 * @throws {Error} if no environment variable gives Jupyter's data folder
 */
export async function installKernel(): Promise<void> {
  const data = platformFolder("jupyter");
  if (data === undefined) {
    throw new Error(
      "Cannot install the kernel: Jupyter's data folder is unknown. Set JUPYTER_DATA_DIR.",
    );
  }
  const folder = join(data, "kernels", "lifeframe"), deno = Deno.execPath();
  await writeKernelSpec(folder, deno);
  console.log(`Installed the kernel ${KERNEL_NAME} in ${folder}: it runs ${deno}`);
  if (/[/\\]_npx[/\\]/.test(deno)) {
    console.log("(Deno is in npx's cache: run this command again after cleaning the cache)");
  }
}
