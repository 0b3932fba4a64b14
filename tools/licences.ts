/**
 * Lists the licence of every package that deno.lock names, and ends with 1 where one is neither
 * permissive nor looked at: `deno task dev licences`.
 * @module
 */

/** Licences that ask for no more than their notice. */
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

/** What was read by a person, because the package's own word is not enough: name, licence, why. */
const LOOKED_AT: readonly (readonly [name: RegExp, licence: string, why: string])[] = [
  [
    /^nodejs-polars-/,
    "MIT",
    'the binaries say "SEE LICENSE IN LICENSE"; that file lies in nodejs-polars: MIT',
  ],
  [/^axe-core$/, "MPL-2.0", "copyleft by file: only tests use it, as it comes"],
  [
    /^@resvg\//,
    "MPL-2.0",
    "copyleft by file: it is used as it comes, and no file of it is changed",
  ],
  [
    /^@expo-google-fonts\//,
    "MIT AND OFL-1.1",
    "fonts under the SIL Open Font License: free to use",
  ],
  [/^argparse$/, "PSF-2.0", "permissive: the licence of Python, whose module it is a port of"],
  [
    /^ical\.js$/,
    "MPL-2.0",
    "used as it comes: its terms hold for its own files, which are not changed",
  ],
  [
    /^suncalc$/,
    "BSD-2-Clause",
    "its package.json names none; its LICENSE is that of BSD, two clauses",
  ],
  [/^json-bignum$/, "MIT", "says it in an older form, as a list"],
];

/** A package and the licence under which it is used. */
export interface Licence {
  /** Name and version, `ky@2.1.0`. */
  readonly id: string;
  /** The licence's SPDX name; undefined if nobody looked at what the package says. */
  readonly licence: string | undefined;
  /** Why, where a person looked. */
  readonly why: string;
}

/**
 * The licence of a package, by what its package.json says and by what was looked at.
 *
 * @param id Name and version as the lock file has them; what stands behind `_` are peers.
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
  const { npm } = JSON.parse(await Deno.readTextFile(new URL("deno.lock", root)));
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
