import process from "node:process";
import { Displayable } from "../../display/displayable.ts";
import { LIVE_TAG } from "../../display/liveTag.ts";
import {
  type Cell,
  type ColumnView,
  counted,
  hiddenLine,
  shapeLine,
  skippedRows,
  type TableParts,
  typeLine,
} from "./tableParts.ts";
import { textWidth, visibleText } from "../../display/visibleText.ts";
import { SKIPPED } from "./valueCell.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { keepLanguage, languageCode, say } from "../../words/language.ts";

/** Table that displays itself in a notebook and in a terminal. */
export class TableDisplay extends Displayable {
  readonly #parts: TableParts;
  readonly #width: number | undefined;
  /** Language in which the table was made. */
  readonly #inLanguage = keepLanguage();

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
    return this.#inLanguage(() => tableHtml(this.#parts)) + LIVE_TAG;
  }

  /** Returns the table as aligned columns of text. */
  override toString(): string {
    return this.#inLanguage(() => tableText(this.#parts, this.#width ?? terminalColumns()));
  }
}

function terminalColumns(): number {
  return process.stdout.columns ?? 100; // undefined if it is not a terminal: a file, a pipe, a notebook
}

const GAP = "  ";
/** Maximum length of a column's name in characters. */
const NAME_LIMIT = 40;

/**
 * Returns a table as plain text: as many columns as fit in `width`, with the others listed below.
 */
function tableText(parts: TableParts, width: number): string {
  const skipped = skippedRows(parts);
  const hasTypes = parts.columns.some((column) => typeLine(column, parts) !== "");
  const blocks = parts.columns.map((column) => {
    const name = visibleText(column.name, NAME_LIMIT);
    const head = hasTypes ? [name, typeLine(column, parts)] : [name];
    const cells = column.cells.map((cell) => cell.text);
    if (skipped > 0) cells.splice(parts.head, 0, SKIPPED);
    const lines = [...head, ...cells];
    const size = Math.max(...lines.map((line) => textWidth(line)));
    return {
      size,
      lines: lines.map((line) => {
        const pad = " ".repeat(size - textWidth(line));
        return column.alignRight ? pad + line : line + pad;
      }),
    };
  });
  let count = 0, used = 0;
  for (const { size } of blocks) {
    if (count > 0 && used + GAP.length + size > width) break;
    used += size + (count > 0 ? GAP.length : 0);
    count++;
  }
  const left = [...parts.columns.slice(count).map(({ name }) => name), ...parts.hidden];
  const lines = Array.from(
    { length: blocks[0]?.lines.length ?? 0 },
    (_, line) => blocks.slice(0, count).map((block) => block.lines[line]).join(GAP).trimEnd(),
  );
  const title = parts.title === undefined ? [] : [visibleText(parts.title, width)];
  const shape = parts.types ? [shapeLine(parts)] : [];
  const above = title.length === 0 ? shape : [[...title, ...shape.map((s) => `(${s})`)].join(" ")];
  const hidden = hiddenLine({ ...parts, hidden: left });
  return [...above, ...lines, ...(hidden === "" ? [] : [visibleText(hidden, width)])].join("\n");
}

// Styles are inline, because an untrusted notebook strips style sheets.
const LINE = "1px solid rgba(128,128,128,0.35)";
const QUIET = "opacity:0.65;font-weight:normal";
const BASE = "padding:2px 10px;white-space:nowrap;vertical-align:top";
/** Without types, a table is a list of facts to read: longer texts wrap where space is narrow. */
const WRAPPED = BASE.replace("white-space:nowrap;", "");

/** Maximum length of a text that never wraps, in characters. */
const SHORT = 12;

/** Background of a notebook's output, or else of the page. */
const PAPER = "var(--jp-layout-color0,var(--vscode-editor-background,Canvas))";

/** Header that stays at the top while rows scroll; its background hides them. */
const HEAD = `position:sticky;top:0;background:${PAPER};border-bottom:${LINE}`;

/** Returns a table as a fragment of HTML in the colours of the page. */
function tableHtml(parts: TableParts): string {
  const { columns } = parts, skipped = skippedRows(parts);
  const rows = Array.from(
    { length: columns[0]?.cells.length ?? 0 },
    (_, row) => columns.map((column) => cellHtml(column.cells[row]!, column, parts)).join("\n"),
  );
  if (skipped > 0) {
    rows.splice(
      parts.head,
      0,
      `<td colspan="${columns.length}" style="${BASE};${QUIET};text-align:left">⋮ ${
        say("{count} {n|row|rows} not shown", counted(skipped))
      }</td>`,
    );
  }
  const hidden = hiddenLine(parts);
  const title = parts.title === undefined
    ? ""
    : `<strong style="opacity:1">${escapeHtml(parts.title)}</strong> `;
  const more = languageCode() === "en" ? "" : ` data-more="${escapeHtml(say("more columns"))}"`;
  return `<div class="lifeframe-table" style="font-size:13px">` +
    `<div style="margin:2px 0 4px 10px">${title}${
      parts.types ? `<span style="${QUIET}">${shapeLine(parts)}</span>` : ""
    }</div>` +
    // A separate region can be scrolled with keys, and its header stays in place.
    `\n<div class="lifeframe-scroll"${more} style="overflow:auto;max-height:560px;max-height:min(80vh,50rem)" tabindex="0" ` +
    `role="group" aria-label="${escapeHtml(parts.title ?? say("Table"))}">` +
    `<table style="border-collapse:separate;border-spacing:0;font-variant-numeric:tabular-nums;margin:0;color:inherit;font-size:inherit">` +
    `<thead><tr>${columns.map((column) => headHtml(column, parts)).join("\n")}</tr></thead>\n` +
    `<tbody>${rows.map((row) => `<tr>${row}</tr>`).join("\n")}</tbody></table></div>` +
    (hidden === ""
      ? ""
      : `\n<div style="margin:4px 0 2px 10px;${QUIET}">${escapeHtml(hidden)}</div>`) +
    `</div>`;
}

function headHtml(column: ColumnView, parts: TableParts): string {
  const type = typeLine(column, parts);
  const ranks = column.ranks === undefined ? "" : ` data-rank="${column.ranks.join(",")}"`;
  return `<th scope="col"${ranks} style="${BASE};${HEAD};${align(column)}">${
    escapeHtml(visibleText(column.name, NAME_LIMIT))
  }${
    type === "" ? "" : `<br>\n<span style="${QUIET};font-size:11px">${escapeHtml(type)}</span>`
  }</th>`;
}

function cellHtml(cell: Cell, column: ColumnView, { types }: TableParts): string {
  const text = escapeHtml(cell.text);
  const base = types || cell.text.length <= SHORT ? BASE : WRAPPED;
  return `<td style="${base};${align(column)}">${
    cell.missing ? `<em style="opacity:0.65">${text}</em>` : text
  }</td>`;
}

function align(column: ColumnView): string {
  return `text-align:${column.alignRight ? "right" : "left"}`;
}
