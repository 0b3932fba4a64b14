import { renderMarkdown } from "./markdown.ts";
import { NAMESPACES } from "./namespaces.ts";
import { FIELD_WORDS } from "./search/fieldWords.ts";
import { type PublicSymbol, publicSymbols } from "./publicSymbols.ts";
import type { SitePage } from "./sitePage.ts";
import { firstSentence, fullName, symbolBody } from "./symbolPage.ts";

/** Subjects of the namespaces, for their list. */
const ABOUT: Readonly<Record<string, string>> = {
  "": "Clients of stores and services: demo, connect, local, mirror, cohort.",
  me: "Questions that a client answers, one call each.",
  places: "Locations as visits, distances and paths.",
  plot: "Charts.",
  range: "Ranges of local days and nights.",
  read: "Files: CSV, health exports, exports of vendors, tracks, calendars.",
  series: "Time series: windows, comparisons, rhythm.",
  show: "Tables, controls and progress bars.",
  sleep: "Stages, nights, statistics.",
  types: "Models of the interface, frames and times: types that signatures refer to.",
};

const KINDS: readonly PublicSymbol["kind"][] = [
  "function",
  "constant",
  "class",
  "interface",
  "type",
];

/** Returns a page for each public symbol, one for each namespace, and a list of all. */
export function functionPages(): SitePage[] {
  const symbols = publicSymbols();
  const namespaces = ["", "me", ...Object.keys(NAMESPACES), "types"];
  const paths = pathsOf(symbols);
  const bySymbol = (symbol: PublicSymbol): string => paths.get(symbol)!;
  return [
    listPage(symbols, namespaces, bySymbol),
    ...namespaces.map((one) => namespacePage(one, symbols, bySymbol)),
    ...symbols.map((symbol): SitePage => ({
      path: `functions/${bySymbol(symbol)}`,
      title: fullName(symbol),
      body: symbolBody(symbol, symbols, bySymbol),
      kind: "reference",
      source: symbol.file,
      keywords: `${FIELD_WORDS[fullName(symbol)] ?? ""} ${firstSentence(symbol.doc.text)}`,
      weight: weightOf(symbol),
      isWhole: true,
      group: symbol.namespace,
    })),
  ];
}

/**
 * Returns the search weight of a symbol: people look up functions more often than types, and rarely
 * models.
 */
function weightOf({ namespace, kind }: PublicSymbol): number {
  if (namespace === "types") return 0.2;
  return kind === "function" ? 1 : 0.3;
}

/** Returns the file of each symbol. Names that differ only in case get different files. */
function pathsOf(symbols: readonly PublicSymbol[]): Map<PublicSymbol, string> {
  const taken = new Set(Object.keys({ ...NAMESPACES, me: "", index: "" }));
  return new Map(
    symbols.toSorted(byKind).map((symbol) => {
      let name = fullName(symbol);
      if (symbol.namespace === "types") name = `types.${name}`;
      if (taken.has(name.toLowerCase())) name += `-${symbol.kind}`;
      taken.add(name.toLowerCase());
      return [symbol, `${name}.html`];
    }),
  );
}

function byKind(a: PublicSymbol, b: PublicSymbol): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.name < b.name ? -1 : 1);
}

/** Returns the file of a namespace. */
export function namespaceFile(namespace: string): string {
  return `${namespace === "" ? "module" : namespace}.html`;
}

function titleOf(namespace: string): string {
  return namespace === "" ? "@lifeframe/lifeframe" : namespace;
}

function namespacePage(
  namespace: string,
  symbols: readonly PublicSymbol[],
  pathOf: (symbol: PublicSymbol) => string,
): SitePage {
  const own = symbols.filter((one) => one.namespace === namespace).toSorted(byKind);
  const functions = own.filter(({ kind }) => kind === "function");
  const others = own.filter(({ kind }) => kind !== "function");
  return {
    path: `functions/${namespaceFile(namespace)}`,
    title: titleOf(namespace),
    kind: "reference",
    group: namespace,
    weight: 0.8,
    isWhole: true,
    body: `<h1><code>${titleOf(namespace)}</code></h1><p>${ABOUT[namespace]}</p>
${functions.length === 0 ? "" : `<h2 id="functions">Functions</h2>${described(functions, pathOf)}`}
${
      others.length === 0
        ? ""
        : `<h2 id="types">Types and constants</h2><ul class="toc">${
          others.map((one) => `<li><a href="${pathOf(one)}"><code>${one.name}</code></a></li>`)
            .join("")
        }</ul>`
    }`,
  };
}

function described(
  symbols: readonly PublicSymbol[],
  pathOf: (symbol: PublicSymbol) => string,
): string {
  const rows = symbols.map((one) =>
    `<dt><a href="${pathOf(one)}"><code>${fullName(one)}</code></a></dt><dd>${
      prose(firstSentence(one.doc.text))
    }</dd>`
  );
  return `<dl class="fields">${rows.join("")}</dl>`;
}

function listPage(
  symbols: readonly PublicSymbol[],
  namespaces: readonly string[],
  pathOf: (symbol: PublicSymbol) => string,
): SitePage {
  const parts = namespaces.map((namespace) => {
    const own = symbols.filter((one) => one.namespace === namespace && one.kind === "function")
      .toSorted(byKind);
    const items = own.map((one) =>
      `<li><a href="${pathOf(one)}"><code>${fullName(one)}</code></a></li>`
    );
    return `<h2 id="${namespace === "" ? "module" : namespace}"><a href="${
      namespaceFile(namespace)
    }"><code>${titleOf(namespace)}</code></a></h2><p>${ABOUT[namespace]}</p><ul class="toc">${
      items.join("")
    }</ul>`;
  });
  return {
    path: "functions/index.html",
    title: "Functions and types",
    kind: "reference",
    group: "functions",
    body: `<h1>Functions and types</h1>
<p>Everything that <code>@lifeframe/lifeframe</code> exports, a page each. Each namespace is also a module,
such as <code>@lifeframe/lifeframe/sleep</code>. Questions are methods of a client, <code>me</code>.</p>
${parts.join("\n")}`,
  };
}

/** Converts text of a comment to HTML; links lead to the web only. */
function prose(text: string): string {
  return renderMarkdown(text, (href) => /^https?:/.test(href) ? href : undefined);
}
