import { parseJson } from "../../options/parseJson.ts";
import type { Notebook } from "./nbformat.ts";

/**
 * Parses the text of an `.ipynb` file. Keeps every field, including unknown ones.
 *
 * @param text The file's text: JSON in nbformat 4 of any minor version.
 * @param name Name of the file, for errors.
 * @returns The notebook.
 * @throws {SyntaxError} If the text is not JSON.
 * @throws {TypeError} If the JSON is not a notebook, or has another major version.
 */
export function parseNotebook(text: string, name = "notebook"): Notebook {
  const invalid = (reason: string): TypeError => new TypeError(`Cannot read ${name}: ${reason}`);
  const value = readJson(text, name);
  if (!isRecord(value) || !("nbformat" in value)) {
    throw invalid("it is JSON, but has no field nbformat");
  }
  if (value.nbformat !== 4) {
    throw invalid(
      `its nbformat is ${JSON.stringify(value.nbformat)}, and only 4 is understood ` +
        "(JupyterLab saves as 4)",
    );
  }
  if (!Array.isArray(value.cells)) throw invalid("its field cells is not an array");
  if (!isRecord(value.metadata)) throw invalid("its field metadata is not an object");
  value.cells.forEach((cell, i) => checkCell(cell, `cells[${i}]`, invalid));
  return value as unknown as Notebook;
}

function readJson(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    const { message } = cause as Error;
    throw new SyntaxError(`Cannot read ${name}: it is not JSON: ${message}`, { cause });
  }
}

function checkCell(cell: unknown, at: string, invalid: (reason: string) => TypeError): void {
  if (!isRecord(cell)) throw invalid(`${at} is not an object`);
  if (!["code", "markdown", "raw"].includes(cell.cell_type as string)) {
    throw invalid(
      `${at}.cell_type is ${JSON.stringify(cell.cell_type)}, not code, markdown or raw`,
    );
  }
  const { source } = cell;
  const isText = typeof source === "string" ||
    (Array.isArray(source) && source.every((line) => typeof line === "string"));
  if (!isText) throw invalid(`${at}.source is neither a text nor an array of texts`);
  if (!isRecord(cell.metadata)) throw invalid(`${at}.metadata is not an object`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
