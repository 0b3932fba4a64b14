import process from "node:process";
import { Displayable } from "../../display/displayable.ts";
import { LIVE_TAG } from "../../display/liveTag.ts";
import { tableHtml } from "./tableHtml.ts";
import type { TableParts } from "./tableParts.ts";
import { tableText } from "./tableText.ts";

/** A table that shows itself in a notebook and in a terminal. */
export class TableDisplay extends Displayable {
  readonly #parts: TableParts;
  readonly #width: number | undefined;

  /** A table of parts that are already cut to what is shown. */
  constructor(parts: TableParts, width?: number) {
    super();
    this.#parts = parts;
    this.#width = width;
  }

  /** The table as a fragment of HTML; where scripts run, a click on a column's name sorts the rows shown. */
  override html(): string {
    return tableHtml(this.#parts) + LIVE_TAG;
  }

  /** The table as aligned columns of text. */
  override toString(): string {
    return tableText(this.#parts, this.#width ?? terminalColumns());
  }
}

function terminalColumns(): number {
  return process.stdout.columns ?? 100; // undefined for what is no terminal: a file, a pipe, a notebook
}
