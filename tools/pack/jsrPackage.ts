import { bundle, bundleName } from "./bundle.ts";
import { emit } from "./emit.ts";
import type { Project } from "./packageJson.ts";
import { packedFiles } from "./packedFiles.ts";

/** Files and folders that the package contains unchanged. */
export const JSR_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "CHANGELOG.md",
    "CITATION.cff",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "docs",
    "src/places/cities.LICENSE",
    "src/sample/NOTICE.md",
    "src/sample/nights/LICENSE-dodh.txt",
    "tests/pictures", // charts on pages of docs/
  ].map((path) => [path, path]),
);

/**
 * Returns the files that `deno publish` sends, by path: bundles, and explicit declarations of their
 * types, so that no user's compiler has to infer them again.
 *
 * @param denoTypes Output of `deno types`.
 */
export async function jsrPackage(
  { name, version, license, exports, imports }: Project,
  denoTypes: string,
): Promise<Map<string, string>> {
  const entries = Object.values(exports).map((path) => path.slice("./".length));
  const files = packedFiles(entries, []);
  const built = emit(files.map(({ path }) => path), { denoTypes, extension: ".d.ts" });
  const typesOf = new Map(
    entries.map((entry) => [bundleName(entry), `../${entry.replace(/\.ts$/, ".d.ts")}`]),
  );
  const named = files.flatMap(({ packages }) => packages);
  const config = {
    name,
    version,
    license,
    exports: Object.fromEntries(
      Object.entries(exports).map(([name, path]) => [name, `./${bundleName(path)}`]),
    ),
    imports: Object.fromEntries(
      Object.entries(imports).filter(([key, target]) =>
        target.startsWith("npm:") &&
        named.some((name) => name === key || name.startsWith(`${key}/`))
      ),
    ),
  };
  return new Map([
    ["deno.json", `${JSON.stringify(config, null, 2)}\n`],
    ...[...built].filter(([path]) => path.endsWith(".d.ts")),
    ...[...await bundle(built, entries)].map(([path, text]) => {
      const types = typesOf.get(path);
      return [path, types === undefined ? text : `// @ts-self-types="${types}"\n${text}`] as const;
    }),
  ]);
}
