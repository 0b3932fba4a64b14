import type { Notebook } from "./nbformat.ts";

/**
 * The text of an `.ipynb` file, as Jupyter indents it (one space) and with a line end at its end.
 * Fields stay in their order, so that a notebook which did not change gives the same text.
 *
 * @param notebook The notebook.
 * @returns Its JSON text.
 */
export function formatNotebook(notebook: Notebook): string {
  return `${JSON.stringify(notebook, null, 1)}\n`;
}
