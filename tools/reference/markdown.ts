import markdownIt from "markdown-it";
import { basename } from "node:path";
import { codeBlock } from "./highlight.ts";
import { PROJECT } from "./namespaces.ts";
import { MADE_ELSEWHERE } from "./siteMap.ts";

/** Renders Markdown as HTML, with GitHub's ids for headings, and links within the site. */
export function renderMarkdown(text: string, link: (href: string) => string | undefined): string {
  const markdown = markdownIt({ html: false, linkify: false });
  const { rules } = markdown.renderer;
  rules.heading_open = (tokens, i, options, _env, self) => {
    tokens[i]!.attrSet("id", headingId(tokens[i + 1]!.content));
    return self.renderToken(tokens, i, options);
  };
  rules.fence = (tokens, i) => {
    const { content, info } = tokens[i]!;
    return codeBlock(content, info.trim().split(/\s+/)[0] ?? "");
  };
  rules.table_open = () => `<div class="wide" tabindex="0"><table>`;
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
