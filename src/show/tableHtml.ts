import { escapeHtml } from "./escapeHtml.ts";
import { type Cell, counted, hiddenLine, shapeLine, skippedRows, typeLine } from "./tableParts.ts";
import type { ColumnView, TableParts } from "./tableParts.ts";
import { visibleText } from "./visibleText.ts";

const NAME_LIMIT = 40;

// Styles stand at the elements: a notebook that does not trust a file strips style sheets.
const LINE = "1px solid rgba(128,128,128,0.35)";
const QUIET = "opacity:0.65;font-weight:normal";
const BASE = "padding:2px 10px;white-space:nowrap;vertical-align:top";

/** A table as a fragment of HTML in the colours of the page around it. */
export function tableHtml(parts: TableParts): string {
  const { columns } = parts, skipped = skippedRows(parts);
  const rows = Array.from(
    { length: columns[0]?.cells.length ?? 0 },
    (_, row) => columns.map((column) => cellHtml(column.cells[row]!, column)).join(""),
  );
  if (skipped > 0) {
    rows.splice(
      parts.head,
      0,
      `<td colspan="${columns.length}" style="${BASE};${QUIET};text-align:left">⋮ ${
        counted(skipped, "row")
      } not shown</td>`,
    );
  }
  const hidden = hiddenLine(parts);
  const title = parts.title === undefined
    ? ""
    : `<strong style="opacity:1">${escapeHtml(parts.title)}</strong> `;
  return `<div class="lifeframe-table" style="overflow-x:auto;font-size:13px">` +
    `<div style="margin:2px 0 4px 10px">${title}${
      parts.types ? `<span style="${QUIET}">${shapeLine(parts)}</span>` : ""
    }</div>` +
    `<table style="border-collapse:collapse;font-variant-numeric:tabular-nums;margin:0;color:inherit;font-size:inherit">` +
    `<thead><tr style="border-bottom:${LINE}">${
      columns.map((column) => headHtml(column, parts)).join("")
    }</tr></thead>` +
    `<tbody>${rows.map((row) => `<tr>${row}</tr>`).join("")}</tbody></table>` +
    (hidden === ""
      ? ""
      : `<div style="margin:4px 0 2px 10px;${QUIET}">${escapeHtml(hidden)}</div>`) +
    `</div>`;
}

function headHtml(column: ColumnView, parts: TableParts): string {
  const type = typeLine(column, parts);
  return `<th scope="col" style="${BASE};${align(column)}">${
    escapeHtml(visibleText(column.name, NAME_LIMIT))
  }${
    type === "" ? "" : `<br><span style="${QUIET};font-size:11px">${escapeHtml(type)}</span>`
  }</th>`;
}

function cellHtml(cell: Cell, column: ColumnView): string {
  const text = escapeHtml(cell.text);
  return `<td style="${BASE};${align(column)}">${
    cell.missing ? `<em style="opacity:0.5">${text}</em>` : text
  }</td>`;
}

function align(column: ColumnView): string {
  return `text-align:${column.alignRight ? "right" : "left"}`;
}
