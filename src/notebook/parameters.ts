import { joinText } from "./format/joinText.ts";
import type { CodeCell, Notebook, NotebookCell } from "./format/nbformat.ts";
import { nearest } from "../options/nearest.ts";
import { splitText } from "./format/splitText.ts";

/** The tag of the cell that declares a notebook's parameters with their defaults, as papermill knows it. */
const PARAMETERS = "parameters";

/** The tag of the cell that overrides them. */
const INJECTED = "injected-parameters";

/** A declaration of the parameters' cell: `let month = "2025-02";`. */
const DECLARATION =
  /^\s*(let|const)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?::[^=]+)?=\s*(.+?)\s*;?\s*$/gmu;

/**
 * The notebook with parameters set: after the cell with the tag `parameters`, which declares them with
 * `let` or `const` and their defaults, a cell with the tag `injected-parameters` declares those anew that
 * are given, as Deno's kernel allows between cells. One of an earlier run is replaced.
 *
 * @param values Names and values as text. Where the default is a text, the value is taken as it stands;
 * otherwise it is read as JSON: `28`, `true`, `["Wrist"]`.
 * @throws {RangeError} if the notebook has no such cell, the cell declares no such parameter, or a value
 * is not of the default's kind
 */
export function withParameters(
  notebook: Notebook,
  values: Readonly<Record<string, string>>,
): Notebook {
  const cells = notebook.cells.filter((cell) => !hasTag(cell, INJECTED));
  const names = Object.keys(values);
  if (names.length === 0) return { ...notebook, cells };
  const at = cells.findIndex((cell) => cell.cell_type === "code" && hasTag(cell, PARAMETERS));
  if (at < 0) {
    throw new RangeError(
      `Cannot set ${names.join(", ")}: the notebook has no cell with the tag "${PARAMETERS}"`,
    );
  }
  const defaults = new Map(
    [...joinText(cells[at]!.source).matchAll(DECLARATION)].map(([, keyword, name, text]) => [
      name!,
      { keyword: keyword!, text: text! },
    ]),
  );
  const lines = names.map((name) => declaration(name, values[name]!, defaults));
  const injected: CodeCell = {
    cell_type: "code",
    execution_count: null,
    id: INJECTED,
    metadata: { tags: [INJECTED] },
    outputs: [],
    source: splitText(lines.join("\n")),
  };
  return { ...notebook, cells: cells.toSpliced(at + 1, 0, injected) };
}

function hasTag({ metadata }: NotebookCell, tag: string): boolean {
  return Array.isArray(metadata.tags) && metadata.tags.includes(tag);
}

/** How a parameter is declared: anew, the kernel takes it only by the same keyword. */
interface Default {
  readonly keyword: string;
  /** The value, as TypeScript. */
  readonly text: string;
}

/** A parameter's declaration with another value. */
function declaration(
  name: string,
  value: string,
  defaults: ReadonlyMap<string, Default>,
): string {
  const standard = defaults.get(name);
  if (standard !== undefined) {
    return `${standard.keyword} ${name} = ${literal(name, value, standard.text)};`;
  }
  const names = [...defaults.keys()], close = nearest(name, names);
  throw new RangeError(
    `Cannot set ${name}: the notebook's parameters are ${names.join(", ") || "none"}${
      close === undefined ? "" : `; did you mean ${close}?`
    }`,
  );
}

/** A value as TypeScript, of the kind of the default. */
function literal(name: string, value: string, standard: string): string {
  if (/^["'`]/.test(standard)) return JSON.stringify(value);
  try {
    const parsed: unknown = JSON.parse(value);
    if (kindOf(parsed) === kindOf(JSON.parse(standard))) return JSON.stringify(parsed);
  } catch {
    // said below
  }
  throw new RangeError(
    `Cannot set ${name}: ${JSON.stringify(value)} is not of the kind of its default, ${standard}`,
  );
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}
