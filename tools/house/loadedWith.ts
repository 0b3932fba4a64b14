import { posix } from "node:path";
import ts from "../packages/typescript.ts";

/** Modules that an import loads. */
export interface Loaded {
  /** Our files that run, by their paths from the root. */
  readonly files: ReadonlySet<string>;
  /** Specifiers of packages and platform modules that run: `nodejs-polars`, `node:zlib`. */
  readonly packages: ReadonlySet<string>;
}

const ROOT = new URL("../../", import.meta.url);

/**
 * Returns the modules that an import of a file loads immediately, directly or through other files.
 * Types, and imports inside functions, do not count.
 *
 * @param entry Path of the file from the root, such as `src/sleep/mod.ts`.
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

/** Returns the specifiers that a file imports when it is loaded. */
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
