// deno-lint-ignore-file no-console -- a command speaks on the terminal
/**
 * Does everything of a release short of publishing: `deno task dev release --dry-run`.
 * @module
 */
import process from "node:process";
import { parseArgs } from "node:util";
import about from "../project.json" with { type: "json" };
import { outputOf } from "../pack/files.ts";
import type { Project } from "../pack/packageJson.ts";
import { sbom } from "../sbom.ts";
import { jsrProblems, npmProblems } from "./packages.ts";
import { changes, versionProblems } from "./texts.ts";
import { RELEASE_OPTIONS } from "./options.ts";

const HELP = `deno task dev release --dry-run [--tag NAME] [--out FOLDER]

  Tries a release, and publishes nothing. It prints the section of CHANGELOG.md that would be
  published, then a line per check; it ends with 1 if a check fails.

    --tag NAME     the tag that starts the release, such as v0.2.0: the version must be the same
    --out FOLDER   keep what would be published: npm/*.tgz, jsr/, sbom.json and notes.md
    --help         this text
`;

const ROOT = new URL("../../", import.meta.url);

const read = (path: string): Promise<string> => Deno.readTextFile(new URL(path, ROOT));

/** Pages that readers see: README.md and docs/. */
function pages(): string[] {
  const names = Array.from(Deno.readDirSync(new URL("docs", ROOT)), ({ name }) => `docs/${name}`);
  return ["README.md", ...names.filter((name) => name.endsWith(".md")).sort()];
}

/** Runs the checks one after the other; returns whether all of them passed. */
async function tryRelease(tag: string | undefined, out: string): Promise<boolean> {
  const project: Project = JSON.parse(await read("deno.json"));
  const release = { version: project.version, ...tag !== undefined && { tag } };
  const { heading, text, problems } = changes(await read("CHANGELOG.md"), release);
  await Deno.mkdir(out, { recursive: true });
  await Deno.writeTextFile(`${out}/notes.md`, `${text}\n`);
  console.log(`## ${heading}\n\n${text}\n`);
  const types = await outputOf(Deno.execPath(), ["types"]);
  const checks: Readonly<Record<string, () => Promise<string[]> | string[]>> = {
    version: () => versionProblems(release, pages(), read),
    changelog: () => problems,
    sbom: async () => {
      const bill = `${JSON.stringify(await sbom(), null, 2)}\n`;
      await Deno.writeTextFile(`${out}/sbom.json`, bill);
      return bill === await read("docs/sbom.json")
        ? []
        : ["docs/sbom.json is not the bill of deno.lock: run deno task dev sbom --update"];
    },
    jsr: () => jsrProblems(project, types, out), // first, so that npm reuses its checked modules
    npm: () => npmProblems(project, types, out),
  };
  let passed = true;
  for (const [name, check] of Object.entries(checks)) {
    const found = await linesOf(check);
    passed &&= found.length === 0;
    if (found.length === 0) console.log(`ok     ${name}`);
    for (const problem of found) console.log(`FAILED ${name}: ${problem}`);
  }
  if (/\/zenodo\.0+$/.test(about.doi)) {
    console.log(`note   tools/project.json: the DOI ${about.doi} is a placeholder`);
  }
  return passed;
}

/** Returns the problems that a check finds; an error is one of them, in a line. */
async function linesOf(check: () => Promise<string[]> | string[]): Promise<string[]> {
  try {
    return await check();
  } catch (error) {
    return [String((error as Error).message).split("\n", 1)[0]!];
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ args: Deno.args, options: RELEASE_OPTIONS });
  if (values.help) console.log(HELP);
  else if (!values["dry-run"]) {
    console.error(
      "Cannot release: this command publishes nothing. Add --dry-run to try a release; " +
        "a pushed tag such as v0.2.0 publishes it, by .github/workflows/release.yml.",
    );
    process.exitCode = 2;
  } else {
    const out = values.out ?? await Deno.makeTempDir();
    try {
      process.exitCode = await tryRelease(values.tag, out) ? 0 : 1;
    } finally {
      if (values.out === undefined) await Deno.remove(out, { recursive: true });
    }
  }
}
