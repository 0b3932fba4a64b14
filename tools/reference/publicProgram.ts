import ts from "../packages/typescript.ts";
import { fileURLToPath, pathToFileURL } from "node:url";
import { OWN_ENTRIES, PROJECT } from "./namespaces.ts";

const OPTIONS: ts.CompilerOptions = {
  allowImportingTsExtensions: true,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  noEmit: true,
  noLib: true,
  target: ts.ScriptTarget.ESNext,
  types: [],
};

/** Program of the sources behind the public entries, for reading declarations. */
export interface PublicProgram {
  readonly checker: ts.TypeChecker;
  /** Returns the exports of a module, including types. `path` is relative to the root. */
  exportsOf(path: string): ts.Symbol[];
}

/** Parses the sources. Packages are not resolved: reading them would take most of the time. */
export function publicProgram(): PublicProgram {
  const root = (path: string): string => fileURLToPath(new URL(path, PROJECT));
  const host = ts.createCompilerHost(OPTIONS);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => ({
      resolvedModule: /^\.+\/.*\.ts$/.test(text)
        ? {
          resolvedFileName: fileURLToPath(new URL(text, pathToFileURL(from))),
          extension: ts.Extension.Ts,
        }
        : undefined,
    }));
  const program = ts.createProgram(Object.values(OWN_ENTRIES).map(root), OPTIONS, host);
  const checker = program.getTypeChecker();
  return {
    checker,
    exportsOf: (path) =>
      checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(root(path))!)!),
  };
}
