import { posix } from "node:path";
import ts from "typescript";

/** What an import of a module loads. */
export interface Loaded {
  /** Files of ours that run, by their paths from the root. */
  readonly files: ReadonlySet<string>;
  /** Packages and modules of the platform that run, as they are named: `nodejs-polars`, `node:zlib`. */
  readonly packages: ReadonlySet<string>;
}

const ROOT = new URL("../../", import.meta.url);

/**
 * What an import of a file loads at once: all that it and what it imports name, without types, and
 * without what is only imported later, inside a function.
 *
 * @param entry The file's path from the root, such as `src/sleep/mod.ts`.
 */
export function loadedWith(entry: string): Loaded {
  const files = new Set<string>(), packages = new Set<string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    if (!path.endsWith(".ts")) return;
    for (const name of importsAtOnce(path)) {
      if (name.startsWith(".")) visit(posix.join(posix.dirname(path), name));
      else packages.add(name);
    }
  };
  visit(entry);
  return { files, packages };
}

const known = new Map<string, readonly string[]>();

/** What a file imports as soon as it is loaded, as it names it. */
function importsAtOnce(path: string): readonly string[] {
  const before = known.get(path);
  if (before !== undefined) return before;
  const text = Deno.readTextFileSync(new URL(path, ROOT));
  const names = ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements.flatMap(nameOf);
  known.set(path, names);
  return names;
}

function nameOf(statement: ts.Statement): string[] {
  const isImport = ts.isImportDeclaration(statement) && !statement.importClause?.isTypeOnly;
  const isExport = ts.isExportDeclaration(statement) && !statement.isTypeOnly;
  if (!isImport && !isExport) return [];
  const name = statement.moduleSpecifier;
  return name !== undefined && ts.isStringLiteral(name) ? [name.text] : [];
}
