import { fileURLToPath } from "node:url";
import { explained } from "../options/explained.ts";
import { replaceFile } from "../options/replaceFile.ts";

/** Name under which people choose the kernel. */
export const KERNEL_NAME = "Deno (lifeframe)";

/**
 * Writes the file that tells Jupyter how to start the kernel of this package.
 *
 * @param folder Folder of the file, such as `DATA/kernels/lifeframe`; it is created.
 * @param deno Deno executable that the kernel runs.
 */
export async function writeKernelSpec(folder: string, deno: string): Promise<void> {
  const main = new URL("./bridge/main.ts", import.meta.url);
  const spec = {
    argv: [
      deno,
      ...["run", "--quiet", "--no-prompt", "--no-check", "--no-config"],
      "--allow-all", // cells have the same permissions
      main.protocol === "file:" ? fileURLToPath(main) : main.href,
      "{connection_file}",
    ],
    display_name: KERNEL_NAME,
    language: "typescript",
    interrupt_mode: "message",
  };
  await explained(`install the kernel in ${folder}`, async () => {
    await Deno.mkdir(folder, { recursive: true });
    await replaceFile(
      "describe the kernel",
      `${folder}/kernel.json`,
      JSON.stringify(spec, null, 2),
    );
  });
}
