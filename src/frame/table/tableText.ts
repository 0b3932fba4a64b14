import { hiddenLine, shapeLine, skippedRows, type TableParts, typeLine } from "./tableParts.ts";
import { textWidth } from "../../display/textWidth.ts";
import { SKIPPED } from "./valueCell.ts";
import { visibleText } from "../../display/visibleText.ts";

const GAP = "  ";
const NAME_LIMIT = 40;

/**
 * Returns a table as plain text: as many columns as fit in `width`, with the others listed below.
 */
export function tableText(parts: TableParts, width: number): string {
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
