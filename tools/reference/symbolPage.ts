import { existsSync } from "node:fs";
import { escapeHtml } from "../../src/display/escapeHtml.ts";
import project from "../project.json" with { type: "json" };
import { highlight } from "./highlight.ts";
import { renderMarkdown } from "./markdown.ts";
import { PROJECT } from "./namespaces.ts";
import type { DocComment, Member, PublicSymbol } from "./publicSymbols.ts";

type PathOf = (symbol: PublicSymbol) => string;

/** Longest declaration that is shown unfolded, in characters. */
const LONG = 1_500;

/** Returns the name of a symbol as users write it: `sleep.merge`. */
export function fullName({ namespace, name }: PublicSymbol): string {
  return namespace === "" || namespace === "types" ? name : `${namespace}.${name}`;
}

/** Returns the first sentence of a comment in one line. */
export function firstSentence(text: string): string {
  const [paragraph = ""] = text.split("\n\n");
  return /^.*?[.:](?=\s|$)/s.exec(paragraph)?.[0].replaceAll(/\s+/g, " ") ?? paragraph;
}

/** Returns the page of a symbol: signature, text, parameters, options, errors, example, chart. */
export function symbolBody(
  symbol: PublicSymbol,
  symbols: readonly PublicSymbol[],
  pathOf: PathOf,
): string {
  const { name, kind, declarations, doc, members, file, line, namespace } = symbol;
  const links = linksTo(symbols, pathOf, symbol);
  const code = declarations.map((one) => {
    const box = `<pre class="source wrap" tabindex="0"><code>${
      links(highlight(one, "ts"))
    }</code></pre>`;
    return one.length > LONG ? `<details><summary>Declaration</summary>${box}</details>` : box;
  });
  const fields = kind === "class" ? "Members" : "Fields";
  return [
    `<h1><code>${fullName(symbol)}</code> <span class="kind">${kind}</span></h1>`,
    ...code,
    prose(doc.text),
    list(
      "Parameters",
      doc.tags.filter(({ tag }) => tag === "param").map((one) =>
        entry(escapeHtml(one.name), "", prose(one.text.replace(/^-\s*/, "")))
      ),
    ),
    ...optionTypes(symbol, symbols).map((type) =>
      list(
        `Options: <a href="${pathOf(type)}">${type.name}</a>`,
        fieldEntries(type, symbols, links),
        type.name,
      )
    ),
    members.length === 0 ? "" : list(fields, fieldEntries(symbol, symbols, links)),
    text("Returns", doc, "returns"),
    list(
      "Errors",
      doc.tags.filter(({ tag }) => tag === "throws").map((one) =>
        entry(escapeHtml(one.name), "", prose(one.text))
      ),
    ),
    examples(doc),
    chart(namespace, name),
    text("See also", doc, "see"),
    `<h2 id="source">Source</h2><p><a href="${project.repository}/blob/${project.branch}/${file}#L${line}"><code>${file}</code></a>, line ${line}</p>`,
  ].filter((part) => part !== "").join("\n");
}

/** Converts text of a comment to HTML; links lead to the web only. */
function prose(text: string): string {
  return renderMarkdown(text, (href) => /^https?:/.test(href) ? href : undefined);
}

/** Returns a function that links names of public types in HTML. */
function linksTo(
  symbols: readonly PublicSymbol[],
  pathOf: PathOf,
  own: PublicSymbol,
): (html: string) => string {
  const types = new Map(
    symbols.filter(({ kind }) => kind !== "function").toReversed()
      .map((one) => [one.name, pathOf(one)]),
  );
  return (html) =>
    html.replaceAll(/(?<![\w"&;.])[A-Z]\w+\b(?![^<]*<\/span>)/g, (word) => {
      const path = word === own.name ? undefined : types.get(word);
      return path === undefined ? word : `<a href="${path}">${word}</a>`;
    });
}

/** Returns the types of options that a function takes. */
function optionTypes(symbol: PublicSymbol, symbols: readonly PublicSymbol[]): PublicSymbol[] {
  if (symbol.kind !== "function") return [];
  const names = new Set(
    symbol.declarations.join("\n").match(/\b[A-Z]\w*(?:Options|Question|Init)\b/g) ?? [],
  );
  return [...names].flatMap((name) => {
    const type = symbols.find((one) => one.name === name && one.members.length > 0);
    return type === undefined ? [] : [type];
  });
}

/** Returns own and inherited fields. */
function fieldEntries(
  symbol: PublicSymbol,
  symbols: readonly PublicSymbol[],
  links: (html: string) => string,
): string[] {
  return allMembers(symbol, symbols, new Set()).map(({ name, type, doc }) => {
    const standard = doc.tags.find(({ tag }) => tag === "default")?.text
      .replace(/^\{(.*)\}$/s, "$1");
    const more = standard === undefined ? "" : prose(`Default: ${standard}`);
    const shown = type.replace(/ \| undefined$/, "");
    return entry(escapeHtml(name), links(escapeHtml(shown)), prose(doc.text) + more);
  });
}

function allMembers(
  { members, bases }: PublicSymbol,
  symbols: readonly PublicSymbol[],
  seen: Set<string>,
): Member[] {
  const own = new Set(members.map(({ name }) => name));
  const inherited = bases.flatMap((base) => {
    const name = /^\w+/.exec(base)?.[0] ?? "";
    const type = symbols.find((one) => one.name === name && one.kind === "interface");
    if (type === undefined || seen.has(name) || base !== name) return [];
    seen.add(name);
    return allMembers(type, symbols, seen).filter((member) => !own.has(member.name));
  });
  return [...members, ...inherited];
}

function entry(name: string, type: string, html: string): string {
  const typed = type === "" ? "" : ` <code class="type">${type}</code>`;
  return `<dt><code>${name}</code>${typed}</dt><dd>${html}</dd>`;
}

function list(title: string, entries: readonly string[], id = title.toLowerCase()): string {
  return entries.length === 0
    ? ""
    : `<h2 id="${id}">${title}</h2><dl class="fields">${entries.join("")}</dl>`;
}

function text(title: string, { tags }: DocComment, tag: string): string {
  const texts = tags.filter((one) => one.tag === tag).map(({ text }) => prose(text));
  return texts.length === 0
    ? ""
    : `<h2 id="${title.toLowerCase().replaceAll(" ", "-")}">${title}</h2>${texts.join("")}`;
}

function examples({ tags }: DocComment): string {
  const all = tags.filter(({ tag }) => tag === "example").map(({ text }) => {
    const [title = "", ...rest] = text.split("\n");
    const isCode = title.startsWith("```");
    const head = isCode || title === "" ? "" : `<h3>${escapeHtml(title)}</h3>`;
    return head + prose(isCode ? text : rest.join("\n"));
  });
  return all.length === 0 ? "" : `<h2 id="examples">Examples</h2>${all.join("\n")}`;
}

/** Returns the golden chart of a function of `plot`. */
function chart(namespace: string, name: string): string {
  const file = `pictures/${name}.svg`;
  if (namespace !== "plot" || !existsSync(new URL(`tests/${file}`, PROJECT))) return "";
  return `<h2 id="chart">Chart</h2><p><img alt="Example of ${name}" src="../${file}"></p>`;
}
