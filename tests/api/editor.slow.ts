import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { api } from "../../src/api/api.ts";
import type { Endpoint } from "../../src/api/fields/endpoint.ts";
import { METRIC_TABLE } from "../../src/api/fields/metricTable.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A file that uses the client, as it stands in an editor; it is nowhere on the disk. */
const FILE = `${ROOT}tests/api/inTheEditor.ts`;

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

/** What an editor knows of a source at its places: `/*1*\/` and so on stand before what is asked for. */
class Editor {
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
    this.#text = text;
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

  /** What shows when the pointer rests at a place: the type, the text, and what is marked as deprecated. */
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

  /** What the editor proposes at a place. */
  proposals(place: string): string[] {
    const all = this.#service.getCompletionsAtPosition(FILE, this.#places.get(place)!, {});
    return (all?.entries ?? []).map(({ name }) => name);
  }

  /** What is wrong, as the compiler says it. */
  faults(): string[] {
    return this.#service.getSemanticDiagnostics(FILE)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  }
}

const operations = Object.entries(api).flatMap(([noun, rows]) =>
  Object.entries(rows as Record<string, Endpoint>)
    .map(([name, row]): [string, string, Endpoint] => [noun, name, row])
);
const nouns = Object.keys(api);
const range = `start_time: "2026-03-01T00:00:00Z", end_time: "2026-03-02T00:00:00Z"`;

/** One file for all tests, because the editor reads everything that the client imports. */
const editor = new Editor(`
import type { Client } from "../../src/client/client.ts";

declare global { // what TypeScript 5 does not know yet
  namespace Temporal {
    interface Instant { readonly epochMilliseconds: number }
    interface ZonedDateTime { readonly timeZoneId: string }
    interface PlainDate { readonly year: number }
  }
}

declare const me: Client;
${nouns.map((noun) => `me./*${noun}*/${noun};`).join("\n")}
${operations.map(([noun, name]) => `me.${noun}./*${noun}.${name}*/${name};`).join("\n")}
me.metrics.samples({ ${range}, metric: "/*metric*/" });
me.metrics.timeSeriesGrouped({ ${range}, metrics: ["/*another*/"] });
me.metrics.samples({ ${range}, metric: "Metric/6f9d3c1e-2b5a-4c8d-9e7f-0a1b2c3d4e5f" });
me.metrics.aggregate({
  ${range}, data_type: "HeartRate", resolution: "/*resolution*/day", function: ["sum"],
});
me.metrics.samples({ ${range}, metric: 1 });
`);

Deno.test("every method of the client says in the editor what its row says", () => {
  for (const [noun, name, { summary, deprecated }] of operations) {
    const hover = editor.hover(`${noun}.${name}`);
    assertEquals(hover.text, summary, `${noun}.${name}`);
    assertEquals(hover.deprecated, deprecated, `${noun}.${name}`);
  }
});

Deno.test("every noun of the client says in the editor what it is", () => {
  for (const noun of nouns) assert(editor.hover(noun).text.length > 5, noun);
});

Deno.test("the arguments and the result of a method are plain in the editor", () => {
  const typeOf = (place: string): string => editor.hover(place).type.replaceAll(/\s+/g, " ");
  const cycles = typeOf("sleep.cycles");
  for (const part of ["start_time: TimeLike", "stages?: readonly number[] | undefined"]) {
    assert(cycles.includes(part), cycles);
  }
  assert(cycles.endsWith("=> Promise<Frame>"), cycles);
  assertEquals(
    typeOf("tags.create"),
    "(property) create: (args: { body: TagBody; }, options?: CallOptions) => Promise<Tag>",
  );
  assertEquals(
    typeOf("tags.list"),
    "(property) list: (args?: {} | undefined, options?: CallOptions) => Promise<Tag[]>",
  );
  assert(typeOf("annotations.create").endsWith("=> Promise<Annotation>"));
  const aggregate = typeOf("metrics.aggregate");
  assert(aggregate.includes('resolution: "15m" | "60m" | "day"'), aggregate);
  assert(aggregate.includes("data_type: string"), aggregate);
  for (const [noun, name] of operations) {
    const type = typeOf(`${noun}.${name}`);
    assert(!/Simplify|FieldValue|PathValue|Required|Exclude|ArgumentOf|ZodType/.test(type), type);
  }
});

Deno.test("metric proposes the names of the catalog, and takes any other text", () => {
  const names = METRIC_TABLE.map(([name]) => name).sort();
  assertEquals(editor.proposals("metric").sort(), names);
  assertEquals(editor.proposals("another").sort(), names);
  assertEquals(editor.proposals("resolution").sort(), ["15m", "60m", "day"]);
  const faults = editor.faults();
  assertEquals(faults.length, 1, faults.join("\n"));
  assert(faults[0]!.includes("Type 'number' is not assignable"), faults[0]);
});
