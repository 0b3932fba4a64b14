import { fileURLToPath } from "node:url";
import ts from "typescript";
import { moduleNames, parseModule } from "../house/moduleNames.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Deno's own types, in which the sources are written: it has Temporal, and what browsers have. */
const TYPES = `${ROOT}deno.d.ts`;

const OPTIONS: ts.CompilerOptions = {
  rootDir: ROOT,
  outDir: "/out/",
  target: ts.ScriptTarget.ES2024, // what is newer is written in older words; Node 22 has all of it
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
 * Modules as JavaScript and declarations of their types, by their paths from the root.
 *
 * @param files Their paths from the root.
 * @param denoTypes What `deno types` prints.
 * @param extension How declarations name the modules beside them: Node's compilers take `.js`, Deno what
 * is there, `.d.ts`.
 * @throws {Error} if the compiler finds something wrong: a type that it cannot resolve would be `any`
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

/** The last program that was checked: the two packages of a release have nearly the same modules. */
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

/** What Deno's compiler knows and this one does not yet. */
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

/** The compiler's own libraries stand in for those that Deno's types refer to. */
function withoutReferences(types: string): string {
  return types.replaceAll(/^\/\/\/ <reference .*$/gm, "") + NEWER;
}

/** Declarations name the built modules: the compiler changes such names in code alone. */
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
