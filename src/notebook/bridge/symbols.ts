/** An option: its name, type, default (`""` if it has none) and description. */
export type OptionLine = readonly [name: string, type: string, fallback: string, summary: string];

/** A public function or method. */
export interface FunctionLine {
  /** Its name with its namespace: `plot.calendar`, `me.samples`, `api.metrics.samples`. */
  readonly name: string;
  /** Its parameters and its result. */
  readonly signature: string;
  /** First sentence of its comment. */
  readonly summary: string;
  /** Name of its options. */
  readonly options?: string;
}

/** A set of options. */
export interface OptionsLine {
  /** Its name. */
  readonly options: string;
  /** Names of the option sets that it extends. */
  readonly extends?: readonly string[];
  readonly members: readonly OptionLine[];
}

/** Names of the members of a kind of frame, or of all `metrics`. */
export interface KindLine {
  readonly kind: string;
  readonly names: readonly string[];
}

/** A line of `symbols.jsonl`, which a tool generates from the comments in the sources. */
export type SymbolLine = FunctionLine | OptionsLine | KindLine;

/** Public symbols of the package, for completion and help. */
export class Symbols {
  readonly #functions: Map<string, FunctionLine> = new Map();
  readonly #kinds: Map<string, readonly string[]> = new Map();
  readonly #options: Map<string, OptionsLine> = new Map();

  constructor(lines: readonly SymbolLine[]) {
    for (const line of lines) {
      if ("name" in line) this.#functions.set(line.name, line);
      else if ("kind" in line) this.#kinds.set(line.kind, line.names);
      else this.#options.set(line.options, line);
    }
  }

  /** Reads the symbols of this package. */
  static async load(): Promise<Symbols> {
    const text = await (await fetch(new URL("./symbols.jsonl", import.meta.url))).text();
    return new Symbols(text.trim().split("\n").map((line) => JSON.parse(line)));
  }

  /**
   * Finds a function by its name in a cell: `plot.calendar`, `calendar`, `anybody.samples`,
   * `anybody.api.metrics.samples`.
   */
  find(chain: string): FunctionLine | undefined {
    const parts = chain.split("."), last = parts.at(-1)!;
    const api = parts.lastIndexOf("api");
    const exact = this.#functions.get(api > 0 ? parts.slice(api).join(".") : chain);
    if (exact !== undefined || api > 0) return exact;
    if (parts.length > 1) return this.#functions.get(`me.${last}`);
    const ends = [...this.#functions.keys()].filter((name) =>
      /^(?!me\.)\w+\.\w+$/.test(name) && name.endsWith(`.${last}`)
    );
    return ends.length === 1 ? this.#functions.get(ends[0]!) : undefined;
  }

  /** Returns the options of a function, including inherited ones. */
  optionsOf(name: string | undefined): readonly OptionLine[] {
    const line = this.#options.get(name ?? "");
    if (line === undefined) return [];
    const all = [
      ...line.members,
      ...(line.extends ?? []).flatMap((parent) => this.optionsOf(parent)),
    ];
    return [...new Map(all.toReversed().map((option) => [option[0], option])).values()].reverse();
  }

  /** Returns the names of a kind, such as the methods of a `DataFrame`. */
  namesOf(kind: string): readonly string[] {
    return this.#kinds.get(kind) ?? [];
  }
}
