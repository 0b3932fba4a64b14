import project from "../project.json" with { type: "json" };
import config from "../../deno.json" with { type: "json" };
import { escapeHtml } from "../../src/display/escapeHtml.ts";
import { liveOnce } from "../../src/display/liveTag.ts";
import { type Kind, KINDS } from "./siteMap.ts";

/** A page of the site. */
export interface SitePage {
  /** Its file, below the site's folder: `functions/sleep.merge.html`. */
  readonly path: string;
  /** Its title, as text. */
  readonly title: string;
  /** Its content, as HTML. */
  readonly body: string;
  readonly kind: Kind;
  /** File of the repository that it is made from. */
  readonly source?: string;
  /** Further words that find it. */
  readonly keywords?: string;
  /** Weight in the search. @default 1 */
  readonly weight?: number;
  /** It lists other pages, and the search leaves it out. */
  readonly isList?: boolean;
  /** The search does not split it at its headings. */
  readonly isWhole?: boolean;
  /** Group of the side navigation. @default the pages of all four kinds */
  readonly group?: string;
}

/** A group of links in the side navigation. */
export interface NavGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

/** Pages around a page. */
export interface Around {
  readonly groups: readonly NavGroup[];
  readonly previous?: SitePage | undefined;
  readonly next?: SitePage | undefined;
}

/** Policy of pages: files of the site and inline code, and nothing from a network. */
const POLICY =
  "default-src 'none'; img-src 'self' file: data:; style-src 'self' file: 'unsafe-inline'; " +
  "script-src 'self' file: 'unsafe-inline'";

/** Sets the stored colours before the page is drawn. */
const EARLY = `try { document.documentElement.style.colorScheme = ` +
  `({ light: "light", dark: "dark" })[localStorage.getItem("lifeframe-theme")] ?? ""; } catch {}`;

/** Returns a page as HTML: navigation and search, its body, contents, neighbours and source. */
export function siteHtml(page: SitePage, around: Around): string {
  const { path, title, body, kind } = page;
  const root = "../".repeat(path.split("/").length - 1);
  const here = (to: string): string => to === path ? ' aria-current="page"' : "";
  const kinds = Object.values(KINDS).map(({ title, path: to }) =>
    `<a href="${root}${to}"${
      KINDS[kind].path === to && path !== "index.html" ? ' aria-current="true"' : ""
    }>${title}</a>`
  );
  const groups = around.groups.map(({ title, pages }) =>
    `<h2>${escapeHtml(title)}</h2><ul>${
      pages.map((one) =>
        `<li><a href="${root}${one.path}"${here(one.path)}>${escapeHtml(one.title)}</a></li>`
      ).join("")
    }</ul>`
  );
  const turn = (to: SitePage | undefined, words: string): string =>
    to === undefined
      ? ""
      : `<a href="${root}${to.path}" rel="${
        words === "Next" ? "next" : "prev"
      }"><small>${words}</small>${escapeHtml(to.title)}</a>`;
  const edit = page.source === undefined
    ? ""
    : `<a href="${project.repository}/edit/${project.branch}/${page.source}">Edit this page</a> · `;
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · lifeframe</title>
<script>${EARLY}</script>
<link rel="stylesheet" href="${root}site.css">
<script src="${root}site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="${root}index.html"${
    here("index.html")
  }>lifeframe</a> <span class="version">${config.version}</span>
<nav aria-label="Kinds of pages">${kinds.join(" ")}</nav>
<div class="search" role="search"><input type="search" placeholder="Search ( / )" aria-label="Search" autocomplete="off"><div role="status" class="quiet"></div><ul hidden aria-label="Results"></ul></div>
<button class="theme" type="button" hidden>Colours</button></header>
<div class="columns">
<main id="content">
${path === "index.html" ? "" : `<p class="kind-of">${KINDS[kind].title}</p>`}
${liveOnce(body).replaceAll('<div class="output">', '<div class="output" tabindex="0">')}
<nav class="turn" aria-label="Neighbouring pages">${turn(around.previous, "Previous")}${
    turn(around.next, "Next")
  }</nav>
<footer>${edit}<a href="${root}guides/help.html">Report a problem</a> · lifeframe ${config.version}</footer>
</main>
<nav class="contents" aria-label="On this page" tabindex="0">${contents(body)}</nav>
<nav class="side" aria-label="Pages" tabindex="0"><details open><summary>All pages</summary>
${groups.join("\n")}</details></nav>
</div>
</body>
</html>
`;
}

/** Returns links to the headings of a page. */
function contents(body: string): string {
  const headings = [...body.matchAll(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/gs)];
  const shown = headings.length > 40 ? headings.filter(([, level]) => level === "2") : headings;
  if (shown.length < 2) return "";
  const items = shown.map(([, level, id, text]) =>
    `<li${level === "3" ? ' class="deep"' : ""}><a href="#${id}">${
      text!.replaceAll(/<[^>]*>/g, "")
    }</a></li>`
  );
  return `<h2>On this page</h2><ul>${items.join("")}</ul>`;
}
