import { fileURLToPath } from "node:url";
import ts from "../packages/typescript.ts";
import { moduleNames, parseModule } from "../house/moduleNames.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Deno's own types, which the sources use: Temporal, and browser APIs. */
const TYPES = `${ROOT}deno.d.ts`;

const OPTIONS: ts.CompilerOptions = {
  rootDir: ROOT,
  outDir: "/out/",
  target: ts.ScriptTarget.ES2024, // newer syntax is compiled to older syntax; Node 22 supports all of this
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.esnext.d.ts"],
  types: [],
  typeRoots: [],
  declaration: true,
  rewriteRelativeImportExtensions: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  verbatimModuleSyntax: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  newLine: ts.NewLineKind.LineFeed,
};

/**
 * Compiles modules to JavaScript and type declarations, by their paths from the root.
 *
 * @param files Paths from the root.
 * @param denoTypes Output of `deno types`.
 * @param extension Extension of modules in declarations: `.js` for Node's compilers, `.d.ts` for
 * Deno.
 * @throws {Error} if the compiler reports an error: a type that it cannot resolve would be `any`
 */
export function emit(
  files: readonly string[],
  { denoTypes, extension }: {
    readonly denoTypes: string;
    readonly extension: ".js" | ".d.ts";
  },
): Map<string, string> {
  const program = checkedProgram(files, denoTypes);
  const wanted = new Set(files.map((file) => ROOT + file)), out = new Map<string, string>();
  for (const source of program.getSourceFiles()) {
    if (!wanted.has(source.fileName)) continue;
    program.emit(source, (name, text) => {
      const path = name.replace(/^\/out\//, "");
      out.set(path, path.endsWith(".d.ts") ? withBuiltNames(text, extension) : text);
    });
  }
  return out;
}

/** Program of the last check. The two packages of a release have nearly the same modules. */
let checked: ts.Program | undefined;

function checkedProgram(files: readonly string[], denoTypes: string): ts.Program {
  if (checked && files.every((file) => checked!.getSourceFile(ROOT + file))) return checked;
  const host = ts.createCompilerHost(OPTIONS);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === TYPES
      ? ts.createSourceFile(name, withoutReferences(denoTypes), rest[0])
      : read(name, ...rest);
  const exists = host.fileExists.bind(host);
  host.fileExists = (name) => name === TYPES || exists(name);
  const program = ts.createProgram([TYPES, ...files.map((file) => ROOT + file)], OPTIONS, host);
  const problems = ts.getPreEmitDiagnostics(program);
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, FORMAT));
  return checked = program;
}

const FORMAT: ts.FormatDiagnosticsHost = {
  getCurrentDirectory: () => ROOT,
  getCanonicalFileName: (name) => name,
  getNewLine: () => "\n",
};

/** Types that Deno's compiler has and this one does not have yet. */
const NEWER = `
interface Map<K, V> {
  getOrInsert(key: K, value: V): V;
  getOrInsertComputed(key: K, compute: (key: K) => V): V;
}
interface WeakMap<K extends WeakKey, V> {
  getOrInsert(key: K, value: V): V;
  getOrInsertComputed(key: K, compute: (key: K) => V): V;
}
`;

/** Removes the references of Deno's types; the compiler's own libraries replace their targets. */
function withoutReferences(types: string): string {
  return types.replaceAll(/^\/\/\/ <reference .*$/gm, "") + NEWER;
}

/** Renames modules in declarations to the built files; the compiler only does this in code. */
function withBuiltNames(text: string, extension: string): string {
  return moduleNames(parseModule(text)).filter((name) => /^\..*\.ts$/.test(name.text)).reverse()
    .reduce(
      (text, name) => {
        const end = name.getEnd() - '.ts"'.length;
        return `${text.slice(0, end)}${extension}${text.slice(end + ".ts".length)}`;
      },
      text,
    );
}
