/**
 * Lists the licence of every package in tools/deno.lock: `deno task dev licences`. Exits with 1 if a
 * licence is neither permissive nor reviewed.
 * @module
 */

/** Licences that only require their notice. */
const PERMISSIVE = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
];

/**
 * Licences that a person reviewed because package.json does not settle them: name, licence, reason.
 */
const LOOKED_AT: readonly (readonly [name: RegExp, licence: string, why: string])[] = [
  [
    /^nodejs-polars-/,
    "MIT",
    'the binaries say "SEE LICENSE IN LICENSE"; that file is in nodejs-polars: MIT',
  ],
  [/^axe-core$/, "MPL-2.0", "copyleft by file: only tests use it, unchanged"],
  [
    /^@resvg\//,
    "MPL-2.0",
    "copyleft by file: it is used unchanged",
  ],
  [
    /^@expo-google-fonts\//,
    "MIT AND OFL-1.1",
    "fonts under the SIL Open Font License: free to use",
  ],
  [/^argparse$/, "PSF-2.0", "permissive: the licence of Python; it is a port of a Python module"],
  [
    /^ical\.js$/,
    "MPL-2.0",
    "used unchanged: its terms apply to its own files",
  ],
  [
    /^suncalc$/,
    "BSD-2-Clause",
    "its package.json has no licence; its LICENSE is the BSD licence with two clauses",
  ],
  [/^json-bignum$/, "MIT", "package.json has an older format, a list"],
];

/** Package and the licence under which we use it. */
export interface Licence {
  /** Name and version, `ky@2.1.0`. */
  readonly id: string;
  /** SPDX name of the licence; `undefined` if nobody reviewed an unknown licence. */
  readonly licence: string | undefined;
  /** Reason, if a person reviewed it. */
  readonly why: string;
}

/**
 * Returns the licence of a package, from its package.json and the reviewed licences.
 *
 * @param id Name and version as in the lock file; the text after `_` lists peers.
 * @param said The `license` field of its package.json.
 */
export function licenceOf(id: string, said: unknown): Licence {
  const name = id.replace(/(?<=.)@.*$/, "");
  const looked = LOOKED_AT.find(([pattern]) => pattern.test(name));
  if (looked !== undefined) return { id, licence: looked[1], why: looked[2] };
  const licence = PERMISSIVE.find((permissive) => permissive === said);
  return { id, licence, why: licence === undefined ? `says ${JSON.stringify(said)}` : "" };
}

/** Returns the package.json of an installed package; `undefined` if it is not installed. */
export async function packageJson(
  root: URL,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const [folder = id] = id.split("_");
  const name = folder.replace(/(?<=.)@.*$/, "");
  for (const candidate of [id, folder]) {
    const path = `node_modules/.deno/${candidate.replaceAll("/", "+")}/node_modules/${name}/`;
    try {
      return JSON.parse(await Deno.readTextFile(new URL(`${path}package.json`, root)));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return undefined;
}

if (import.meta.main) {
  const root = new URL("../", import.meta.url);
  const { npm } = JSON.parse(await Deno.readTextFile(new URL("tools/deno.lock", root)));
  const listed: Licence[] = [];
  for (const id of Object.keys(npm).toSorted()) {
    const found = await packageJson(root, id);
    if (found === undefined && npm[id].os === undefined && npm[id].cpu === undefined) {
      listed.push({ id, licence: undefined, why: "is not installed: run deno install" });
    } else listed.push(licenceOf(id, found?.license ?? found?.licenses));
  }
  for (const { id, licence, why } of listed) {
    // deno-lint-ignore no-console -- the list is what the task is for
    console.log(`${id.padEnd(48)}${licence ?? "UNKNOWN"}${why === "" ? "" : `  (${why})`}`);
  }
  const unknown = listed.filter(({ licence }) => licence === undefined);
  // deno-lint-ignore no-console
  console.log(`\n${listed.length} packages, ${unknown.length} with a licence nobody looked at`);
  if (unknown.length > 0) Deno.exitCode = 1;
}
