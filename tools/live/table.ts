/** Makes a table sortable by a click on a column's name, and shows if it continues to the right. */
export function liveTable(table: HTMLTableElement): void {
  const body = table.tBodies[0], heads = [...table.querySelectorAll<HTMLElement>("thead th")];
  if (!body) return;
  const original = [...body.rows], sign = document.createElement("span");
  const rows = original.filter((row) => row.cells.length === heads.length);
  sign.ariaHidden = "true";
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.style.cssText =
      "all:unset;cursor:pointer;display:block;width:100%;outline-offset:1px;outline:revert";
    button.append(...head.childNodes);
    head.append(button);
    const ranks = head.dataset["rank"]?.split(",").map(Number);
    const values = rows.map((row, i) => ({
      row,
      key: !ranks ? keyOf(row.cells[column]!) : ranks[i]! < 0 ? undefined : ranks[i],
    }));
    button.onclick = () => {
      const now = head.ariaSort, down = now === "ascending";
      for (const other of heads) other.ariaSort = null;
      sign.remove();
      if (now === "descending") return body.append(...original);
      head.ariaSort = down ? "descending" : "ascending";
      sign.textContent = down ? " ▾" : " ▴";
      button.insertBefore(sign, button.childNodes[1] ?? null);
      // Rows with fewer cells stay at the end.
      body.prepend(
        ...values.toSorted((a, b) => compare(a.key, b.key, down)).map(({ row }) => row),
      );
    };
  });
  moreSign(table);
}

type Key = number | string | undefined;

/** Returns the sort key of a cell: a number, a text, or `undefined` for a missing value. */
function keyOf(cell: HTMLTableCellElement): Key {
  const text = cell.textContent;
  if (cell.querySelector("em") || !text) return undefined;
  const number = +text.replace("\u2212", "-").replaceAll(",", "");
  return isNaN(number) ? text : number;
}

/** Sorts numbers before text and missing values last. */
function compare(a: Key, b: Key, down: boolean): number {
  if (a === undefined || b === undefined) return +(a === undefined) - +(b === undefined);
  const order = typeof a === "number" && typeof b === "number"
    ? a - b
    : `${a}`.localeCompare(`${b}`, undefined, { numeric: true });
  return down ? -order : order;
}

/** Widest table in pixels that keeps its type on paper. */
const PAPER_WIDTH = 600;

/** Shades the right edge while more columns are hidden there, and marks tables wider than paper. */
function moreSign(table: HTMLTableElement): void {
  const box = table.closest<HTMLElement>(".lifeframe-scroll");
  if (!box) return;
  if (table.offsetWidth > PAPER_WIDTH) box.classList.add("lifeframe-wide");
  const sign = document.createElement("div");
  sign.className = "lifeframe-more";
  sign.style.cssText = "margin:2px 10px;text-align:right;opacity:.65";
  sign.textContent = `${box.dataset["more"] ?? "more columns"} →`;
  box.after(sign);
  const update = (): void => {
    const more = box.scrollWidth - box.clientWidth - box.scrollLeft > 2;
    box.style.boxShadow = more ? "inset -14px 0 10px -10px #808080b3" : "";
    sign.hidden = !more;
  };
  box.onscroll = update;
  new ResizeObserver(update).observe(box);
  update();
}
