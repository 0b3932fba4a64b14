// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { functionPages } from "./functionPages.ts";
import { guidePages, siteFiles } from "./guidePages.ts";
import { PROJECT } from "./namespaces.ts";
import { neighbours } from "./navigation.ts";
import { operationPages } from "./operationPages.ts";
import { explain, explained } from "../../src/options/explained.ts";
import { readFlags } from "../../src/cli/args/readFlags.ts";
import { buildIndexes, indexScript, miniSearchScript, siteScript } from "./search/buildIndex.ts";
import { linkFunctions, linkGuides } from "./linkFunctions.ts";
import { siteHtml, type SitePage } from "./sitePage.ts";
import { SITE_STYLE } from "./siteStyle.ts";

const USAGE = `Usage: docs [--out FOLDER] [--run NAME]
  Builds the documentation as one site of HTML that opens without a server and without a network:
  guides (the notebooks, executed, and the pages of docs/), charts, functions and types, operations.
  --out FOLDER   the folder to write; replaces an earlier site there (docs/reference)
  --run NAME     the notebooks to run: all, none, or those whose names start so, such as 01 (all);
                 the others show their stored outputs
  --help         this text`;

/** File that marks a folder as an earlier site. */
const MARK = "site.css";

/**
 * Runs the task `docs`, which writes the site into a folder.
 *
 * @returns the exit code: 0; 1 if the site cannot be written; 2 if the arguments are wrong
 */
export async function docsCommand(args: string[]): Promise<number> {
  const action = "build the documentation";
  const options = { out: { type: "string" }, run: { type: "string" } } as const;
  const flags = readFlags(action, args, options, USAGE);
  if ("code" in flags) return flags.code;
  const { out = "docs/reference", run = "all" } = flags.values;
  if (out === "") {
    console.error(`Cannot ${action}: --out names no folder\n\n${USAGE}`);
    return 2;
  }
  try {
    const count = await writeSite(resolve(out), run);
    console.log(`Wrote ${count} pages: open ${out}/index.html`);
    return 0;
  } catch (error) {
    const { message } = error as Error;
    console.error(message.startsWith("Cannot ") ? message : `Cannot ${action}: ${message}`);
    return 1;
  }
}

/** Returns all pages of the site. Runs the notebooks whose names start with `run`, all or none. */
export async function sitePages(
  run: string,
  onNotebook: (source: string) => void = () => {},
): Promise<SitePage[]> {
  const runs = (source: string) => run === "all" || basename(source).startsWith(run);
  const files = siteFiles();
  if (run !== "none" && !files.some(({ source }) => source.endsWith(".ipynb") && runs(source))) {
    throw new RangeError(`no notebook has a name that starts with ${JSON.stringify(run)}`);
  }
  const functions = functionPages();
  const guides = linkFunctions(await guidePages(files, { runs, onNotebook }), functions);
  return [...guides, ...linkGuides(functions, guides), ...await operationPages()];
}

async function writeSite(out: string, run: string): Promise<number> {
  checkEarlier(out);
  const pages = await sitePages(run, (source) => console.log(`Running ${source}`));
  const around = neighbours(pages);
  const texts = new Map(pages.map((page) => [page.path, siteHtml(page, around(page))]));
  texts.set(MARK, SITE_STYLE).set("site.js", await siteScript())
    .set("minisearch.js", await miniSearchScript())
    .set("search.js", indexScript(buildIndexes(pages)));
  for (const path of picturesOf(pages.map(({ body }) => body))) {
    const golden = new URL(`tests/${path}`, PROJECT);
    const source = existsSync(golden)
      ? golden
      : new URL(path.replace("pictures/", "docs/cookbook/"), PROJECT);
    texts.set(path, await Deno.readTextFile(source));
  }
  const draft = `${out}.${crypto.randomUUID()}.tmp`, old = `${draft}.old`;
  try {
    await explained(`write ${out}`, async () => {
      for (const [path, text] of texts) {
        await Deno.mkdir(dirname(`${draft}/${path}`), { recursive: true });
        await Deno.writeTextFile(`${draft}/${path}`, text);
      }
      const isThere = existsSync(out);
      if (isThere) await Deno.rename(out, old);
      await Deno.rename(draft, out).catch(async (error) => {
        if (isThere) await Deno.rename(old, out);
        throw error;
      });
    });
  } finally {
    for (const path of existsSync(out) ? [draft, old] : [draft]) {
      await Deno.remove(path, { recursive: true }).catch(() => {});
    }
  }
  return pages.length;
}

/** Returns the charts on pages, by their paths in the site: `pictures/hypnogram.svg`. */
function picturesOf(bodies: readonly string[]): Set<string> {
  return new Set(
    bodies.flatMap((body) => [...body.matchAll(/src="(?:\.\.\/)*(pictures\/[\w-]+\.svg)"/g)])
      .map(([, path]) => path!),
  );
}

/** Rejects a folder with anything but an earlier site, which is kept until the new one is whole. */
function checkEarlier(out: string): void {
  let names: string[];
  try {
    names = Array.from(Deno.readDirSync(out), ({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw explain(`write ${out}`, error);
  }
  if (names.length > 0 && !names.includes(MARK)) {
    throw new Error(`${out} holds something else, ${names.sort()[0]}`);
  }
}

if (import.meta.main) Deno.exitCode = await docsCommand(Deno.args);
