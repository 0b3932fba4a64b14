import MiniSearch, { MAIN } from "../../packages/miniSearch.ts";
import ts from "../../packages/typescript.ts";
import { KINDS } from "../siteMap.ts";
import type { SitePage } from "../sitePage.ts";
import { SEARCH_PHRASES, type SearchPhrase } from "./asked.ts";
import {
  type AskedQuestion,
  INDEX_OPTIONS,
  QUESTION_OPTIONS,
  type SearchIndexes,
  type SearchPart,
} from "./rules.ts";

/** Weights of pages by kind: people rarely search for an operation or a model. */
const WEIGHTS: Readonly<Record<SitePage["kind"], number>> = {
  start: 1.15,
  "how-to": 1.1,
  reference: 1,
  explanation: 1.05,
  interface: 0.45,
};

/** Returns the index of all parts of all pages, and the one of questions that readers ask. */
export function buildIndexes(pages: readonly SitePage[]): SearchIndexes {
  const parts = new MiniSearch<SearchPart>(INDEX_OPTIONS);
  parts.addAll(
    pages.filter(({ isList }) => isList !== true).flatMap(partsOf)
      .map((part, id) => ({ ...part, id })),
  );
  return { parts, questions: buildQuestions(parts, SEARCH_PHRASES) };
}

/** Returns the index of questions that readers ask. */
export function buildQuestions(
  parts: SearchIndexes["parts"],
  asked: readonly SearchPhrase[],
): SearchIndexes["questions"] {
  const ids = Array.from({ length: parts.documentCount }, (_, id) => id);
  const firstParts = new Map(
    ids.map((id) => [String(parts.getStoredFields(id)?.path).replace(/\.html$/, ""), id]),
  );
  const questions = new MiniSearch<AskedQuestion>(QUESTION_OPTIONS);
  questions.addAll(asked.map(({ phrase, pages }, id) => ({
    id,
    phrase,
    parts: pages.flatMap((page) => firstParts.get(page) ?? []),
  })));
  return questions;
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

/** Returns the indexes as a script that pages load, also from a folder. */
export function indexScript({ parts, questions }: SearchIndexes): string {
  const texts = [parts, questions].map((index) => JSON.stringify(index));
  return `globalThis.LIFEFRAME_INDEXES = ${JSON.stringify(texts)};\n`;
}

/** Returns MiniSearch as a script. */
export async function miniSearchScript(): Promise<string> {
  const text = await Deno.readTextFile(new URL("../umd/index.js", MAIN));
  return text.replace(/\/\/# sourceMappingURL=.*\s*$/, "");
}

/** Returns the script of every page: the search, the copy buttons and the colours. */
export async function siteScript(): Promise<string> {
  const read = (name: string): Promise<string> => Deno.readTextFile(new URL(name, import.meta.url));
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const modules = await Promise.all(
    ["vocabulary.ts", "rules.ts"].map(async (name) =>
      ts.transpileModule(await read(name), { compilerOptions }).outputText
        .replaceAll(/^import .*;$/gm, "").replaceAll(/^export (?:\{\};)?/gm, "")
    ),
  );
  return `(() => {\n${modules.join("\n")}\n${await read("box.js")}})();\n`;
}
