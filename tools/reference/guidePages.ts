import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { escapeHtml } from "../../src/display/escapeHtml.ts";
import { METRICS } from "../../src/api/fields/metricTable.ts";
import { notebookBody } from "../../src/notebook/exportHtml.ts";
import type { Notebook } from "../../src/notebook/format/nbformat.ts";
import { parseNotebook } from "../../src/notebook/format/parseNotebook.ts";
import { runNotebook } from "../../src/notebook/run.ts";
import { codeBlock } from "./highlight.ts";
import { livingPictures } from "./livingPictures.ts";
import { linkWithin, renderMarkdown, type SiteFile } from "./markdown.ts";
import { PROJECT } from "./namespaces.ts";
import { plainText } from "./search/buildIndex.ts";
import { guideOrder, guideRow, type Kind, KINDS, MADE_ELSEWHERE } from "./siteMap.ts";
import type { SitePage } from "./sitePage.ts";

/** Most characters of a page, as `sizeOf` counts them: about 11,000 pixels on a phone. */
const LARGEST_PART = 11_000;

/** Returns the files of the repository that are pages, in the order of the navigation. */
export function siteFiles(): SiteFile[] {
  const named = (folder: string, ending: string): string[] =>
    [...Deno.readDirSync(new URL(folder, PROJECT))].map(({ name }) => name).sort()
      .filter((name) => name.endsWith(ending)).map((name) => `${folder}${name}`);
  const guides = [
    ...named("docs/", ".md"),
    ...named("notebooks/", ".ipynb"),
    ...["SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"],
  ].filter((source) => MADE_ELSEWHERE[source] === undefined)
    .toSorted((a, b) => Math.sign(guideOrder(a) - guideOrder(b)) || 0);
  return [
    { source: "README.md", path: "index.html" },
    ...guides.map((source) => ({
      source,
      path: source === "docs/gallery.md"
        ? "pictures/index.html"
        : `guides/${basename(source).replace(/\.(md|ipynb)$/, "")}.html`.toLowerCase(),
    })),
  ];
}

/** Options for turning notebooks into pages. */
export interface GuideOptions {
  /** Returns whether a notebook is run; otherwise its stored outputs are shown. */
  readonly runs: (source: string) => boolean;
  /** Called before a notebook runs. */
  readonly onNotebook?: (source: string) => void;
}

/** Returns the pages of Markdown, the notebooks and the metrics, and a list for each kind. */
export async function guidePages(
  files: readonly SiteFile[],
  { runs, onNotebook = () => {} }: GuideOptions,
): Promise<SitePage[]> {
  const pages: SitePage[] = [];
  for (const file of files) {
    const { source, path } = file, { kind, keywords, until } = guideRow(source);
    const common = { path, source, kind, ...keywords === undefined ? {} : { keywords } };
    if (source.endsWith(".ipynb")) {
      const stored = parseNotebook(await Deno.readTextFile(new URL(source, PROJECT)));
      const isRun = runs(source);
      if (isRun) onNotebook(source);
      const notebook = isRun ? await executed(source, stored) : stored;
      const title = titleOf(notebook) ?? basename(source), link = linkWithin(files, file);
      const linked = notebookHtml(notebook).replaceAll(
        /href="([^"]+\.md(?:#[^"]*)?)"/g,
        (_, href: string) => `href="${link(href) ?? href}"`,
      );
      pages.push({ ...common, title, body: linked, weight: 0.85 });
      continue;
    }
    const text = await Deno.readTextFile(new URL(source, PROJECT));
    const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? basename(source);
    const [shown] = until === undefined ? [text] : text.split(`\n${until}\n`);
    const isGallery = path === "pictures/index.html";
    const texts = cut(shown!);
    for (const [k, part] of texts.entries()) {
      const name = k === 0 ? title : `${title}, part ${k + 1}`;
      const html = renderMarkdown(k === 0 ? part : `# ${name}\n\n${part}`, linkWithin(files, file))
        .replace("</h1>", `</h1>${partsList(texts, basename(path), k)}`);
      pages.push({
        ...common,
        path: partPath(path, k),
        title: path === "index.html" ? "lifeframe" : name,
        body: isGallery ? await livingPictures(html) : html,
        ...path === "index.html" ? { isList: true } : {},
        ...source === "CHANGELOG.md" ? { weight: k === 0 ? 0.8 : 0.3 } : {},
      });
    }
  }
  pages.push(...metricsPages());
  const lists = (Object.keys(KINDS) as Kind[]).filter((kind) => kind !== "interface")
    .map((kind) => listPage(kind, pages));
  return withTitles(withPartLinks([...pages, ...lists]));
}

function partPath(path: string, part: number): string {
  return part === 0 ? path : path.replace(".html", `-${part + 1}.html`);
}

