import { joinText } from "./format/joinText.ts";
import type { CodeCell, Notebook, NotebookCell } from "./format/nbformat.ts";
import { nearest } from "../options/suggestions/nearest.ts";
import { splitText } from "./format/splitText.ts";

/** Tag of the cell that declares a notebook's parameters with their defaults, as in papermill. */
const PARAMETERS = "parameters";

/** Tag of the cell that overrides them. */
const INJECTED = "injected-parameters";

/** Declaration in the parameters' cell: `let month = "2025-02";`. */
const DECLARATION =
  /^\s*(let|const)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?::[^=]+)?=\s*(.+?)\s*;?\s*$/gmu;

/**
 * Sets parameters of a notebook. The cell with the tag `parameters` declares them with `let` or
 * `const` and their defaults. After it, a cell with the tag `injected-parameters` declares the
 * given ones again, which Deno's kernel allows between cells. It replaces the injected cell of an
 * earlier run.
 *
 * @param values Names and values as text. If the default is a text, the value is used unchanged;
 * otherwise it is read as JSON: `28`, `true`, `["Wrist"]`.
 * @throws {RangeError} if the notebook has no such cell, the cell does not declare the parameter,
 * or a value has another type than the default
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

/** A declared parameter. The kernel only accepts a second declaration with the same keyword. */
interface Default {
  readonly keyword: string;
  /** Value as TypeScript. */
  readonly text: string;
}

/** Declares a parameter with another value. */
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

/** Returns a value as TypeScript, of the type of the default. */
function literal(name: string, value: string, standard: string): string {
  if (/^["'`]/.test(standard)) return JSON.stringify(value);
  try {
    const parsed: unknown = JSON.parse(value);
    if (kindOf(parsed) === kindOf(JSON.parse(standard))) return JSON.stringify(parsed);
  } catch {
    // reported below
  }
  throw new RangeError(
    `Cannot set ${name}: ${
      JSON.stringify(value)
    } does not have the type of its default, ${standard}`,
  );
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}
