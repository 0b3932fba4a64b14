/**
 * Prints a bill of materials of all packages in deno.lock, as CycloneDX 1.6 JSON: `deno task dev sbom`;
 * `--update` writes docs/sbom.json. It has no date and no random number: the same lock file gives the
 * same bytes.
 * @module
 */
import { licenceOf, packageJson } from "./licences.ts";

/** An entry of the lock file. */
interface Locked {
  readonly integrity?: string;
  readonly dependencies?: readonly string[];
  readonly optionalDependencies?: readonly string[];
  readonly optionalPeers?: readonly string[];
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const ROOT = new URL("../", import.meta.url);
const PAGE = new URL("docs/sbom.json", ROOT);

/** Name and version of an entry such as `@std/x@1.0.0_peer@2.0.0`. */
function nameOf(id: string): { name: string; version: string } {
  const [, name = "", version = ""] = /^(.[^@]*)@([^_]+)/.exec(id)!;
  return { name, version };
}

function purlOf(id: string): string {
  const { name, version } = nameOf(id);
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/**
 * Returns the bill of materials of this project.
 *
 * @throws {Error} if a package of the lock file has no checksum, or a dependency is not in it
 */
export async function sbom(): Promise<Record<string, unknown>> {
  const read = async (path: string): Promise<Record<string, unknown>> =>
    JSON.parse(await Deno.readTextFile(new URL(path, ROOT)));
  const { name, version, license } = await read("deno.json") as Record<string, string>;
  const lock = await read("deno.lock"), npm = lock["npm"] as Record<string, Locked>;
  const ids = Object.keys(npm).toSorted();
  const byPackage = new Map<string, string>();
  for (const id of ids) {
    const each = nameOf(id);
    byPackage.set(each.name, byPackage.has(each.name) ? "" : id); // "" if several versions exist
    byPackage.set(`${each.name}@${each.version}`, id);
    byPackage.set(id, id);
  }
  const dependenciesOf = (id: string): string[] => {
    const { dependencies = [], optionalDependencies = [] } = npm[id]!;
    return [...dependencies, ...optionalDependencies].map((dependency) => {
      const found = byPackage.get(dependency);
      if (!found) {
        throw new Error(`Cannot list packages: ${id} needs ${dependency}, which is not there`);
      }
      return purlOf(found);
    }).toSorted();
  };
  const components = await Promise.all(ids.map(async (id) => {
    const { integrity, os, cpu } = npm[id]!, { name, version } = nameOf(id);
    const [, base64] = /^sha512-(.+)$/.exec(integrity ?? "") ?? [];
    if (base64 === undefined) {
      throw new Error(`Cannot list packages: ${id} has no SHA-512 in deno.lock. Run deno install.`);
    }
    // A package for another platform is not installed here; only reviewed licences are the same
    // everywhere.
    const found = os === undefined && cpu === undefined ? await packageJson(ROOT, id) : undefined;
    const { licence } = licenceOf(id, found?.["license"] ?? found?.["licenses"]);
    return {
      type: "library",
      "bom-ref": purlOf(id),
      name,
      version,
      hashes: [{ alg: "SHA-512", content: Uint8Array.fromBase64(base64).toHex() }],
      ...(licence === undefined ? {} : {
        licenses: [
          /\s(?:AND|OR)\s/.test(licence) ? { expression: licence } : { license: { id: licence } },
        ],
      }),
      purl: purlOf(id),
    };
  }));
  const own = `pkg:npm/${name!.replace("@", "%40")}@${version}`;
  const specifiers = lock["specifiers"] as Record<string, string>;
  const direct = Object.entries(specifiers).flatMap(([specifier, resolved]) => {
    const id = byPackage.get(`${nameOf(specifier.replace(/^npm:/, "")).name}@${resolved}`);
    return specifier.startsWith("npm:") && id ? [purlOf(id)] : [];
  });
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "library",
        "bom-ref": own,
        name,
        version,
        licenses: [{ license: { id: license } }],
        purl: own,
      },
    },
    components,
    dependencies: [
      { ref: own, dependsOn: [...new Set(direct)].toSorted() },
      ...ids.map((id) => ({ ref: purlOf(id), dependsOn: dependenciesOf(id) })),
    ],
  };
}

if (import.meta.main) {
  const text = `${JSON.stringify(await sbom(), null, 2)}\n`;
  if (Deno.args.includes("--update")) await Deno.writeTextFile(PAGE, text);
  // deno-lint-ignore no-console -- the list is what the task is for
  else console.log(text);
}
