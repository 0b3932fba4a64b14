/**
 * Writes `src/notebook/bridge/symbols.jsonl` from the comments and declarations of all public
 * symbols. The kernel uses it for completion and Shift-Tab.
 * @module
 */
import ts from "./packages/typescript.ts";
import { METRICS } from "../src/api/fields/metricTable.ts";
import type { OptionsLine, SymbolLine } from "../src/notebook/bridge/symbols.ts";
import { operationsByNoun } from "../src/service/openapi/operationParts.ts";
import { type Member, type PublicSymbol, publicSymbols } from "./reference/publicSymbols.ts";
import { PROJECT } from "./reference/namespaces.ts";

/** The file that this tool writes. */
export const SYMBOLS_FILE: URL = new URL("src/notebook/bridge/symbols.jsonl", PROJECT);

/** Interfaces of Polars whose members frames, series and expressions have. */
const POLARS_KINDS = {
  DataFrame: "dataframe",
  Series: "series/index",
  LazyDataFrame: "lazy/dataframe",
  Expr: "lazy/expr/index",
};

/** Returns the text of the file: a line of JSON for each function and each options type. */
export function notebookSymbols(): string {
  const all = publicSymbols();
  const options = new Map<string, OptionsLine>(
    all.filter(({ kind, name }) => (kind === "interface" || kind === "type") && isOptions(name))
      .map((symbol) => [symbol.name, optionLine(symbol)]),
  );
  const functions = [
    ...all.filter(({ kind }) => kind === "function").map((symbol) =>
      functionLine(
        symbol.namespace === "" ? symbol.name : `${symbol.namespace}.${symbol.name}`,
        symbol.declarations.at(-1)!.replace(/^(?:async )?function \*?[\w$]+(?:<[^(]*>)?(?=\()/, ""),
        symbol.doc.text,
      )
    ),
    ...membersOf(all, "Questions").map(({ name, type, doc }) =>
      functionLine(`me.${name}`, type, doc.text)
    ),
    ...operationsByNoun().flatMap(([noun, operations]) =>
      operations.map(([name, { query = {}, summary }]): SymbolLine => {
        const id = `api.${noun}.${name}`;
        options.set(id, {
          options: id,
          members: Object.entries(query).map(([key, field]) => [
            key,
            field.kind === "metric" ? "MetricName" : field.kind === "zone" ? "Zone" : field.kind,
            "default" in field ? String(field.default) : "",
            firstSentence(field.doc),
          ]),
        });
        const names = Object.entries(query).map(([key, field]) => field.required ? key : `${key}?`);
        return { name: id, signature: `({ ${names.join(", ")} })`, summary, options: id };
      })
    ),
  ];
  const used = new Set<string>();
  const use = (name: string | undefined): void => {
    const line = options.get(name ?? "");
    if (line === undefined || used.has(line.options)) return;
    used.add(line.options);
    line.extends?.forEach(use);
  };
  functions.forEach((line) => "name" in line && use(line.options));
  const lines: SymbolLine[] = [
    ...functions,
    ...[...options.values()].filter((line) => used.has(line.options)),
    ...Object.entries(POLARS_KINDS).map(([kind, path]) => ({
      kind,
      names: interfaceNames(path, kind),
    })),
    { kind: "metrics", names: METRICS.flatMap(([name, , column]) => [name, column]) },
  ];
  return lines.map((line) => JSON.stringify(line)).join("\n") + "\n";

  function functionLine(name: string, signature: string, text: string): SymbolLine {
    const found = signature.match(/\b\w+/g)?.filter((word) => options.has(word)).at(-1);
    return {
      name,
      signature: signature.replaceAll(/\s+/g, " "),
      summary: firstSentence(text),
      ...(found === undefined ? {} : { options: found }),
    };
  }
}

function isOptions(name: string): boolean {
  return /Options$|Init$|Question$/.test(name);
}

function membersOf(all: readonly PublicSymbol[], name: string): readonly Member[] {
  return all.find((symbol) => symbol.name === name)!.members.filter(({ type }) =>
    type.includes("=>")
  );
}

function optionLine(
  { name, declarations, members }: PublicSymbol,
): OptionsLine {
  const parents = declarations[0]!.match(/\b\w+/g)!.filter((word) =>
    isOptions(word) && word !== name
  );
  return {
    options: name,
    ...(parents.length === 0 ? {} : { extends: [...new Set(parents)] }),
    members: members.map(({ name, type, doc }) => [
      name.replace("?", ""),
      type.replaceAll(/\s+/g, " "),
      doc.tags.find(({ tag }) => tag === "default")?.text.replaceAll(/\s+/g, " ") ?? "",
      firstSentence(doc.text),
    ]),
  };
}

/** Returns the first sentence of a comment on one line. */
function firstSentence(text: string): string {
  const line = text.split(/\n\s*\n/)[0]!.replaceAll(/\s+/g, " ");
  return /^.*?[.!?](?= [A-Z`"(]|$)/.exec(line)?.[0] ?? line;
}

/** Returns the names of all members of an interface of Polars, including inherited ones. */
function interfaceNames(path: string, name: string): string[] {
  const bin = new URL("node_modules/nodejs-polars/bin/", PROJECT);
  const found = new Map<string, ts.InterfaceDeclaration>();
  for (const file of ["shared_traits", "dataframe", "groupby", path]) {
    const text = Deno.readTextFileSync(new URL(`${file}.d.ts`, bin));
    for (const node of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements) {
      if (ts.isInterfaceDeclaration(node)) found.set(node.name.text, node);
    }
  }
  const names = new Set<string>();
  const add = (one: string): void => {
    const node = found.get(one);
    for (const member of node?.members ?? []) {
      if (member.name && ts.isIdentifier(member.name) && !member.name.text.startsWith("_")) {
        names.add(member.name.text);
      }
    }
    for (const clause of node?.heritageClauses ?? []) {
      for (const { expression } of clause.types) {
        if (ts.isIdentifier(expression) && expression.text !== one) add(expression.text);
      }
    }
  };
  add(name);
  return [...names].sort();
}

if (import.meta.main) await Deno.writeTextFile(SYMBOLS_FILE, notebookSymbols());
