import { bundle, bundleName } from "./bundle.ts";
import { emit } from "./emit.ts";
import { packageJson, type Project } from "./packageJson.ts";
import { packedFiles } from "./packedFiles.ts";

/** Files that only Deno runs: a cohort starts Deno workers with Deno's permissions. */
const DENO_ONLY = ["src/cohort/openCohort.ts", "src/cohort/layout/writeData.ts"];

/** The program that starts the commands; the package's `bin` starts it with Deno. */
const LAUNCHER = "src/cli/lifeframe.ts";

/** Files copied unchanged into the npm package, by their path in it. */
export const NPM_FILES: Readonly<Record<string, string>> = {
  "LICENSE": "LICENSE",
  "lifeframe.js": "tools/pack/lifeframe.js",
  "README.md": "docs/npm.md",
  "standard.js": "tools/pack/standard.js",
  "src/places/cities.LICENSE": "src/places/cities.LICENSE",
  "src/sample/NOTICE.md": "src/sample/NOTICE.md",
  "src/sample/nights/LICENSE-dodh.txt": "src/sample/nights/LICENSE-dodh.txt",
};

/** Types of Temporal: the compiler's own, else the polyfill's. */
const TEMPORAL = {
  "temporal/own.d.ts": '/// <reference lib="esnext.temporal" />\n',
  "temporal/polyfill.d.ts": '/// <reference types="temporal-polyfill/types/global" />\n',
};

/**
 * Returns the files of the npm package by path: bundles for Node, their type declarations, and the
 * exact versions of deno.json as dependencies. Code that needs Deno is left out.
 *
 * @param denoTypes Output of `deno types`.
 */
export async function npmPackage(
  project: Project,
  denoTypes: string,
): Promise<Map<string, string>> {
  const entries = Object.values(project.exports).map((path) => path.slice("./".length));
  const files = packedFiles([...entries, LAUNCHER], DENO_ONLY);
  const built = emit(files.map(({ path }) => path), { denoTypes, extension: ".js" });
  const typed = new Set(
    packedFiles(entries, DENO_ONLY).map(({ path }) => path.replace(/\.ts$/, ".d.ts")),
  );
  const types = [...built].filter(([path]) => typed.has(path));
  const description = packageJson(project, new Set(files.flatMap(({ packages }) => packages)));
  return new Map([
    ...[...types, ...await bundle(built, [...entries, LAUNCHER])].map(([path, text]) =>
      [path, withStandard(path, text, project)] as const
    ),
    ...Object.entries(TEMPORAL),
    ["package.json", `${JSON.stringify(description, null, 2)}\n`],
  ]);
}

/** An entry first brings what older versions of Node lack, and the types of Temporal. */
function withStandard(path: string, text: string, { name, exports }: Project): string {
  const entries = Object.values(exports);
  if (entries.some((entry) => path === entry.replace(/^\.\/(.*)\.ts$/, "$1.d.ts"))) {
    return `/// <reference types="${name}/temporal-types" />\n${text}`;
  }
  return entries.some((entry) => path === bundleName(entry))
    ? `import "../standard.js";\n${text}`
    : text;
}
