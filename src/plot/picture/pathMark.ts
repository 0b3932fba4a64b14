import { mayAnswer } from "./pointed.ts";
import type { Mark } from "./spec.ts";

/** A box in units of the axes. */
export interface Box {
  readonly x1: number;
  readonly x2: number;
  /** Its one edge; of bars their foot. */
  readonly y1: number;
  /** Its other edge; of bars their top. */
  readonly y2: number;
}

/** The few members of Plot's scales that marks of our own use. */
export interface Scales {
  /** A value of the x axis in pixels. */
  readonly x: (value: number) => number;
  /** A value of the y axis in pixels. */
  readonly y: (value: number) => number;
}

/** The few members of Plot's context that marks of our own use. */
interface Context {
  readonly document: {
    createElementNS(
      namespace: string,
      name: string,
    ): Element;
  };
}

interface Element {
  setAttribute(name: string, value: string): void;
  append(child: Element | string): void;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * A mark of our own: one path, where Plot would draw thousands of elements.
 *
 * @param attributes Its attributes by their names in SVG; those that are undefined are left out.
 * @param outline What gives its `d`, of the scales that the plot has.
 * @param title What is said of it where it is pointed at. @default nothing
 * @param values Attributes that only a page's script needs. @default none
 */
export function pathMark(
  attributes: Readonly<Record<string, string | number | undefined>>,
  outline: (scales: Scales) => string,
  title?: string,
  values?: () => Readonly<Record<string, string>>,
): Mark {
  const render = (_: unknown, scales: Scales, __: unknown, ___: unknown, context: Context) => {
    const create = (name: string): Element => context.document.createElementNS(SVG, name);
    const path = create("path");
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined) path.setAttribute(name, String(value));
    }
    path.setAttribute("d", outline(scales));
    if (values !== undefined && mayAnswer(context.document)) {
      for (const [name, value] of Object.entries(values())) path.setAttribute(name, value);
    }
    if (title !== undefined) {
      const text = create("title");
      text.append(title);
      path.append(text);
    }
    return path;
  };
  // Plot calls any function that stands among its marks; its types name only those of its own.
  return render as unknown as Mark;
}

/** Pixels in tenths, which add up without an error. */
export function tenths(pixels: number): number {
  return Math.round(pixels * 10);
}

/** Tenths of a pixel as a number of a path, as short as can be: `-.5`. */
export function tenthsText(tenths: number): string {
  return String(tenths / 10).replace(/^(-?)0\./, "$1.");
}
