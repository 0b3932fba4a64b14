/** Makes a table sortable by a click on a column's name, and shows if it continues to the right. */
export function liveTable(table: HTMLTableElement): void {
  const body = table.tBodies[0], heads = [...table.querySelectorAll<HTMLElement>("thead th")];
  if (body === undefined) return;
  const rows = [...body.rows].filter((row) => row.cells.length === heads.length);
  const rest = [...body.rows].filter((row) => row.cells.length !== heads.length);
  const original = [...body.rows];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.style.cssText =
      "all:unset;cursor:pointer;display:block;width:100%;outline-offset:1px;outline:revert";
    button.append(...head.childNodes);
    const sign = document.createElement("span");
    sign.setAttribute("aria-hidden", "true");
    button.insertBefore(sign, button.childNodes[1] ?? null);
    head.append(button);
    const ranks = head.dataset["rank"]?.split(",").map(Number);
    const values = rows.map((row, i) => ({
      row,
      key: ranks === undefined ? keyOf(row.cells[column]!) : ranks[i]! < 0 ? undefined : ranks[i],
    }));
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      for (const other of heads) {
        other.removeAttribute("aria-sort");
        other.querySelector("button > span[aria-hidden]")!.textContent = "";
      }
      if (now === "descending") return body.replaceChildren(...original);
      const down = now === "ascending";
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      sign.textContent = down ? " ▾" : " ▴";
      const sorted = values.toSorted((a, b) => compare(a.key, b.key, down));
      body.replaceChildren(...sorted.map(({ row }) => row), ...rest);
    });
  });
  moreSign(table);
}

/** Returns the sort key of a cell: a number, a text, or `undefined` for a missing value. */
function keyOf(cell: HTMLTableCellElement): number | string | undefined {
  const text = cell.textContent ?? "";
  if (cell.querySelector("em") !== null || text === "") return undefined;
  const number = Number(text.replace("\u2212", "-").replaceAll(",", ""));
  return Number.isNaN(number) ? text : number;
}

/** Sorts numbers before text and missing values last. */
function compare(
  a: number | string | undefined,
  b: number | string | undefined,
  down: boolean,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order = typeof a === "number" && typeof b === "number"
    ? a - b
    : String(a).localeCompare(String(b), undefined, { numeric: true });
  return down ? -order : order;
}

/** Widest table in pixels that keeps its type on paper. */
const PAPER_WIDTH = 600;

/** Shades the right edge while more columns are hidden there, and marks tables wider than paper. */
function moreSign(table: HTMLTableElement): void {
  const box = table.closest<HTMLElement>(".lifeframe-scroll");
  if (box === null) return;
  if (table.offsetWidth > PAPER_WIDTH) box.classList.add("lifeframe-wide");
  const sign = document.createElement("div");
  sign.className = "lifeframe-more";
  sign.style.cssText = "margin:2px 10px;text-align:right;opacity:.65";
  sign.textContent = "more columns →";
  box.after(sign);
  const update = (): void => {
    const more = box.scrollWidth - box.clientWidth - box.scrollLeft > 2;
    box.style.boxShadow = more ? "inset -14px 0 10px -10px rgba(128,128,128,.7)" : "";
    sign.hidden = !more;
  };
  box.addEventListener("scroll", update, { passive: true });
  new ResizeObserver(update).observe(box);
  update();
}