/** Returns links to the parts of a page, each with its first heading. */
function partsList(texts: readonly string[], file: string, current: number): string {
  const links = texts.map((text, k) => {
    const heading = /^##+ (.+)$/m.exec(text)?.[1] ?? "";
    const name = `${k + 1}: ${escapeHtml(heading.replaceAll(/[`]|\[|\]\(.*?\)/g, ""))}`;
    return k === current ? `<b>${name}</b>` : `<a href="${partPath(file, k)}">${name}</a>`;
  });
  return texts.length === 1 ? "" : `<p class="parts">Parts ${links.join(" · ")}</p>`;
}

/** Splits Markdown between sections and list items into parts of similar length, none too high. */
function cut(text: string): string[] {
  const whole = sizeOf(text), parts = Math.ceil(whole / LARGEST_PART);
  const found: string[] = [""];
  let size = 0;
  for (const section of parts === 1 ? [text] : text.split(/^(?=### |## |- )/m)) {
    const own = sizeOf(section);
    if (size + own / 2 > whole * found.length / parts) found.push("");
    found[found.length - 1] += section;
    size += own;
  }
  return found;
}

/** Returns the characters of Markdown without the padding of tables; a picture counts as 400. */
function sizeOf(markdown: string): number {
  return markdown.replaceAll(/ {2,}|-{4,}/g, " ").length + 400 * markdown.split("![").length - 400;
}

/** Redirects links to a heading of a split page to the part with the heading. */
function withPartLinks(pages: readonly SitePage[]): SitePage[] {
  const places = new Map<string, string>();
  for (const { path, body } of pages) {
    const [, first, end] = /^(.*?)-\d+(\.html)$/.exec(path) ?? [];
    if (first === undefined) continue;
    for (const [, id] of body.matchAll(/<h[23] id="([^"]+)"/g)) {
      places.set(`${first}${end}#${id}`, path);
    }
  }
  return pages.map((page) => ({
    ...page,
    body: page.body.replaceAll(
      /href="((?:\.\.\/)*)([\w/-]*\.html)?#([^"]+)"/g,
      (link, _up, to, id) => {
        const [base] = page.path.replace(/-\d+\.html$/, ".html").split("#");
        const place = places.get(`${to ?? base}#${id}`);
        return place === undefined || place === page.path
          ? link
          : `href="${"../".repeat(page.path.split("/").length - 1)}${place}#${id}"`;
      },
    ),
  }));
}

/** Shows the title of a page where a link shows its file: `docs/trust.md`. */
function withTitles(pages: readonly SitePage[]): SitePage[] {
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  return pages.map((page) => ({
    ...page,
    body: page.body.replaceAll(
      /(<a href="(?:\.\.\/)*([^"#]+)(?:#[^"]*)?">)(?:docs\/)?[\w-]+\.md<\/a>/g,
      (link, open, to) => titles.has(to) ? `${open}${escapeHtml(titles.get(to) ?? "")}</a>` : link,
    ),
  }));
}

/** Returns the page of a notebook, with highlighted code and ids for its headings. */
function notebookHtml(notebook: Notebook): string {
  return notebookBody(notebook)
    .replaceAll(
      /<pre class="source">([^]*?)<\/pre>/g,
      (_, code: string) =>
        codeBlock(
          code.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"')
            .replaceAll("&#39;", "'").replaceAll("&amp;", "&"),
          "ts",
        ),
    )
    .replaceAll(/<pre class="output(.*?)">/g, `<pre class="output$1" tabindex="0">`)
    .replaceAll(/<h2>(.*?)<\/h2>/g, (_, text: string) => {
      const id = plainText(text).toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
      return `<h2 id="${id}">${text}</h2>`;
    });
}

async function executed(source: string, stored: Notebook): Promise<Notebook> {
  const cwd = dirname(fileURLToPath(new URL(source, PROJECT)));
  const run = await runNotebook(stored, { cwd, timeout: 300_000 });
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

/** Returns the metrics of the catalog. Food has a separate page. */
function metricsPages(): SitePage[] {
  const [food, others] = [true, false].map((isFood) =>
    METRICS.filter(([name]) => name.startsWith("Dietary") === isFood)
      .toSorted((a, b) => a[0] < b[0] ? -1 : 1)
      .map(([name, unit, column, kind, , about]) =>
        `<dt><code>${name}</code></dt><dd>${escapeHtml(about)} <span class="kind">Unit ${
          escapeHtml(unit)
        }, ${kind ?? "either kind"}, column <code>${column}</code></span></dd>`
      )
  );
  const half = Math.ceil(others!.length / 2);
  const common = { kind: "reference", source: "src/api/fields/metricTable.ts" } as const;
  const about = `<p>The ${METRICS.length} metrics of the catalog. The value of a day is the sum of a
cumulative metric and the mean of a discrete one. Pass a name to <code>me.series</code>,
<code>me.totals</code> or <code>me.daily</code>.</p>`;
  const body = (title: string, rows: readonly string[]): string =>
    `<h1>${title}</h1>${about}<dl class="fields">${rows.join("")}</dl>`;
  return [
    {
      ...common,
      path: "guides/metrics.html",
      title: "Metrics",
      keywords: "names units catalog heart rate variability steps weight",
      body: body("Metrics", others!.slice(0, half)),
    },
    {
      ...common,
      path: "guides/metrics-2.html",
      title: "Metrics, part 2",
      body: body("Metrics, part 2", others!.slice(half)),
    },
    {
      ...common,
      path: "guides/metrics-3.html",
      title: "Metrics of food",
      body: body("Metrics of food", food!),
    },
  ];
}

/** Returns the list of the pages of a kind. */
function listPage(kind: Kind, pages: readonly SitePage[]): SitePage {
  const own = pages.filter((page) => page.kind === kind && page.path !== "index.html");
  const { title, path, about } = KINDS[kind];
  const items = own.filter(({ path }) => !/-\d+\.html$/.test(path)).map((page) => {
    const [first = ""] = /<p>(?:[^]*?)<\/p>/.exec(page.body) ?? [];
    return `<li><a href="../${page.path}">${escapeHtml(page.title)}</a><br>${
      escapeHtml(/^.*?[.?!:](?=\s|$)/.exec(plainText(first))?.[0] ?? "")
    }</li>`;
  });
  const functions = kind === "reference"
    ? `<li><a href="../functions/index.html">Functions and types</a><br>A page for everything that the package exports.</li>`
    : "";
  return {
    path,
    title,
    kind,
    isList: true,
    body: `<h1>${title}</h1><p>${about}</p><ul class="pages">${functions}${items.join("")}</ul>`,
  };
}
