/** A release that is tried. */
export interface Release {
  /** Version in deno.json. */
  readonly version: string;
  /** Tag that starts the release, such as `v0.2.0`; without it, the next release is tried. */
  readonly tag?: string;
}

/** Reads a file of the project by its path from the root. */
export type ReadText = (path: string) => Promise<string>;

/** Version of this library in a page: `lifeframe 0.1.0`, `lifeframe-0.1.0.tgz`, `lifeframe@0.1.0`. */
const NAMED = /\blifeframe[-@ ]v?(\d+\.\d+\.\d+)/;

/** Files with one version, and where it is. */
const VERSIONS: Readonly<Record<string, RegExp>> = {
  "CITATION.cff": /^version: (.+)$/m,
  "src/options/version.ts": /^export const VERSION = "(.+)";$/m,
};

/**
 * Returns each place that names another version than deno.json, one line per place.
 *
 * @param pages Paths of README.md and the pages of docs/.
 */
export async function versionProblems(
  { version, tag }: Release,
  pages: readonly string[],
  read: ReadText,
): Promise<string[]> {
  const problems: string[] = [];
  const compare = (place: string, found: string | undefined): void => {
    if (found !== version) {
      problems.push(`${place} has version ${found ?? "(none)"}, deno.json has ${version}`);
    }
  };
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
    problems.push(`deno.json has version ${version}, which is not a semantic version`);
  }
  if (tag !== undefined) compare(`the tag ${tag}`, /^v(.+)$/.exec(tag)?.[1]);
  for (const [path, pattern] of Object.entries(VERSIONS)) {
    compare(path, pattern.exec(await read(path))?.[1]);
  }
  for (const path of pages) {
    for (const [i, line] of (await read(path)).split("\n").entries()) {
      const found = NAMED.exec(line)?.[1];
      if (found !== undefined) compare(`${path}:${i + 1}`, found);
    }
  }
  return problems;
}

/** Returns the text below a heading of CHANGELOG.md; `undefined` if the heading is missing. */
export function sectionOf(changelog: string, heading: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split("\n", 1)[0]!.trim() === heading);
  return found?.slice(found.indexOf("\n") + 1).trim();
}

/**
 * Returns the section of CHANGELOG.md that a release publishes, and its problems. A tag needs
 * a section with its version; without a tag, what is unreleased comes first.
 */
export function changes(
  changelog: string,
  { version, tag }: Release,
): { heading: string; text: string; problems: string[] } {
  const own = sectionOf(changelog, version), open = sectionOf(changelog, "Unreleased");
  const isOpen = open !== undefined && open !== "";
  const [heading, text] = isOpen && (tag === undefined || !own)
    ? ["Unreleased", open]
    : [version, own ?? ""];
  const problems: string[] = [];
  if (text === "") {
    problems.push(`CHANGELOG.md has neither a section ${version} nor anything under Unreleased`);
  }
  if (tag !== undefined && isOpen) {
    problems.push(
      `CHANGELOG.md has changes under Unreleased: move them below a heading "## ${version}"`,
    );
  }
  return { heading, text, problems };
}
