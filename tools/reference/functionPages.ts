import { escapeHtml } from "../../src/display/escapeHtml.ts";
import { renderMarkdown } from "./markdown.ts";
import { NAMESPACES } from "./namespaces.ts";
import { type DocComment, type Member, type PublicSymbol, publicSymbols } from "./publicSymbols.ts";
import type { SearchEntry, SitePage } from "./sitePage.ts";

/** What the namespaces are about, for the list of them. */
const ABOUT: Readonly<Record<string, string>> = {
  "": "clients, services and their questions: demo, connect, local, mirror, report, cohort",
  places: "locations as visits, distances and paths",
  plot: "pictures",
  range: "ranges of local days and nights",
  read: "files of others: CSV, health exports, exports of makers, tracks, calendars",
  series: "time series: windows, comparisons, rhythm",
  show: "tables",
  sleep: "stages, nights, statistics",
  types: "models of the interface, frames, times: types that signatures refer to",
};

/** A page for each namespace with all that it gives, and a list of the functions. */
export function functionPages(): { pages: SitePage[]; entries: SearchEntry[] } {
  const symbols = publicSymbols();
  const places = new Map(symbols.map((one) => [one.name, `${fileOf(one.namespace)}#${one.name}`]));
  const namespaces = ["", ...Object.keys(NAMESPACES), "types"];
  const pages = namespaces.map((namespace): SitePage => {
    const own = symbols.filter((one) => one.namespace === namespace).toSorted(byKind);
    const title = namespace === "" ? "@lifeframe/lifeframe" : namespace;
    return {
      path: `functions/${fileOf(namespace)}`,
      title,
      body: `<h1><code>${title}</code></h1><p>${ABOUT[namespace]}</p>
<ul class="toc">${own.map((one) => `<li><a href="#${one.name}">${one.name}</a></li>`).join("")}</ul>
${own.map((one) => section(one, places)).join("\n")}`,
    };
  });
  return { pages: [listPage(symbols, namespaces), ...pages], entries: symbols.map(entryOf) };
}

/** The page of a namespace, beside the list of all. */
function fileOf(namespace: string): string {
  return `${namespace === "" ? "module" : namespace}.html`;
}

const KINDS: readonly PublicSymbol["kind"][] = [
  "function",
  "class",
  "interface",
  "type",
  "constant",
];

function byKind(a: PublicSymbol, b: PublicSymbol): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.name < b.name ? -1 : 1);
}

/** How one writes it: `sleep.merge`. */
function fullName({ namespace, name }: PublicSymbol): string {
  return namespace === "" ? name : `${namespace}.${name}`;
}

function entryOf(symbol: PublicSymbol): SearchEntry {
  return {
    title: fullName(symbol),
    kind: symbol.kind,
    path: `functions/${fileOf(symbol.namespace)}#${symbol.name}`,
    text: firstSentence(symbol.doc.text).replaceAll("`", ""),
  };
}

function firstSentence(text: string): string {
  const [paragraph = ""] = text.split("\n\n");
  return /^.*?[.:](?=\s|$)/s.exec(paragraph)?.[0].replaceAll(/\s+/g, " ") ?? paragraph;
}

function listPage(symbols: readonly PublicSymbol[], namespaces: readonly string[]): SitePage {
  const tables = namespaces.map((namespace) => {
    const rows = symbols
      .filter((one) =>
        one.namespace === namespace && (one.kind === "function" || namespace === "types")
      )
      .toSorted(byKind)
      .map((one) =>
        `<tr><td><a href="${fileOf(namespace)}#${one.name}"><code>${
          fullName(one)
        }</code></a></td><td>${prose(firstSentence(one.doc.text))}</td></tr>`
      );
    const title = namespace === "" ? "The module itself" : `<code>${namespace}</code>`;
    return `<h2><a href="${fileOf(namespace)}">${title}</a></h2><p>${ABOUT[namespace]}</p>
<div class="wide"><table>${rows.join("")}</table></div>`;
  });
  return {
    path: "functions/index.html",
    title: "Functions and types",
    body: `<h1>Functions and types</h1>
<p>Everything that <code>@lifeframe/lifeframe</code> gives. Each namespace is also a module of its own, such as
<code>@lifeframe/lifeframe/sleep</code>; its page has the options, types and errors of its functions.</p>
${tables.join("\n")}`,
  };
}

/** Text of a comment as HTML; links in it are few and lead to the web. */
function prose(text: string): string {
  return renderMarkdown(text, (href) => /^https?:/.test(href) ? href : undefined);
}

function section(symbol: PublicSymbol, places: ReadonlyMap<string, string>): string {
  const { name, kind, declarations, doc, members } = symbol;
  const code = declarations.map((one) =>
    `<pre class="source">${withLinks(one, places, name)}</pre>`
  );
  return `<section id="${name}"><h2><code>${
    fullName(symbol)
  }</code> <span class="kind">${kind}</span></h2>
${code.join("\n")}
${prose(doc.text)}
${tagTable("Takes", doc, "param")}
${tagText("Gives", doc, "returns")}
${tagTable("Throws", doc, "throws")}
${memberTable(kind, members, places)}
${examples(doc)}</section>`;
}

/** Names of public types lead to where they are explained. */
function withLinks(code: string, places: ReadonlyMap<string, string>, own: string): string {
  return escapeHtml(code).replaceAll(/\b[A-Z]\w+\b/g, (word) => {
    const place = word === own ? undefined : places.get(word);
    return place === undefined ? word : `<a href="${place}">${word}</a>`;
  });
}

function tagTable(title: string, { tags }: DocComment, tag: string): string {
  const rows = tags.filter((one) => one.tag === tag)
    .map(({ name, text }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${
        prose(text.replace(/^-\s*/, ""))
      }</td></tr>`
    );
  return rows.length === 0
    ? ""
    : `<h3>${title}</h3><div class="wide"><table>${rows.join("")}</table></div>`;
}

function tagText(title: string, { tags }: DocComment, tag: string): string {
  const texts = tags.filter((one) => one.tag === tag).map(({ text }) => prose(text));
  return texts.length === 0 ? "" : `<h3>${title}</h3>${texts.join("")}`;
}

function memberTable(
  kind: PublicSymbol["kind"],
  members: readonly Member[],
  places: ReadonlyMap<string, string>,
): string {
  if (members.length === 0) return "";
  const rows = members.map(({ name, type, doc }) => {
    const standard = doc.tags.find(({ tag }) => tag === "default")?.text.replace(
      /^\{(.*)\}$/,
      "$1",
    );
    const fallback = standard === undefined ? "" : prose(`Default: ${standard}`);
    return `<tr><td><code>${escapeHtml(name)}</code></td><td><code>${
      withLinks(type, places, "")
    }</code></td><td>${prose(doc.text)}${fallback}</td></tr>`;
  });
  const title = kind === "class" ? "Members" : "Fields";
  return `<h3>${title}</h3><div class="wide"><table>${rows.join("")}</table></div>`;
}

function examples({ tags }: DocComment): string {
  return tags.filter(({ tag }) => tag === "example").map(({ text }) => {
    const [title = "", ...rest] = text.split("\n");
    const isCode = title.startsWith("```");
    return `<h3>${isCode || title === "" ? "Example" : escapeHtml(title)}</h3>${
      prose(isCode ? text : rest.join("\n"))
    }`;
  }).join("\n");
}
