import type { Markish } from "@observablehq/plot";
import { encodeNumbers } from "./encodeNumbers.ts";
import { mayAnswer } from "./pointed.ts";
import { numberText } from "../../words/language.ts";

/** Members of a Plot mark that are used here. */
interface TippedMark {
  readonly tip?: unknown;
  readonly channels?: { readonly [name: string]: unknown };
  readonly render: (...args: RenderArguments) => Element | null;
}
type RenderArguments = [
  index: unknown,
  scales: unknown,
  values: { readonly channels: { readonly [name: string]: Channel } },
  dimensions: unknown,
  context: { readonly document: Document },
];
interface Channel {
  readonly value: ArrayLike<unknown>;
  readonly label?: string;
}
interface Element {
  readonly children: Iterable<Element>;
  append(child: Element | string): void;
  setAttribute(name: string, value: string): void;
}
interface Document {
  createElementNS(namespace: string, name: string): Element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Adds titles to the marks that a caller gave with `tip`. Plot's own tip needs a page in which Plot
 * runs, so each element gets its values as a title instead, which a page's script shows, too. The
 * option `title` and the `format` of the tip are kept.
 */
export function titleTips(marks: readonly Markish[]): Markish[] {
  return marks.map((mark) => {
    if (Array.isArray(mark)) return titleTips(mark);
    const given = mark as TippedMark | null | undefined;
    if (typeof given !== "object" || given === null || !given.tip) return mark;
    const format = (given.tip as { format?: Format }).format ?? {};
    const render = (...args: RenderArguments): Element | null => {
      const group = given.render(...args), [, , { channels }, , { document }] = args;
      for (const child of group?.children ?? []) {
        const datum = (child as { __data__?: unknown }).__data__;
        if (Array.isArray(datum)) joinValues(child, datum as number[], channels, document);
        if (given.channels?.["title"] !== undefined || Array.isArray(datum)) continue;
        const title = document.createElementNS(SVG, "title");
        title.append(textOf(Number(datum), channels, format));
        child.append(title);
      }
      return group;
    };
    // Leaves the mark itself unchanged, because it may be drawn elsewhere.
    return Object.create(given, { tip: { value: null }, render: { value: render } }) as Markish;
  });
}

/** Formats of channels in a tip: a function, or false to omit one. */
type Format = { readonly [channel: string]: unknown };

/** Formats the values of a mark, one per line: `time: 2024-03-30 13:00`. */
function textOf(row: number, channels: RenderArguments[2]["channels"], format: Format): string {
  return Object.entries(channels).flatMap(([name, { value, label }]) => {
    const how = format[name], given = value[row];
    if (how === false || how === null || given === undefined || name === "title") return [];
    const text = typeof how === "function" ? String(how(given, row)) : plainText(given);
    return [`${label ?? name}: ${text}`];
  }).join("\n");
}

function plainText(value: unknown): string {
  if (typeof value === "number") return numberText(value); // as Plot does
  return value instanceof Date ? value.toISOString().replace(/:00\.000Z$/, "Z") : String(value);
}

/** Makes a line show its values in a page, like this library's own lines. */
function joinValues(
  element: Element,
  rows: readonly number[],
  channels: RenderArguments[2]["channels"],
  document: object,
): void {
  const { x, y } = channels;
  if (x === undefined || y === undefined || !mayAnswer(document)) return;
  const of = ({ value }: Channel): string =>
    encodeNumbers(rows.map((row) => row < 0 ? NaN : Number(value[row] ?? NaN)));
  element.setAttribute("data-l", y.label ?? "y");
  element.setAttribute("data-x", of(x));
  element.setAttribute("data-y", of(y));
}
