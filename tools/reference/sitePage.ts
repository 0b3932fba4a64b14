import { escapeHtml } from "../../src/display/escapeHtml.ts";
import { liveOnce } from "../../src/display/liveTag.ts";

/** A page of the site. */
export interface SitePage {
  /** Its file, below the site's folder: `functions/sleep.html`. */
  readonly path: string;
  /** Its title, as text. */
  readonly title: string;
  /** What it shows, as HTML. */
  readonly body: string;
}

/** Something that can be found: what it is called, what it is, and where it stands. */
export interface SearchEntry {
  /** What it is called: `sleep.merge`. */
  readonly title: string;
  /** What it is: `function`, `operation`, `guide`, `picture`. */
  readonly kind: string;
  /** Where it is: `functions/sleep.html#merge`. */
  readonly path: string;
  /** What is said of it in one sentence. */
  readonly text: string;
}

/** The parts of the site, in the order of its navigation. */
const PARTS: readonly (readonly [path: string, title: string])[] = [
  ["index.html", "lifeframe"],
  ["guides/index.html", "Guides"],
  ["pictures/index.html", "Pictures"],
  ["functions/index.html", "Functions"],
  ["operations/index.html", "Operations"],
];

/** How pages look. */
export const SITE_STYLE = `
:root { color-scheme: light dark; --accent: light-dark(#1d5f94, #8cc4f0); --line: #8884; --paper: light-dark(#fff, #16191d); --ink: light-dark(#1f2328, #e6e9ed); }
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: var(--paper); color: var(--ink); }
a { color: var(--accent); }
body > header { position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; padding: .5rem 1rem; background: var(--paper); border-bottom: 1px solid var(--line); }
body > header a { text-decoration: none; margin-right: 1rem; } body > header a[aria-current] { font-weight: 600; color: inherit; }
.search { position: relative; margin-left: auto; flex: 0 1 20rem; }
.search input { width: 100%; font: inherit; font-size: .9rem; padding: .3rem .6rem; border: 1px solid #8888; border-radius: 4px; background: transparent; color: inherit; }
.search ul { position: absolute; right: 0; width: min(34rem, 92vw); max-height: 70vh; overflow: auto; margin: .25rem 0 0; padding: 0; list-style: none; background: var(--paper); border: 1px solid #8888; border-radius: 4px; }
.search li a { display: block; padding: .35rem .75rem; color: inherit; } .search li a:hover, .search li a:focus { background: #8882; }
.search small { opacity: .75; display: block; } .search li span { opacity: .75; font-size: .8rem; margin-left: .5rem; }
main { max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; overflow-wrap: anywhere; } h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
pre { overflow-x: auto; font: 13px/1.45 ui-monospace, monospace; margin: .5rem 0; }
pre.source, main pre:has(> code) { background: #8881; border-left: 3px solid #8886; padding: .5rem .75rem; }
pre.source { white-space: pre-wrap; overflow-wrap: anywhere; } pre.error { color: #c8503c; }
pre.output { white-space: pre-wrap; overflow-wrap: anywhere; }
.output { overflow-x: auto; margin: .5rem 0; }
code { font: .9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; } pre code { font-size: 1em; }
svg, img { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
main > table { display: block; overflow-x: auto; }
main > table, main .wide > table, main > .output > table { border-collapse: collapse; width: 100%; font-size: .9rem; }
:is(main, main .wide, main > .output) > table :is(th, td) { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); }
main .wide td p { margin: 0 0 .25rem; }
td code { overflow-wrap: normal; } td:first-child:has(> code:only-child) { white-space: nowrap; }
@media (max-width: 44rem) { main > table td:first-child { overflow-wrap: anywhere; white-space: normal; } }
.toc { columns: 14rem; font-size: .9rem; padding: 0; list-style: none; } .toc li { break-inside: avoid; }
.route { font-size: .9em; opacity: .85; } .kind { font-size: .8rem; opacity: .75; font-weight: normal; }
.warning { border-left: 3px solid #c8803c; padding: .25rem .75rem; }
footer { max-width: 60rem; margin: 3rem auto 1.5rem; padding: .75rem 1rem 0; border-top: 1px solid var(--line); font-size: .85rem; }
@media (max-width: 44rem) { html { scroll-padding-top: 7rem; } }
@media print { body > header { display: none; } }
`;

