import ts from "../packages/typescript.ts";
import { circles, type Source } from "./sources.ts";

/** Counts of a code base. */
export interface Measures {
  /** Files of the library. */
  readonly files: number;
  /** Their lines. */
  readonly lines: number;
  /** Lines of the file in the middle. */
  readonly medianLines: number;
  /** Longest file, and its number of lines. */
  readonly longest: readonly [path: string, lines: number];
  /** Folder with the most files, and their number, without subfolders. */
  readonly fullest: readonly [folder: string, files: number];
  /**
   * Number of files that exactly one other file imports. Files that only list others do not count.
   */
  readonly singleImporters: number;
  /** Files whose name matches no export. */
  readonly misnamed: readonly string[];
  /** Number of type assertions other than `as const`. */
  readonly casts: number;
  /** Number of non-null assertions, `value!`. */
  readonly nonNulls: number;
  /** Number of import cycles. */
  readonly circles: number;
}

/** Files named after their role. */
const NAMED_BY_ROLE = new Set(["mod", "handler"]);

/** Files that only re-export or list others. */
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

/** Returns whether no export of a file has the file's name in its own, singular or plural. */
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
