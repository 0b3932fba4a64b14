import about from "../project.json" with { type: "json" };
import { bundleName } from "./bundle.ts";

/** Fields of deno.json that package.json needs. */
export interface Project {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
}

/** Polyfill of Temporal, which Node 24 lacks (standard.js); MIT licence. Deno does not need it. */
const STANDARD = { "temporal-polyfill": "1.0.8" };

/**
 * Returns the package.json of the npm package, with exact versions and the built module of each
 * entry.
 *
 * @param named Packages that the modules import, including for types, such as `date-fns/parse`.
 * @throws {Error} if deno.json has no version of a package
 */
export function packageJson(project: Project, named: Iterable<string>): object {
  const { name, version, license, exports, imports } = project;
  const versions = versionsIn(imports);
  const dependencies: Record<string, string> = { ...STANDARD };
  for (const specifier of named) {
    if (specifier.startsWith("node:")) continue;
    const dependency = packageName(specifier);
    const exact = versions.get(dependency);
    if (exact === undefined) {
      throw new Error(`Cannot pack: deno.json has no version of ${specifier}`);
    }
    dependencies[dependency] = exact;
  }
  return {
    name,
    version,
    license,
    description: "Personal data, as data frames, in a notebook.",
    author: about.author,
    homepage: about.pages,
    repository: { type: "git", url: `git+${about.repository}.git` },
    bugs: { url: `${about.repository}/issues` },
    keywords: about.keywords,
    type: "module",
    bin: { lifeframe: "lifeframe.js" },
    engines: { node: ">=22.13" },
    exports: {
      ...Object.fromEntries(
        Object.entries(exports).map(([name, path]) => [name, {
          types: path.replace(/\.ts$/, ".d.ts"),
          default: `./${bundleName(path)}`,
        }]),
      ),
      // Compilers have the types of Temporal since version 6; a second copy would clash.
      "./temporal-types": {
        "types@>=6": "./temporal/own.d.ts",
        types: "./temporal/polyfill.d.ts",
      },
      "./package.json": "./package.json",
    },
    dependencies: Object.fromEntries(Object.entries(dependencies).sort()),
  };
}

/** Returns exact versions by package name. */
function versionsIn(imports: Project["imports"]): Map<string, string> {
  const versions = new Map<string, string>();
  for (const target of Object.values(imports)) {
    const [, name, version] = /^npm:((?:@[^/]+\/)?[^/@]+)@([^/]+)/.exec(target) ?? [];
    if (name !== undefined) versions.set(name, version!);
  }
  return versions;
}

/**
 * Returns the package of a specifier: `@zip.js/zip.js` for `@zip.js/zip.js/lib/zip-core-native.js`.
 */
export function packageName(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
