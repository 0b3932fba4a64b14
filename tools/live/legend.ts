import { paintOf } from "./stops.ts";

/** Fades all marks except the given ones; without marks, fades nothing. */
export function showOnly(svg: Element, shown?: readonly Element[]): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const mark of marksOf(svg)) {
    mark.style.transition = isStill ? "" : "opacity .15s";
    mark.style.opacity = !shown || shown.some((one) => one.contains(mark)) ? "" : ".2";
  }
}

function marksOf(svg: Element): SVGElement[] {
  return [...svg.querySelectorAll<SVGElement>(
    "[data-mark]:not([data-mark=header]) :is(path,rect,circle)",
  )];
}

/** Lets the entries of a legend and the names right of a frame show only what has their colour: while they are pointed at, or tapped. */
export function legendEntries(svg: Element): void {
  let swatch: SVGElement | undefined;
  for (const part of svg.querySelectorAll<SVGElement>("[data-mark=header]>*")) {
    if (part.localName !== "text") swatch ??= part;
    else if (swatch) {
      const paint = paintOf(swatch), marks = marksOf(svg).filter((mark) => paintOf(mark) === paint);
      for (const one of [swatch, part]) {
        one.style.cursor = "default";
        one.onpointerenter = () => marks[0] && showOnly(svg, marks);
        one.onpointerleave = () => showOnly(svg);
      }
      swatch = undefined;
    }
  }
}
