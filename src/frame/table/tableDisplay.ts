import process from "node:process";
import { Displayable } from "../../display/displayable.ts";
import { LIVE_TAG } from "../../display/liveTag.ts";
import { tableHtml } from "./tableHtml.ts";
import type { TableParts } from "./tableParts.ts";
import { tableText } from "./tableText.ts";

/** Table that displays itself in a notebook and in a terminal. */
export class TableDisplay extends Displayable {
  readonly #parts: TableParts;
  readonly #width: number | undefined;

  /** Creates a table from its displayed parts. */
  constructor(parts: TableParts, width?: number) {
    super();
    this.#parts = parts;
    this.#width = width;
  }

  /**
   * Returns the table as HTML. Where scripts run, a click on a column's name sorts the shown rows.
   */
  override html(): string {
    return tableHtml(this.#parts) + LIVE_TAG;
  }

  /** Returns the table as aligned columns of text. */
  override toString(): string {
    return tableText(this.#parts, this.#width ?? terminalColumns());
  }
}

function terminalColumns(): number {
  return process.stdout.columns ?? 100; // undefined if it is not a terminal: a file, a pipe, a notebook
}
