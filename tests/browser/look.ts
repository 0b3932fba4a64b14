/**
 * Runs in the page: returns texts that extend beyond their chart, and overlapping pairs. Charts of
 * several panels count as one. A title's bold J may extend two pixels to the left of its origin.
 */
export const LOOK = `[...document.querySelectorAll("svg:not(svg svg)")].map((svg) => {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")]
    .filter((text) => text.textContent.trim() !== "" && !text.closest("title,desc"))
    .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
  const cut = texts.filter(({ box }) => box.left < frame.left - 2 || box.right > frame.right + 1 ||
    box.top < frame.top - 1 || box.bottom > frame.bottom + 1).map(({ text }) => text);
  const over = [];
  for (let i = 0; i < texts.length; i++) for (let j = 0; j < i; j++) {
    const a = texts[i].box, b = texts[j].box;
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (x > 1 && y > 3) over.push(texts[j].text + " | " + texts[i].text);
  }
  return { name: svg.dataset.name, width: frame.width, height: frame.height, texts: texts.length, cut, over };
})`;

/** Layout problems of a chart. */
export interface Look {
  name: string;
  width: number;
  height: number;
  texts: number;
  cut: string[];
  over: string[];
}

/** Returns a page of charts. */
export function pageOf(svgs: readonly string[]): string {
  return `<!doctype html><html><head><meta charset="utf-8"></head><body>${
    svgs.join("\n")
  }</body></html>`;
}
