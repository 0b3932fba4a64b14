import { parseArgs } from "node:util";
import { cp } from "node:fs/promises";
import { outputOf, write } from "./files.ts";
import { JSR_FILES, jsrPackage } from "./jsrPackage.ts";
import { NPM_FILES, npmPackage } from "./npmPackage.ts";
import type { Project } from "./packageJson.ts";

const HELP = `deno task dev pack [--out FOLDER] [--jsr]

  Makes the npm package of this library: a tarball, with JavaScript and types for Node, that pins its
  dependencies to the versions of deno.json. What needs Deno is not in it; its functions say so.

    --out FOLDER   where the tarball is put (.)
    --jsr          the package for JSR instead, all of it: its files in FOLDER, where deno publish runs
    --help         this text
`;

const ROOT = new URL("../../", import.meta.url);

/** Creates the tarball in a folder and returns its path. */
export async function packNpm(project: Project, denoTypes: string, out: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    await writeAll(folder, await npmPackage(project, denoTypes), NPM_FILES);
    await Deno.mkdir(out, { recursive: true });
    const to = await Deno.realPath(out);
    const text = await outputOf("npm", ["pack", "--json", "--pack-destination", to], folder);
    return `${to}/${JSON.parse(text)[0].filename}`;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Writes the files of the JSR package into an empty folder and returns its path. */
export async function packJsr(project: Project, denoTypes: string, out: string): Promise<string> {
  const files = await jsrPackage(project, denoTypes);
  await Deno.mkdir(out, { recursive: true });
  if (!(await Array.fromAsync(Deno.readDir(out))).every(({ name }) => name === ".git")) {
    throw new Error(`Cannot pack: ${out} is not empty, and its files would be published`);
  }
  await writeAll(out, files, JSR_FILES);
  return await Deno.realPath(out);
}

/** Writes generated files, and copies files that a package contains unchanged. */
async function writeAll(
  folder: string,
  made: ReadonlyMap<string, string>,
  asTheyAre: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, text] of made) await write(`${folder}/${path}`, text);
  for (const [to, from] of Object.entries(asTheyAre)) {
    await cp(new URL(from, ROOT), `${folder}/${to}`, { recursive: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      out: { type: "string", default: "." },
      jsr: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const project = async (): Promise<Project> =>
    JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const pack = values.jsr ? packJsr : packNpm;
  // deno-lint-ignore no-console -- a task's output
  console.log(
    values.help
      ? HELP
      : await pack(await project(), await outputOf(Deno.execPath(), ["types"]), values.out),
  );
}
