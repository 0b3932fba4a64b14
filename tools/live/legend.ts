import { paintOf } from "./stops.ts";

const DIM = "0.2";

/** Fades all marks but some; without any, none is faded. */
export function showOnly(svg: SVGSVGElement, elements: readonly Element[] | undefined): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const mark of svg.querySelectorAll<SVGElement>("path, rect, circle")) {
    if (mark.closest("[data-layer], [data-mark=header], clipPath, defs")) continue;
    const isMark = mark.closest("[data-mark]") !== null;
    const opacity = elements === undefined || !isMark || elements.some((one) => one.contains(mark))
      ? ""
      : DIM;
    mark.style.transition = still ? "" : "opacity .15s";
    mark.style.opacity = opacity;
  }
}

/** Lets the entries of a legend show only what has their colour: while they are pointed at, or tapped. */
export function legendEntries(svg: SVGSVGElement): void {
  const header = svg.querySelector("[data-mark=header]");
  let swatch: Element | undefined;
  for (const part of header?.children ?? []) {
    if (part.localName !== "text") {
      swatch ??= part;
      continue;
    }
    if (swatch === undefined) continue; // a line of the title
    const entry = swatch, own = paintOf(entry);
    const show = (): void => {
      const found = [...svg.querySelectorAll("path, rect, circle")].filter((mark) =>
        !mark.closest("[data-layer], [data-mark=header]") && paintOf(mark) === own
      );
      if (found.length > 0) showOnly(svg, found);
    };
    for (const element of [entry, part] as SVGElement[]) {
      element.style.cursor = "default";
      element.addEventListener("pointerenter", show);
      element.addEventListener("pointerleave", () => showOnly(svg, undefined));
    }
    swatch = undefined;
  }
}
