import { escapeHtml } from "../../src/display/escapeHtml.ts";
import { plainText } from "./search/buildIndex.ts";
import type { SitePage } from "./sitePage.ts";

/** Links function names in guides, such as `sleep.merge`, to their pages. */
export function linkFunctions(
  guides: readonly SitePage[],
  functions: readonly SitePage[],
): SitePage[] {
  const paths = new Map(
    functions.filter(({ isWhole }) => isWhole).map(({ title, path }) => [title, path]),
  );
  return guides.map((page) => {
    const root = "../".repeat(page.path.split("/").length - 1);
    // Skip code inside links and headings.
    const body = page.body.replaceAll(
      /<(a|h\d|pre)\b[^]*?<\/\1>|<code>((?:\w+\.)?\w+)(\(\))?<\/code>/g,
      (whole, _, name?: string, call = "") => {
        const path = name === undefined ? undefined : paths.get(name);
        return path === undefined || !(name!.includes(".") || call !== "")
          ? whole
          : `<a href="${root}${path}"><code>${name}${call}</code></a>`;
      },
    );
    return { ...page, body };
  });
}

/** Number of sections that the page of a function names, of all guides and of each. */
const MOST_GUIDES = 4, MOST_OF_ONE = 2;

/** Lists on each function's page the sections of guides that use it, the closest first. */
export function linkGuides(
  functions: readonly SitePage[],
  guides: readonly SitePage[],
): SitePage[] {
  const found = new Map<string, Section[]>();
  const paths = new Map(functions.map(({ title, path }) => [title, path]));
  for (const { path, title, body, source = "" } of guides) {
    if (NEVER_LISTED.test(source)) continue;
    for (const section of body.split(/(?=<h[23] id=)/)) {
      const [, id, heading = ""] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(section) ?? [];
      const named = Array.from(
        section.replaceAll(/<[^>]*>/g, "").matchAll(/(?<![\w.])\w+\.\w+/g),
        ([name]) => paths.get(name),
      ).filter((to) => to !== undefined);
      for (const [to, all] of Map.groupBy(named, (to) => to)) {
        const place = {
          href: `../${path}${id === undefined ? "" : `#${id}`}`,
          title: plainText(heading === "" ? title : `${title}: ${heading}`),
          share: all.length / Math.sqrt(named.length),
        };
        found.set(to, [...found.get(to) ?? [], place]);
      }
    }
  }
  return functions.map((page) => {
    const pageOf = ({ href }: Section): string => href.replace(/#.*/, "");
    const places = (found.get(page.path) ?? []).toSorted((a, b) => b.share - a.share)
      .filter((one, i, all) =>
        all.slice(0, i).filter((other) => pageOf(other) === pageOf(one)).length < MOST_OF_ONE
      );
    const items = places.slice(0, MOST_GUIDES).map(({ href, title }) =>
      `<li><a href="${href}">${escapeHtml(title)}</a></li>`
    );
    return items.length === 0 ? page : {
      ...page,
      body: page.body.replace(
        '<h2 id="source">',
        `<h2 id="guides">In the guides</h2><ul>${items.join("")}</ul>\n<h2 id="source">`,
      ),
    };
  });
}

/** Section of a guide that uses a function. */
interface Section {
  readonly href: string;
  readonly title: string;
  /** Weight of the function among all that the section uses. */
  readonly share: number;
}

/** Pages that list functions, or changes of them, instead of explaining any. */
const NEVER_LISTED =
  /^(?:CHANGELOG|CONTRIBUTING|docs\/(?:functions|api|performance|architecture))\.md$/;
