import { posix } from "node:path";
import ts from "../packages/typescript.ts";
import project from "../../deno.json" with { type: "json" };
import { moduleNames } from "./moduleNames.ts";

/** Parsed source file. */
export interface Source {
  /** Path from the root, such as `src/sleep/merge.ts`. */
  readonly path: string;
  readonly text: string;
  /** Syntax tree. */
  readonly tree: ts.SourceFile;
  /** Our files that it imports, including for types. */
  readonly imports: readonly string[];
}

const ROOT = new URL("../../", import.meta.url);

/** Returns all TypeScript files below a folder, such as `src/`, sorted by path. */
export function readSources(folder: string): Source[] {
  return [...paths(folder)].sort().map((path) => {
    const text = Deno.readTextFileSync(new URL(path, ROOT));
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    return { path, text, tree, imports: importsOf(path, tree) };
  });
}

function* paths(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, ROOT))) {
    if (isDirectory) yield* paths(`${folder}${name}/`);
    else if (name.endsWith(".ts")) yield `${folder}${name}`;
  }
}

function importsOf(path: string, tree: ts.SourceFile): string[] {
  return [...new Set(moduleNames(tree).map(({ text }) => text))].flatMap((name) => {
    const own = name.startsWith(project.name) ? `.${name.slice(project.name.length)}` : undefined;
    if (own !== undefined) return EXPORTS[own]?.slice("./".length) ?? [];
    return name.startsWith(".") ? posix.join(posix.dirname(path), name) : [];
  });
}

/** Files behind the package's own specifiers. */
const EXPORTS: Readonly<Record<string, string>> = project.exports;

/** Returns the groups of files that import each other in a circle, including for types. */
export function circles(sources: readonly Source[]): string[][] {
  const imports = new Map(sources.map((source) => [source.path, source.imports]));
  const order = new Map<string, number>(), lowest = new Map<string, number>();
  const stack: string[] = [], found: string[][] = [];
  // Tarjan's strongly connected components (SIAM J. Comput. 1, 1972)
  const visit = (path: string): void => {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    stack.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) {
        lowest.set(path, Math.min(lowest.get(path)!, lowest.get(next)!));
      }
    }
    if (lowest.get(path) !== order.get(path)) return;
    const members = stack.splice(stack.indexOf(path));
    if (members.length > 1 || imports.get(path)?.includes(path)) found.push(members);
  };
  for (const { path } of sources) if (!order.has(path)) visit(path);
  return found;
}
