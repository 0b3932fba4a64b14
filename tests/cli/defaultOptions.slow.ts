import { assert } from "@std/assert";

/**
 * A project that imports mod.ts by path checks our files with its own compiler options, so they
 * must not depend on the stricter ones of this project.
 */
Deno.test("mod.ts passes type checks with the compiler's default options", async () => {
  const root = new URL("../../", import.meta.url);
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const absolute = Object.entries<string>(imports).map(([name, path]) => [
    name,
    path.startsWith("./") ? new URL(path, root).href : path,
  ]);
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${folder}/deno.json`,
      JSON.stringify({ nodeModulesDir: "none", imports: Object.fromEntries(absolute) }),
    );
    await Deno.writeTextFile(
      `${folder}/mine.ts`,
      `import { plot } from "${new URL("mod.ts", root).href}";\n` +
        `import type { Picture } from "${new URL("src/plot/mod.ts", root).href}";\n` +
        `export const picture: Picture = plot.line([{ time: "2024-03-30T12:00Z", value: 1 }]);\n`,
    );
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", "mine.ts"],
      cwd: folder,
      stdout: "null",
      stderr: "piped",
    }).output();
    assert(success, new TextDecoder().decode(stderr));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
