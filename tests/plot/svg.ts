import { DOMParser } from "linkedom";
import { FONT_SIZE } from "../../src/plot/picture/theme.ts";
import { textWidth } from "../../src/plot/picture/textWidth.ts";

/** Members of a DOM element that the tests read. */
export interface SvgElement {
  readonly tagName: string;
  readonly textContent: string;
  readonly children: Iterable<SvgElement>;
  readonly parentElement: SvgElement | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): SvgElement | null;
  querySelectorAll(selector: string): Iterable<SvgElement>;
}

/** Parses an SVG document. */
export function parsed(svg: string): SvgElement {
  const document = new DOMParser().parseFromString(svg, "image/svg+xml");
  return document.documentElement as unknown as SvgElement;
}

/** Returns the elements that match a selector. */
export function found(svg: string, selector: string): SvgElement[] {
  return [...parsed(svg).querySelectorAll(selector)];
}

/** Returns a numeric attribute. */
export function number(element: SvgElement, name: string): number {
  return Number(element.getAttribute(name));
}

/** A text and its approximate rectangle. */
export interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns all texts of a chart with their rectangles. */
export function textBoxes(svg: string): TextBox[] {
  const boxes: TextBox[] = [];
  const walk = (element: SvgElement, x: number, y: number, anchor: string, size: number): void => {
    const [, dx = "0", dy = "0"] =
      /translate\(([-\d.]+),([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "") ?? [];
    const left = x + Number(dx), top = y + Number(dy);
    const align = element.getAttribute("text-anchor") ?? anchor;
    const font = Number(element.getAttribute("font-size") ?? size);
    const lines = element.tagName === "text" ? [...element.children] : [];
    if (lines[0]?.tagName === "tspan") {
      let baseline = top;
      for (const line of lines) {
        baseline += length(line.getAttribute("dy"), font);
        walk(line, left, baseline, align, font);
        baseline += length(line.getAttribute("y"), font);
      }
      return;
    }
    if (element.tagName === "text" || element.tagName === "tspan") {
      const width = textWidth(element.textContent, font) * 0.95; // the estimate is rather too wide
      const at = left + length(element.getAttribute("x"), font);
      const baseline = top + length(element.getAttribute("y"), font);
      const start = align === "start" ? at : align === "end" ? at - width : at - width / 2;
      boxes.push({
        text: element.textContent,
        left: start,
        right: start + width,
        top: baseline - font * 0.75,
        bottom: baseline + font * 0.2,
      });
      return;
    }
    for (const child of element.children) walk(child, left, top, align, font);
  };
  walk(parsed(svg), 0, 0, "start", FONT_SIZE);
  return boxes;
}

function length(value: string | null, font: number): number {
  if (value === null) return 0;
  return value.endsWith("em") ? parseFloat(value) * font : Number(value);
}
