/**
 * Runs the suite with the real `@std/assert` instead of the replacement. `task dev test:std FOLDER`
 * takes it from a folder with `assert/` and `internal/` of denoland/std, `task dev test:std` from
 * JSR.
 * @module
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, ...files] = Deno.args;
const root = new URL("../../", import.meta.url);
const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
const real = new URL("deno.std.json", root); // next to deno.json, since its paths are relative
delete config.workspace;
Object.assign(config.imports, folder === undefined ? {} : await fromFolder(resolve(folder)));
await Deno.writeTextFile(real, JSON.stringify(config));
try {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      `--config=${fileURLToPath(real)}`,
      "--no-lock",
      "--no-prompt",
      "--no-check",
      "--parallel",
      "-A",
      ...(files.length > 0 ? files : ["tests"]),
    ],
    cwd: root,
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  Deno.exitCode = code;
} finally {
  await Deno.remove(real);
}

/** Returns the exports of `@std/assert` and its dependencies in a folder, with their files. */
async function fromFolder(folder: string): Promise<Record<string, string>> {
  const imports: Record<string, string> = {};
  for (const name of ["assert", "internal"]) {
    const { exports } = JSON.parse(await Deno.readTextFile(`${folder}/${name}/deno.json`));
    for (const [entry, file] of Object.entries<string>(exports)) {
      imports[`@std/${name}${entry.slice(1)}`] = `${folder}/${name}/${file}`;
    }
  }
  return imports;
}
