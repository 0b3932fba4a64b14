/** Folder of the kernel that Jupyter offers for TypeScript, or `undefined` if it offers none that starts. */
export async function offeredKernel(): Promise<string | undefined> {
  let list: string;
  try {
    const { stdout } = await new Deno.Command("jupyter", {
      args: ["kernelspec", "list", "--json"],
      stdin: "null",
      stderr: "null",
    }).output();
    list = new TextDecoder().decode(stdout);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  for (const { resource_dir, spec } of specsOf(list)) {
    if (spec.language !== "typescript" || !spec.argv.includes("jupyter")) continue;
    const { isFile } = await Deno.stat(spec.argv[0]!).catch(() => ({ isFile: false }));
    if (isFile) return resource_dir;
  }
  return undefined;
}

interface KernelSpec {
  readonly resource_dir: string;
  readonly spec: { readonly argv: readonly string[]; readonly language: string };
}

function specsOf(list: string): KernelSpec[] {
  try {
    return Object.values(
      (JSON.parse(list) as { kernelspecs: Record<string, KernelSpec> }).kernelspecs,
    );
  } catch {
    return []; // a Jupyter without this command
  }
}
