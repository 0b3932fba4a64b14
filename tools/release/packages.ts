import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { write } from "../pack/files.ts";
import { packJsr, packNpm } from "../pack/pack.ts";
import type { Project } from "../pack/packageJson.ts";

/** A program of a user, which Node and Deno run in a folder with only the tarball: both print the same. */
const SMOKE = `
import { demo, plot, sleep } from "@lifeframe/lifeframe";
for (const name of JSON.parse(process.argv[2])) await import(name);
const me = await demo({ days: 10 });
const stages = await me.stages({ nights: 3 });
const svg = await plot.hypnogram(stages, { tz: "Europe/Berlin" }).svg();
console.log(JSON.stringify({
  nights: sleep.statistics(stages).toRecords(),
  length: svg.length,
  text: String(await me.lastNight()),
}, (_, value) => typeof value === "bigint" ? String(value) : value));
`;

/** Runs a program with the Node whose support lasts longest, whichever this machine has. */
const WITH_NODE = ["exec", "--yes", "--package=node@24.21.0", "--"];

/** Fields of package.json that npm's page shows or that provenance needs. */
const FIELDS = ["description", "author", "homepage", "repository", "bugs", "keywords", "license"];

/** A program that ended. */
interface Ended {
  readonly success: boolean;
  readonly out: string;
  readonly err: string;
}

async function run(program: string, args: string[], cwd: string, env = {}): Promise<Ended> {
  const command = new Deno.Command(program, { args, cwd, env: { NO_COLOR: "1", ...env } });
  const { success, stdout, stderr } = await command.output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { success, out: out!, err: err! };
}

/** Returns the line of a program's output that says what went wrong. */
function reason({ out, err }: Ended): string {
  const lines = `${err}\n${out}`.split("\n").map((line) => line.trim()).filter(Boolean);
  return lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? "it printed nothing";
}

/**
 * Builds the npm tarball, installs it in an empty folder, and runs a program there in Node and
 * Deno.
 */
export async function npmProblems(
  project: Project,
  denoTypes: string,
  out: string,
): Promise<string[]> {
  const tarball = await packNpm(project, denoTypes, `${out}/npm`);
  const folder = await Deno.makeTempDir();
  try {
    await write(`${folder}/package.json`, '{ "private": true, "type": "module" }');
    await write(`${folder}/smoke.mjs`, `import process from "node:process";${SMOKE}`);
    const quiet = ["--no-audit", "--no-fund", "--prefer-offline"];
    const installed = await run("npm", [...WITH_NODE, "npm", "install", ...quiet, tarball], folder);
    if (!installed.success) return [`npm cannot install the tarball: ${reason(installed)}`];
    const at = `${folder}/node_modules/${project.name}`;
    const found = JSON.parse(await Deno.readTextFile(`${at}/package.json`));
    const problems = FIELDS.filter((name) => !(name in found))
      .map((name) => `package.json of the tarball has no ${name}`);
    if (found.version !== project.version) {
      problems.push(`the tarball has version ${found.version}, deno.json has ${project.version}`);
    }
    problems.push(...missingFiles(found.exports, (path) => exists(join(at, path))));
    const names = Object.keys(project.exports)
      .map((name) => `${project.name}${name.slice(".".length)}`);
    const args = ["smoke.mjs", JSON.stringify(names)], env = { XDG_CACHE_HOME: folder };
    const node = await run("npm", [...WITH_NODE, "node", ...args], folder, env);
    const deno = await run(Deno.execPath(), ["run", "-A", "--quiet", ...args], folder, env);
    for (const [runtime, ended] of [["Node", node], ["Deno", deno]] as const) {
      if (!ended.success) {
        problems.push(`a program that uses the tarball fails in ${runtime}: ${reason(ended)}`);
      }
    }
    const program = join(folder, "node_modules", ".bin", "lifeframe");
    const command = await run("npm", [...WITH_NODE, program, "demo", "--help"], folder, env);
    if (!command.success) problems.push(`npx lifeframe demo --help fails: ${reason(command)}`);
    if (node.success && deno.success && node.out !== deno.out) {
      problems.push("a program that uses the tarball prints something else in Node than in Deno");
    }
    return problems;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Builds the JSR package, has Deno simulate the upload, and compares the exports with the files it
 * would send.
 */
export async function jsrProblems(
  project: Project,
  denoTypes: string,
  out: string,
): Promise<string[]> {
  const folder = await packJsr(project, denoTypes, `${out}/jsr`);
  const tried = await run(Deno.execPath(), ["publish", "--dry-run", "--allow-dirty"], folder);
  if (!tried.success) return [`deno publish --dry-run fails: ${reason(tried)}`];
  const sent = sentFiles(tried.err + tried.out, folder);
  if (sent.size === 0) return ["deno publish --dry-run lists no files"];
  const { exports } = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
  const problems = missingFiles(exports, (path) => sent.has(join(path)));
  for (const path of Object.values<string>(exports)) {
    if (!sent.has(join(path))) continue; // it is in the list above
    const types = /^\/\/ @ts-self-types="(.+)"$/m.exec(await Deno.readTextFile(join(folder, path)));
    if (types === null) problems.push(`${path} names no declarations of its types`);
    else if (!sent.has(join(path, "..", types[1]!))) {
      problems.push(`${path} names ${types[1]}, which is not in the package`);
    }
  }
  return problems;
}

/** Returns the files that Deno would upload, by their paths in the package. */
function sentFiles(listing: string, folder: string): Set<string> {
  const urls = Array.from(listing.matchAll(/^\s*(file:\/\/\S+)/gm), ([, url]) => url!);
  return new Set(
    urls.map((url) => fileURLToPath(url)).filter((path) => path.startsWith(folder))
      .map((path) => join(path.slice(folder.length + 1))),
  );
}

/**
 * Returns a line per file that `exports` names and the package lacks.
 *
 * @param exports The field of deno.json or package.json: paths, or paths by condition.
 * @param has Returns whether the package has a file, by a path such as `./bundles/mod.js`.
 */
export function missingFiles(
  exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>,
  has: (path: string) => boolean,
): string[] {
  return Object.entries(exports).flatMap(([name, target]) =>
    (typeof target === "string" ? [target] : Object.values(target))
      .filter((path) => !has(path))
      .map((path) => `the export "${name}" names ${path}, which is not in the package`)
  );
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
