// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { delimiter as DELIMITER, join } from "node:path";
import { findLab } from "../notebook/findLab.ts";
import { KERNEL_NAME, writeKernelSpec } from "../notebook/kernelSpec.ts";
import { IMPORT_HELP, knowsPackage } from "../notebook/knowsPackage.ts";
import { runLab } from "../notebook/runLab.ts";
import { platformFolder } from "../options/platformFolder.ts";

/**
 * Runs JupyterLab until it ends; Deno notebooks run in the kernel of this package there.
 *
 * @param folder The folder it shows.
 * @param options Options of JupyterLab.
 * @returns Its exit code.
 * @throws {Error} If there is no such folder, or no JupyterLab.
 */
export async function startLab(folder: string, options: readonly string[]): Promise<number> {
  const { isDirectory } = await Deno.stat(folder).catch(() => ({ isDirectory: false }));
  if (!isDirectory) throw new Error(`Cannot start JupyterLab: there is no folder ${folder}`);
  const call = await findLab();
  if (!await knowsPackage(folder)) {
    console.log(`Notebooks in ${folder} cannot import lifeframe yet. ${IMPORT_HELP}`);
  }
  const kernels = await Deno.makeTempDir({ prefix: "lifeframe-lab-" });
  try {
    // Named as notebooks name it: another Jupyter then opens them in the kernel of Deno.
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
 * @throws {Error} If no variable of the environment says where Jupyter keeps its data.
 */
export async function installKernel(): Promise<void> {
  const data = platformFolder("jupyter");
  if (data === undefined) {
    throw new Error(
      "Cannot install the kernel: the folder of Jupyter's data is not known. Set JUPYTER_DATA_DIR.",
    );
  }
  const folder = join(data, "kernels", "lifeframe"), deno = Deno.execPath();
  await writeKernelSpec(folder, deno);
  console.log(`Installed the kernel ${KERNEL_NAME} in ${folder}: it runs ${deno}`);
  if (/[/\\]_npx[/\\]/.test(deno)) {
    console.log("(it is in npx's cache: after the cache is cleaned, run this command again)");
  }
}
