import { mayAnswer } from "./pointed.ts";
import type { Mark } from "./spec.ts";

/** A box in units of the axes. */
export interface Box {
  readonly x1: number;
  readonly x2: number;
  /** One edge; for bars the bottom. */
  readonly y1: number;
  /** Other edge; for bars the top. */
  readonly y2: number;
}

/** Members of Plot's scales that our own marks use. */
export interface Scales {
  /** Converts a value of the x axis to pixels. */
  readonly x: (value: number) => number;
  /** Converts a value of the y axis to pixels. */
  readonly y: (value: number) => number;
}

/** Members of Plot's context that our own marks use. */
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
 * Creates a mark with one path, where Plot would draw thousands of elements.
 *
 * @param attributes Attributes by SVG name; undefined ones are skipped.
 * @param outline Returns the `d` attribute, given the scales of the plot.
 * @param title Text under the pointer. @default none
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
  // Plot calls any function among its marks; its types only name its own.
  return render as unknown as Mark;
}

/** Rounds pixels to tenths, which add up exactly. */
export function tenths(pixels: number): number {
  return Math.round(pixels * 10);
}

/** Formats tenths of a pixel for a path, as short as possible: `-.5`. */
export function tenthsText(tenths: number): string {
  return String(tenths / 10).replace(/^(-?)0\./, "$1.");
}
