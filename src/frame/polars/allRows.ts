import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { inShownLocale } from "../table/showOptions.ts";
import { shapeLine, type TableParts, typeLine } from "../table/tableParts.ts";
import { inLanguage, numberText, say } from "../../words/language.ts";
import { type TableLike, tableParts } from "./table.ts";
import { table } from "./table.ts";
import type { TableOptions } from "./displays.ts";

/** Options for showing all rows. */
export type AllRowsOptions = Pick<TableOptions, "tz" | "units" | "title" | "locale" | "timeFormat">;

const OPTIONS = optionNames<AllRowsOptions>()("tz units title locale timeFormat");

/** Maximum number of rows, and of characters of HTML, in an output. */
const MOST_ROWS = 5000, MOST_SIZE = 2_000_000;

/** Script that pages through the rows of each such table, and searches them. */
const script = (): string =>
  `<script>(()=>{for(const box of document.querySelectorAll(".lifeframe-all:not([data-on])")){` +
  `box.dataset.on="";const rows=[...box.querySelectorAll("tbody tr")],bar=document.createElement("div");` +
  `bar.style.margin="4px 0";bar.innerHTML='<input type="search" aria-label="${
    say("Search rows")
  }" placeholder="${say("Search")}"> ` +
  `<button type="button">${say("Previous")}</button> <button type="button">${
    say("Next")
  }</button> <span role="status"></span>';` +
  `box.querySelector(".lifeframe-rows").before(bar);const [find]=bar.querySelectorAll("input"),` +
  `[back,next]=bar.querySelectorAll("button"),said=bar.querySelector("span");let page=0;` +
  `const draw=()=>{const word=find.value.toLowerCase(),hits=rows.filter(r=>r.textContent.toLowerCase().includes(word)),` +
  `last=Math.max(0,Math.ceil(hits.length/50)-1);page=Math.min(Math.max(page,0),last);` +
  `rows.forEach(r=>r.hidden=true);rows.forEach(r=>r.style.display="none");` +
  `const shown=hits.slice(page*50,page*50+50);shown.forEach(r=>{r.hidden=false;r.style.display=""});` +
  `said.textContent=hits.length?${
    JSON.stringify(say("rows {from} to {to} of {n}", { from: "{from}", to: "{to}", n: "{n}" }))
  }.replace("{from}",page*50+1).replace("{to}",page*50+shown.length).replace("{n}",hits.length):${
    JSON.stringify(say("no row has this"))
  };` +
  `back.disabled=page===0;next.disabled=page===last};find.oninput=()=>{page=0;draw()};` +
  `back.onclick=()=>{page--;draw()};next.onclick=()=>{page++;draw()};draw()}})()</script>`;

class AllRows extends Displayable {
  readonly #input: TableLike;
  readonly #options: AllRowsOptions;

  constructor(input: TableLike, options: AllRowsOptions) {
    super();
    this.#input = input;
    this.#options = inShownLocale(options);
  }

  /** Returns the rows as a table; where scripts run, 50 at a time and with a search box. */
  override html(): string {
    return inLanguage(this.#options, () => this.#fragment());
  }

  #fragment(): string {
    const extent = { head: MOST_ROWS, tail: 0, maxColumns: Infinity };
    const parts = tableParts(this.#input, { ...this.#options, head: MOST_ROWS, tail: 0 }, extent);
    const { columns } = parts, rows: string[] = [];
    let size = 0;
    for (let row = 0; row < Math.min(MOST_ROWS, columns[0]?.cells.length ?? 0); row++) {
      const cells = columns.map(({ cells, alignRight }) =>
        `<td style="text-align:${alignRight ? "right" : "left"}">${
          escapeHtml(cells[row]!.text)
        }</td>`
      );
      const line = `<tr>${cells.join("\n")}</tr>`;
      size += line.length;
      if (size > MOST_SIZE) break;
      rows.push(line);
    }
    const title = this.#options.title === undefined
      ? ""
      : `<strong>${escapeHtml(this.#options.title)}</strong> `;
    return `<div class="lifeframe-all" style="font-size:13px"><div>${title}${
      shape(parts, rows.length)
    }</div>\n` +
      `<div class="lifeframe-rows" style="overflow:auto;max-height:560px;max-height:min(80vh,50rem)" tabindex="0" role="group" ` +
      `aria-label="${
        escapeHtml(this.#options.title ?? say("Table"))
      }"><table style="margin:0"><thead><tr>${
        columns.map((column) =>
          `<th scope="col">${escapeHtml(column.name)}<br>\n<small>${
            escapeHtml(typeLine(column, parts))
          }</small></th>`
        ).join("\n")
      }</tr></thead>\n<tbody>${rows.join("\n")}</tbody></table></div>${script()}</div>`;
  }

  /** Returns the first and last rows, as `show.table` displays them. */
  override toString(): string {
    return table(this.#input, this.#options).toString();
  }
}

function shape(parts: TableParts, kept: number): string {
  return kept === parts.rows
    ? shapeLine(parts)
    : say("{shape}; the first {n} rows are kept here, filter the frame to see others", {
      shape: shapeLine(parts),
      n: numberText(kept),
    });
}

/**
 * Shows all rows and columns of a frame or of records in a notebook, 50 rows at a time, with a search
 * box. The output stores at most 5,000 rows and 2 MB; the table says if it was cut.
 *
 * ```ts
 * import { show } from "@lifeframe/lifeframe";
 * import { assertMatch } from "@std/assert";
 *
 * const rows = Array.from({ length: 6000 }, (_, i) => ({ i }));
 * assertMatch(await show.all(rows).html(), /6,000 rows × 1 column; the first 5,000 rows are kept/);
 * ```
 *
 * @throws {TypeError} if the input is not a frame, an Arrow table or records, or an option does not exist
 */
export function all(input: TableLike, options: AllRowsOptions = {}): Displayable {
  checkOptions("show all rows", options, OPTIONS);
  table(input, options); // throws at once if the input is not a table
  return new AllRows(input, options);
}
