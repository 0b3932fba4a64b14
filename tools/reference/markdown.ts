import markdownIt, { type Token } from "markdown-it";
import { basename } from "node:path";
import { codeBlock } from "./highlight.ts";
import { PROJECT } from "./namespaces.ts";
import { MADE_ELSEWHERE } from "./siteMap.ts";

/** Renders Markdown as HTML, with GitHub's ids for headings, and links within the site. */
export function renderMarkdown(text: string, link: (href: string) => string | undefined): string {
  const markdown = markdownIt({ html: false, linkify: false });
  markdown.core.ruler.push("labels", ({ tokens }) => labelCells(tokens));
  const { rules } = markdown.renderer;
  rules.heading_open = (tokens, i, options, _env, self) => {
    tokens[i]!.attrSet("id", headingId(tokens[i + 1]!.content));
    return self.renderToken(tokens, i, options);
  };
  rules.fence = (tokens, i) => {
    const { content, info } = tokens[i]!;
    return codeBlock(content, info.trim().split(/\s+/)[0] ?? "");
  };
  rules.table_open = (tokens, i, options, _env, self) =>
    `<div class="wide" tabindex="0">${self.renderToken(tokens, i, options)}`;
  rules.table_close = () => `</table></div>`;
  rules.link_open = (tokens, i, options, _env, self) => {
    const to = link(String(tokens[i]!.attrGet("href")));
    if (to === undefined) {
      // The target is not in the site, so keep the text without the link.
      const close = tokens.findIndex((token, k) => k > i && token.type === "link_close");
      tokens[i]!.hidden = tokens[close]!.hidden = true;
      tokens[i]!.tag = tokens[close]!.tag = "span";
      return "<span>";
    }
    tokens[i]!.attrSet("href", to);
    return self.renderToken(tokens, i, options);
  };
  rules.link_close = (tokens, i) => tokens[i]!.tag === "span" ? "</span>" : "</a>";
  rules.image = (tokens, i) => {
    const src = link(String(tokens[i]!.attrGet("src"))) ?? "";
    return `<img alt="${markdown.utils.escapeHtml(tokens[i]!.content)}" src="${src}">`;
  };
  return markdown.render(text.replaceAll(/^<!--.*?-->$/gm, ""));
}

/** Columns of a table that a phone shows as lines; it scrolls a table with more. */
const MOST_COLUMNS = 4;

/** Labels the cells of narrow tables with their columns: a phone shows a row as labelled lines. */
function labelCells(tokens: readonly Token[]): void {
  let table: Token | undefined, names: string[] = [], column = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.type === "table_open") [table, names] = [token, []];
    else if (token.type === "tr_open") column = 0;
    else if (token.type === "th_open") {
      names.push((tokens[i + 1]?.children ?? []).map(({ content }) => content).join(""));
    } else if (token.type === "tbody_open" && names.length <= MOST_COLUMNS) {
      table?.attrSet("class", "rows");
    } else if (token.type === "td_open" && names.length <= MOST_COLUMNS) {
      token.attrSet("data-label", names[column++] ?? "");
    }
  }
}

/** Returns the id of a heading: lower-case letters, hyphens for spaces, no other characters. */
export function headingId(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s/g, "-");
}

/** Page of the repository that the site includes, and its path there. */
export interface SiteFile {
  /** In the repository: `docs/mirror.md`. */
  readonly source: string;
  /** In the site: `guides/mirror.html`. */
  readonly path: string;
}

/** Returns the path in the site of another file of the repository: a page, notebook or chart. */
export function linkWithin(
  files: readonly SiteFile[],
  from: SiteFile,
): (href: string) => string | undefined {
  const root = "../".repeat(from.path.split("/").length - 1);
  return (href) => {
    if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
    const url = new URL(href, new URL(from.source, PROJECT));
    const source = decodeURIComponent(url.pathname.slice(PROJECT.pathname.length));
    if (/^(?:tests\/pictures|docs\/cookbook)\//.test(source)) {
      return `${root}pictures/${basename(source)}`;
    }
    const elsewhere = MADE_ELSEWHERE[source];
    if (elsewhere !== undefined) return `${root}${elsewhere}`;
    const file = files.find((one) => one.source === source);
    return file === undefined ? undefined : `${root}${file.path}${url.hash}`;
  };
}
