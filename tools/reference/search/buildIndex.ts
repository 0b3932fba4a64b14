import MiniSearch, { MAIN } from "../../packages/miniSearch.ts";
import ts from "../../packages/typescript.ts";
import { KINDS } from "../siteMap.ts";
import type { SitePage } from "../sitePage.ts";
import { INDEX_OPTIONS, type SearchPart } from "./rules.ts";

/** Weights of pages by kind: people rarely search for an operation or a model. */
const WEIGHTS: Readonly<Record<SitePage["kind"], number>> = {
  start: 1.15,
  "how-to": 1.1,
  reference: 1,
  explanation: 1.05,
  interface: 0.45,
};

/** Returns the index of all parts of all pages. */
export function buildIndex(pages: readonly SitePage[]): MiniSearch<SearchPart> {
  const index = new MiniSearch<SearchPart>(INDEX_OPTIONS);
  index.addAll(
    pages.filter(({ isList }) => isList !== true).flatMap(partsOf)
      .map((part, id) => ({ ...part, id })),
  );
  return index;
}

/** Lists of links to the other parts of a page and to the guides of a function. */
const LINKS = /<p class="parts">.*?<\/p>|<h2 id="guides">.*?<\/ul>/s;

/** Splits a page at its headings. */
function partsOf(page: SitePage): Omit<SearchPart, "id">[] {
  const { title, path, kind, keywords = "", weight = 1 } = page;
  const body = page.body.replace(LINKS, ""); // words of other pages
  const sections = page.isWhole ? [body] : body.split(/(?=<h[23] id=)/);
  return sections.map((html, i) => {
    const [, id, heading] = i === 0 ? [] : /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(html) ?? [];
    const text = plainText(html);
    return {
      title,
      heading: heading === undefined ? "" : plainText(heading),
      keywords,
      text,
      path: id === undefined ? path : `${path}#${id}`,
      kind: KINDS[kind].title,
      excerpt: excerptOf(html),
      weight: WEIGHTS[kind] * weight,
    };
  });
}

/** Returns the first sentence or so of the first paragraph. */
function excerptOf(html: string): string {
  const text = plainText(/<p>(.*?)<\/p>/s.exec(html)?.[1] ?? "");
  return text.length > 140 ? `${text.slice(0, 140).replace(/\s\S*$/, "")} …` : text;
}

/** Returns the text of HTML without scripts, styles and charts. */
export function plainText(html: string): string {
  return html.replaceAll(/<(script|style|svg)\b[^]*?<\/\1>/g, " ").replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'").replaceAll("&amp;", "&").replaceAll(/\s+/g, " ").trim();
}

/** Returns the index as a script that pages load, also from a folder. */
export function indexScript(index: MiniSearch<SearchPart>): string {
  return `globalThis.LIFEFRAME_INDEX = ${JSON.stringify(JSON.stringify(index))};\n`;
}

/** Returns MiniSearch as a script. */
export async function miniSearchScript(): Promise<string> {
  const text = await Deno.readTextFile(new URL("../umd/index.js", MAIN));
  return text.replace(/\/\/# sourceMappingURL=.*\s*$/, "");
}

/** Returns the script of every page: the search, the copy buttons and the colours. */
export async function siteScript(): Promise<string> {
  const read = (name: string): Promise<string> => Deno.readTextFile(new URL(name, import.meta.url));
  const { outputText } = ts.transpileModule(await read("rules.ts"), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const rules = outputText.replaceAll(/^import .*;$/gm, "").replaceAll(/^export (?:\{\};)?/gm, "");
  return `(() => {\n${rules}\n${await read("box.js")}})();\n`;
}
