import { parseArgs } from "node:util";
import { bundle, bundleName } from "./bundle.ts";
import { emit } from "./emit.ts";
import { outputOf, write } from "./files.ts";
import { packageJson, type Project } from "./packageJson.ts";
import { packedFiles } from "./packedFiles.ts";

const HELP = `deno task pack [--out FOLDER]

  Makes the npm package of this library: a tarball, with JavaScript and types for Node, that pins its
  dependencies to the versions of deno.json. What needs Deno is not in it; its functions say so.

    --out FOLDER   where the tarball is put (.)
    --help         this text
`;

/** What only Deno runs: a cohort starts workers of Deno, with Deno's permissions. */
const DENO_ONLY = ["src/cohort/openCohort.ts", "src/cohort/layout/writeData.ts"];

const ROOT = new URL("../../", import.meta.url);

/** Files that stand in the package as they are, by where they stand in it. */
const AS_THEY_ARE = {
  "LICENSE": "LICENSE",
  "README.md": "docs/npm.md",
  "standard.js": "tools/pack/standard.js",
  "src/places/cities.LICENSE": "src/places/cities.LICENSE",
  "src/sample/NOTICE.md": "src/sample/NOTICE.md",
};

/** The types of Temporal: the compiler's own, or where it has none, those of what stands in for it. */
const TEMPORAL = {
  "temporal/own.d.ts": '/// <reference lib="esnext.temporal" />\n',
  "temporal/polyfill.d.ts": '/// <reference types="temporal-polyfill/types/global" />\n',
};

/** Makes the tarball; gives its path. */
async function pack(out: string): Promise<string> {
  const project: Project = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const entries = Object.values(project.exports).map((path) => path.slice("./".length));
  const files = packedFiles(entries, DENO_ONLY);
  const built = emit(files.map(({ path }) => path), await outputOf(Deno.execPath(), ["types"]));
  const folder = await Deno.makeTempDir();
  try {
    const types = [...built].filter(([path]) => path.endsWith(".d.ts"));
    for (const [path, text] of [...types, ...await bundle(built, entries)]) {
      await write(`${folder}/${path}`, withStandard(path, text, project));
    }
    for (const [to, from] of Object.entries(AS_THEY_ARE)) {
      await write(`${folder}/${to}`, await Deno.readTextFile(new URL(from, ROOT)));
    }
    for (const [path, text] of Object.entries(TEMPORAL)) await write(`${folder}/${path}`, text);
    const description = packageJson(project, new Set(files.flatMap(({ packages }) => packages)));
    await write(`${folder}/package.json`, `${JSON.stringify(description, null, 2)}\n`);
    await Deno.mkdir(out, { recursive: true });
    const to = await Deno.realPath(out);
    const text = await outputOf("npm", ["pack", "--json", "--pack-destination", to], folder);
    return `${to}/${JSON.parse(text)[0].filename}`;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
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

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: { out: { type: "string", default: "." }, help: { type: "boolean" } },
  });
  // deno-lint-ignore no-console -- a task's output
  console.log(values.help ? HELP : await pack(values.out));
}
