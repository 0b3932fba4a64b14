import ts from "typescript";
import { circles, type Source } from "./sources.ts";

/** What can be counted of a house of code. */
export interface Measures {
  /** Files of the library. */
  readonly files: number;
  /** Their lines. */
  readonly lines: number;
  /** Lines of the file in the middle. */
  readonly medianLines: number;
  /** The longest file, and its lines. */
  readonly longest: readonly [path: string, lines: number];
  /** The fullest folder, and its files, rooms apart. */
  readonly fullest: readonly [folder: string, files: number];
  /** Files that one other file imports, of those that any does; a file that only lists others is none of these. */
  readonly singleImporters: number;
  /** Files named for nothing that they export. */
  readonly misnamed: readonly string[];
  /** Type assertions, `as const` apart. */
  readonly casts: number;
  /** Non-null assertions, `value!`. */
  readonly nonNulls: number;
  /** Groups of files that import each other in a circle. */
  readonly circles: number;
}

/** Files that are named for what they are to others. */
const NAMED_BY_ROLE = new Set(["mod", "handler"]);

/** Files that only list others. */
const LISTS = /\/(?:mod|models|handlers|api)\.ts$/;

/** Counts the files of `src/`. */
export function measure(sources: readonly Source[]): Measures {
  const lengths = sources.map(({ path, text }) => [path, text.split("\n").length - 1] as const);
  const sorted = lengths.toSorted(([, a], [, b]) => b - a);
  const folders = Map.groupBy(sources, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  const fullest = [...folders].map(([folder, files]) => [folder, files.length] as const)
    .toSorted(([, a], [, b]) => b - a)[0]!;
  const importers = new Map<string, number>();
  for (const { path: from, imports } of sources) {
    for (const path of LISTS.test(from) ? [] : imports) {
      importers.set(path, (importers.get(path) ?? 0) + 1);
    }
  }
  const single = [...importers.values()].filter((count) => count === 1).length;
  return {
    files: sources.length,
    lines: lengths.reduce((sum, [, lines]) => sum + lines, 0),
    medianLines: sorted[Math.floor(sorted.length / 2)]![1],
    longest: sorted[0]!,
    fullest,
    singleImporters: single / importers.size,
    misnamed: sources.filter(isMisnamed).map(({ path }) => path),
    casts: count(sources, (node) => ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)),
    nonNulls: count(sources, ts.isNonNullExpression),
    circles: circles(sources).length,
  };
}

function count(sources: readonly Source[], is: (node: ts.Node) => boolean): number {
  let found = 0;
  const visit = (node: ts.Node): void => {
    if (is(node)) found++;
    ts.forEachChild(node, visit);
  };
  for (const { tree } of sources) visit(tree);
  return found;
}

/** Whether no export of a file has its name in its own, in the singular or the plural. */
function isMisnamed({ path, tree }: Source): boolean {
  const name = plain(path.slice(path.lastIndexOf("/") + 1, -".ts".length)).replace(/(?:ie)?s$/, "");
  if (NAMED_BY_ROLE.has(name)) return false;
  const names = exportsOf(tree);
  return names.length > 0 && !names.some((each) => plain(each).includes(name));
}

const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();

function exportsOf(tree: ts.SourceFile): string[] {
  return tree.statements.flatMap((statement): string[] => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      return exportClause !== undefined && ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name.text)
        : [];
    }
    const isExported = ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText(tree));
    }
    const { name } = statement as ts.DeclarationStatement;
    return name === undefined ? [] : [name.getText(tree)];
  });
}
