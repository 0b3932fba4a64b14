import type { RenderFunction } from "@observablehq/plot";
import { encodeNumbers } from "./encodeNumbers.ts";
import { CLOCK_UNIT } from "../../time/units.ts";
import { term } from "../../words/language.ts";

/** Members of an element that are used here. */
interface Element {
  readonly children: Iterable<Element>;
  setAttribute(name: string, value: string): void;
  prepend(child: Element): void;
}

/** Document that draws a chart. */
interface Document {
  createElementNS(namespace: string, name: string): Element;
}

/** Values that Plot passes to the renderer of a mark. */
interface Values {
  readonly channels: { readonly [name: string]: Channel };
}
interface Channel {
  readonly value: ArrayLike<unknown>;
}
type Render = (
  index: readonly number[],
  scales: unknown,
  values: Values,
  dimensions: unknown,
  context: { readonly document: Document },
) => Element | null;

/** Unit of durations in hours, which are shown in hours and minutes. */
export const LENGTH_UNIT = "h min";

/** Documents of charts that show values through a page's script. */
const answering = new WeakSet<object>();

/** Lets the marks drawn in a document pass their values to a page's script. */
export function letAnswer(document: object): void {
  answering.add(document);
}

/** Returns `true` if the marks drawn in a document may pass their values to a page's script. */
export function mayAnswer(document: object): boolean {
  return answering.has(document);
}

/**
 * Returns options for a Plot mark that joins many values, or has too many for a title each. In a
 * page, the mark carries its values so that the script can show the one under the pointer; saved
 * files omit them.
 *
 * @param label Name of the values.
 * @param options With `difference`, the value of a band is its width, as for stacked bands.
 */
export function pointed(
  label: string,
  unit?: string,
  { difference = false }: { difference?: boolean } = {},
): { title: () => string; render: RenderFunction } {
  return {
    title: () => label,
    ...inPage((group, [index, , values]) => {
      if (difference) { for (const child of group.children) child.setAttribute("data-d", ""); }
      for (const child of group.children) {
        const rows = (child as { __data__?: unknown }).__data__;
        if (Array.isArray(rows)) write(child, rows as number[], values, label, unit);
      }
      if (index.length > 0 && typeof Array.from(group.children, datum)[0] === "number") {
        write(group, Array.from(group.children, datum) as number[], values, label, unit);
      }
    }),
  };
}

/** Returns options of a mark that is changed in a page whose script may read its values. */
function inPage(
  change: (group: Element, args: Parameters<Render>) => void,
): { render: RenderFunction } {
  const render = (...args: [...Parameters<Render>, Render]): Element | null => {
    const [index, scales, values, dimensions, context, next] = args;
    const group = next(index, scales, values, dimensions, context);
    if (group !== null && mayAnswer(context.document)) {
      change(group, [index, scales, values, dimensions, context]);
    }
    return group;
  };
  // Plot's type expects real documents.
  return { render: render as unknown as RenderFunction };
}

/**
 * Returns options for a Plot text that names a series. In a page, the script takes it for an entry
 * of the legend: an empty shape before the text has the colour of the series to show.
 */
export function showsAlone(
  { color, opacity = 1 }: { readonly color: string; readonly opacity?: number },
): { render: RenderFunction } {
  return inPage((group, [, , , , context]) => {
    const swatch = context.document.createElementNS("http://www.w3.org/2000/svg", "rect");
    swatch.setAttribute("fill", color);
    if (opacity !== 1) swatch.setAttribute("fill-opacity", String(opacity));
    group.setAttribute("aria-label", "header");
    group.prepend(swatch);
  });
}

function datum(element: Element): unknown {
  return (element as { __data__?: unknown }).__data__;
}

function write(
  element: Element,
  rows: readonly number[],
  { channels }: Values,
  label: string,
  unit: string | undefined,
): void {
  element.setAttribute("data-l", label);
  // The axis formats times of day.
  if (unit !== undefined && unit !== CLOCK_UNIT) {
    element.setAttribute("data-u", unit === LENGTH_UNIT ? unit : term(unit));
  }
  const { x, y, t, x1, x2, y1, y2 } = channels;
  const set = (name: string, value: (row: number) => unknown): void =>
    element.setAttribute(
      `data-${name}`,
      encodeNumbers(rows.map((row) => row < 0 ? NaN : Number(value(row) ?? NaN))),
    );
  const of = (channel: Channel) => (row: number): unknown => channel.value[row];
  if (t !== undefined) set("t", of(t));
  if (x1 !== undefined && x2 !== undefined && y2 !== undefined) { // a box: its middle and its end
    set("x", (row) => (Number(x1.value[row]) + Number(x2.value[row])) / 2);
    set("y", of(y2));
    return;
  }
  const across = x ?? x1, low = y ?? y1;
  if (across !== undefined) set("x", of(across));
  if (low !== undefined) set("y", of(low));
  if (y === undefined && y2 !== undefined) set("z", of(y2)); // a band
}
