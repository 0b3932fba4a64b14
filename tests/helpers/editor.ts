import { assert } from "@std/assert";
import { fileURLToPath } from "node:url";
import ts from "../../tools/packages/typescript.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** File that the editor shows, which does not exist on disk. */
const FILE = `${ROOT}tests/helpers/inTheEditor.ts`;

/** Declarations that TypeScript 5 lacks. */
const TEMPORAL = `
declare global {
  namespace Temporal {
    interface Duration { readonly sign: number }
    interface Instant { readonly epochMilliseconds: number }
    interface ZonedDateTime { readonly timeZoneId: string }
    interface PlainDate { readonly year: number }
  }
}
`;

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  noErrorTruncation: true,
  types: [],
};

/** Answers of an editor about a source, at places marked by `/*1*\/` and so on. */
export class Editor {
  readonly #text: string;
  readonly #places = new Map<string, number>();
  readonly #service: ts.LanguageService;

  constructor(source: string) {
    let text = "";
    for (const part of source.split(/(\/\*[\w.]+\*\/)/)) {
      const place = /^\/\*([\w.]+)\*\/$/.exec(part)?.[1];
      if (place === undefined) text += part;
      else this.#places.set(place, text.length);
    }
    this.#text = text + TEMPORAL;
    const host: ts.LanguageServiceHost = {
      getScriptFileNames: () => [FILE],
      getScriptVersion: () => "1",
      getScriptSnapshot: (name) => {
        const content = name === FILE ? this.#text : ts.sys.readFile(name);
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
      },
      getCurrentDirectory: () => ROOT,
      getCompilationSettings: () => OPTIONS,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (name) => name === FILE || ts.sys.fileExists(name),
      readFile: (name) => name === FILE ? this.#text : ts.sys.readFile(name),
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      realpath: ts.sys.realpath!,
    };
    this.#service = ts.createLanguageService(host);
  }

  /** Returns what a hover shows: the type, the text and the deprecation. */
  hover(place: string): { type: string; text: string; deprecated: string | undefined } {
    const info = this.#service.getQuickInfoAtPosition(FILE, this.#places.get(place)!);
    assert(info !== undefined, place);
    const { displayParts, documentation, tags } = info;
    const deprecated = tags?.find(({ name }) => name === "deprecated");
    return {
      type: ts.displayPartsToString(displayParts),
      text: ts.displayPartsToString(documentation).replaceAll("\n", " "),
      deprecated: deprecated && ts.displayPartsToString(deprecated.text),
    };
  }

  /** Returns the names that completion offers. */
  proposals(place: string): string[] {
    const all = this.#service.getCompletionsAtPosition(FILE, this.#places.get(place)!, {});
    return (all?.entries ?? []).map(({ name }) => name);
  }

  /** Returns the compiler's messages, each with the index of its line. */
  faults(): { line: number; message: string }[] {
    return this.#service.getSemanticDiagnostics(FILE).map(({ messageText, start = 0 }) => ({
      line: this.#text.slice(0, start).split("\n").length - 1,
      message: ts.flattenDiagnosticMessageText(messageText, " "),
    }));
  }
}
