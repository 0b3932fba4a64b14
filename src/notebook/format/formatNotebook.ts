import type { Notebook } from "./nbformat.ts";

/**
 * Formats a notebook as the text of an `.ipynb` file, indented like Jupyter's (one space), with a
 * final line end. Fields keep their order, so an unchanged notebook gives the same text.
 *
 * @param notebook The notebook.
 * @returns Its JSON text.
 */
export function formatNotebook(notebook: Notebook): string {
  return `${JSON.stringify(notebook, null, 1)}\n`;
}
