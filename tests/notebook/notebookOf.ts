import type { Notebook } from "../../src/notebook/format/nbformat.ts";

/** A notebook with these code cells, named `cell-0`, `cell-1`, ... */
export function notebookOf(...sources: string[]): Notebook {
  return {
    cells: sources.map((source, i) => ({
      cell_type: "code",
      execution_count: null,
      id: `cell-${i}`,
      metadata: {},
      outputs: [],
      source,
    })),
    metadata: { kernelspec: { display_name: "Deno", language: "typescript", name: "deno" } },
    nbformat: 4,
    nbformat_minor: 5,
  };
}
