import type { Notebook } from "./nbformat.ts";

/**
 * Parses the text of an `.ipynb` file. Keeps every field, including unknown ones.
 *
 * @param text The file's text: JSON in nbformat 4 of any minor version.
 * @returns The notebook.
 * @throws {SyntaxError} If the text is not JSON.
 * @throws {TypeError} If the JSON is not a notebook, or has another major version.
 */
export function parseNotebook(text: string): Notebook {
  const value = parseJson(text);
  if (!isRecord(value) || !("nbformat" in value)) {
    throw invalidNotebook("it is JSON, but has no field nbformat");
  }
  if (value.nbformat !== 4) {
    throw invalidNotebook(
      `its nbformat is ${JSON.stringify(value.nbformat)}, and only 4 is understood ` +
        "(JupyterLab saves as 4)",
    );
  }
  if (!Array.isArray(value.cells)) throw invalidNotebook("its field cells is not an array");
  if (!isRecord(value.metadata)) throw invalidNotebook("its field metadata is not an object");
  value.cells.forEach(checkCell);
  return value as unknown as Notebook;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`Cannot read notebook: it is not JSON: ${(error as Error).message}`);
  }
}

function checkCell(cell: unknown, index: number): void {
  const at = `cells[${index}]`;
  if (!isRecord(cell)) throw invalidNotebook(`${at} is not an object`);
  if (!["code", "markdown", "raw"].includes(cell.cell_type as string)) {
    throw invalidNotebook(
      `${at}.cell_type is ${JSON.stringify(cell.cell_type)}, not code, markdown or raw`,
    );
  }
  const { source } = cell;
  const isText = typeof source === "string" ||
    (Array.isArray(source) && source.every((line) => typeof line === "string"));
  if (!isText) throw invalidNotebook(`${at}.source is neither a text nor an array of texts`);
  if (!isRecord(cell.metadata)) throw invalidNotebook(`${at}.metadata is not an object`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalidNotebook(reason: string): TypeError {
  return new TypeError(`Cannot read notebook: ${reason}`);
}