/**
 * The site's only script of its own: finds what one types among the entries of `search.js`. Both are files
 * beside the pages, so that it works where these were opened from a folder.
 */
export const SITE_SCRIPT = `(() => {
  const box = document.querySelector(".search input"), list = document.querySelector(".search ul");
  const root = document.documentElement.dataset.root;
  const entries = (window.LIFEFRAME_SEARCH ?? []).map(([title, kind, path, text]) => ({
    title, kind, path, text, low: title.toLowerCase(), all: (title + " " + kind + " " + text).toLowerCase(),
  }));
  const rank = (entry, words) => {
    if (!words.every((word) => entry.all.includes(word))) return 0;
    const [first] = words, name = entry.low.split(".").at(-1);
    return name === first || entry.low === first ? 4 : name.startsWith(first) ? 3 : entry.low.includes(first) ? 2 : 1;
  };
  const show = () => {
    const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : entries
      .map((entry) => ({ entry, score: rank(entry, words) })).filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length).slice(0, 30);
    list.replaceChildren(...found.map(({ entry: { title, kind, path, text } }) => {
      const item = document.createElement("li"), link = document.createElement("a");
      const what = document.createElement("span"), more = document.createElement("small");
      link.href = root + path;
      [link.textContent, what.textContent, more.textContent] = [title, kind, text];
      link.append(what, more);
      item.append(link);
      return item;
    }));
    if (words.length > 0 && found.length === 0) {
      const item = document.createElement("li");
      item.textContent = "Nothing is called so";
      item.style.padding = ".35rem .75rem";
      list.append(item);
    }
    list.hidden = words.length === 0;
  };
  box.addEventListener("input", show);
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      box.focus();
    } else if (event.key === "Escape") {
      list.hidden = true;
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && event.target.closest?.(".search")) {
      const links = [...list.querySelectorAll("a")], at = links.indexOf(document.activeElement);
      const next = at + (event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
      (links[next] ?? box).focus();
    }
  });
  addEventListener("click", (event) => list.hidden = !event.target.closest(".search"));
})();
`;

/** The entries as the script that the pages load before the site's own. */
export function searchScript(entries: readonly SearchEntry[]): string {
  const rows = entries.map(({ title, kind, path, text }) => [title, kind, path, text]);
  return `window.LIFEFRAME_SEARCH = ${JSON.stringify(rows).replaceAll("],[", "],\n[")};\n`;
}

/** What a page may load: files of the site, what is within it, nothing of a network. */
const POLICY =
  "default-src 'none'; img-src 'self' file: data:; style-src 'self' file: 'unsafe-inline'; " +
  "script-src 'self' file: 'unsafe-inline'";

/** A page as HTML: the navigation and the search above, its body, what made it below. */
export function siteHtml({ path, title, body }: SitePage, madeWith: string): string {
  const root = "../".repeat(path.split("/").length - 1);
  const folder = path.slice(0, path.indexOf("/") + 1); // none of the first page
  const links = PARTS.map(([to, text]) => {
    const isHere = to === path || (folder !== "" && to.startsWith(folder));
    return `<a href="${root}${to}"${isHere ? ' aria-current="page"' : ""}>${text}</a>`;
  });
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${root}site.css">
<script src="${root}search.js" defer></script>
<script src="${root}site.js" defer></script>
</head>
<body>
<header><nav aria-label="Site">${links.join(" ")}</nav>
<div class="search" role="search"><input type="search" placeholder="Search ( / )" aria-label="Search"><ul hidden></ul></div></header>
<main>
${liveOnce(body)}
</main>
<footer>Made with ${escapeHtml(madeWith)}</footer>
</body>
</html>
`;
}
