import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { notebookBody } from "../../src/notebook/exportHtml.ts";
import type { Notebook } from "../../src/notebook/format/nbformat.ts";
import { parseNotebook } from "../../src/notebook/format/parseNotebook.ts";
import { runNotebook } from "../../src/notebook/run.ts";
import { livingPictures } from "./livingPictures.ts";
import { linkWithin, renderMarkdown, type SiteFile } from "./markdown.ts";
import { PROJECT } from "./namespaces.ts";
import type { SearchEntry, SitePage } from "./sitePage.ts";

/** Pages that are made of other sources: of the tables of operations, of the functions' comments. */
const NOT_GUIDES: readonly string[] = ["functions.md", "operations.md"];

/** The files of the repository that are pages, with where they stand; the first is the site's own. */
export function siteFiles(): SiteFile[] {
  const guide = (source: string): SiteFile => ({
    source,
    path: `guides/${basename(source).replace(/\.(md|ipynb)$/, "")}.html`.toLowerCase(),
  });
  const named = (folder: string, ending: string): string[] =>
    [...Deno.readDirSync(new URL(folder, PROJECT))].map(({ name }) => name).sort()
      .filter((name) => name.endsWith(ending) && !NOT_GUIDES.includes(name))
      .map((name) => `${folder}${name}`);
  return [
    { source: "README.md", path: "index.html" },
    { source: "docs/gallery.md", path: "pictures/index.html" },
    { source: "docs/functions.md", path: "functions/index.html" },
    { source: "docs/operations.md", path: "operations/index.html" },
    ...named("notebooks/", ".ipynb").map(guide),
    ...named("docs/", ".md").filter((name) => name !== "docs/gallery.md").map(guide),
    ...["SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(guide),
  ];
}

/** How the notebooks become pages. */
export interface GuideOptions {
  /** Whether the outputs that are kept in their files are shown, in place of those of a run. */
  readonly kept: boolean;
  /** Called before a notebook is run. */
  readonly onNotebook?: (source: string) => void;
}

/** The notebooks, executed, and the pages of Markdown; a list of both. */
export async function guidePages(
  files: readonly SiteFile[],
  { kept, onNotebook = () => {} }: GuideOptions,
): Promise<{ pages: SitePage[]; entries: SearchEntry[] }> {
  const pages: SitePage[] = [];
  for (const file of files) {
    const { source, path } = file;
    if (path === "functions/index.html" || path === "operations/index.html") continue;
    if (source.endsWith(".ipynb")) {
      if (!kept) onNotebook(source);
      const notebook = await executed(source, kept);
      pages.push({
        path,
        title: titleOf(notebook) ?? basename(source),
        body: notebookBody(notebook),
      });
    } else {
      const text = await Deno.readTextFile(new URL(source, PROJECT));
      const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? basename(source);
      const body = renderMarkdown(text, linkWithin(files, file));
      const isGallery = path === "pictures/index.html";
      pages.push({ path, title, body: isGallery ? await livingPictures(body) : body });
    }
  }
  const guides = pages.filter(({ path }) => path.startsWith("guides/"));
  const entries = [...guides, ...pages.filter(({ path }) => path.startsWith("pictures/"))]
    .flatMap(entriesOf);
  return { pages: [...pages, listPage(guides, files)], entries };
}

async function executed(source: string, kept: boolean): Promise<Notebook> {
  const url = new URL(source, PROJECT), notebook = parseNotebook(await Deno.readTextFile(url));
  if (kept) return notebook;
  const run = await runNotebook(notebook, { cwd: dirname(fileURLToPath(url)), timeout: 300_000 });
  const [failure] = run.failures;
  if (failure !== undefined) {
    throw new Error(`${source} failed: ${failure.name}: ${failure.message}`);
  }
  return run.notebook;
}

function titleOf({ cells }: Notebook): string | undefined {
  const [first] = cells;
  const text = first === undefined ? "" : [first.source].flat().join("");
  return /^# (.+)$/m.exec(text)?.[1];
}

/** A page and its headings, to be found. */
function entriesOf({ path, title, body }: SitePage): SearchEntry[] {
  const kind = path.startsWith("pictures/") ? "picture" : "guide";
  const headings = [...body.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)].map(([, id, text]) => ({
    title: text!.replaceAll(/<[^>]*>/g, ""),
    kind,
    path: `${path}#${id}`,
    text: kind === "picture" ? "" : title,
  }));
  return [{ title, kind, path, text: "" }, ...headings];
}

function listPage(guides: readonly SitePage[], files: readonly SiteFile[]): SitePage {
  const isNotebook = ({ path }: SitePage): boolean =>
    files.some((file) => file.path === path && file.source.endsWith(".ipynb"));
  const list = (pages: readonly SitePage[]): string =>
    `<ul>${
      pages.map(({ path, title }) => `<li><a href="${basename(path)}">${title}</a></li>`).join("")
    }</ul>`;
  return {
    path: "guides/index.html",
    title: "Guides",
    body: `<h1>Guides</h1><h2>Notebooks, executed</h2>${list(guides.filter(isNotebook))}
<h2>Pages</h2>${list(guides.filter((page) => !isNotebook(page)))}`,
  };
}
