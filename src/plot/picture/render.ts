import { escapeHtml } from "../../display/escapeHtml.ts";
import { forPhone } from "../../display/notebookHtml.ts";
import { darkStyle, THEME_STYLE } from "../../display/colors.ts";
import { STANDALONE_STYLE } from "../../display/paper.ts";
import {
  FONT_FAMILY,
  FONT_SIZE,
  INK,
  INK_2,
  INK_3,
  LINES,
  NOTE_SIZE,
  STROKES,
  SUBTITLE_SIZE,
  TITLE_SIZE,
} from "./theme.ts";
import { titleTips } from "./titleTips.ts";
import { hatchPath } from "./hatch.ts";
import { letAnswer } from "./pointed.ts";
import { readingsText, type Scale } from "./reading.ts";
import { symbolPath } from "./groupSymbols.ts";
import { type LegendEntry, STEP_HEIGHT, SWATCH } from "./header.ts";
import type { PictureSpec, PlotModule } from "./spec.ts";
import { term } from "../../words/language.ts";

/** Only this file uses a DOM. Plot and the DOM are loaded when first used: it takes 50 ms. */

const SVG = "http://www.w3.org/2000/svg";

/** Members of a DOM that are used here. */
interface Node {
  append(...nodes: (Node | string)[]): void;
  prepend(...nodes: (Node | string)[]): void;
  setAttribute(name: string, value: string): void;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
  querySelectorAll(selector: string): Iterable<Node>;
  readonly outerHTML: string;
}
/** Node drawn by Plot, which exposes its scales. */
interface Drawn extends Node {
  scale(name: string): Scale | undefined;
}
interface Document {
  createElementNS(namespace: string, name: string): Node;
}
/** Attributes of an element, by SVG name. */
type Attributes = Readonly<Record<string, string | number>>;

/**
 * Draws a chart as SVG; the same chart always gives the same bytes.
 *
 * @param options With `standalone`, it includes its own ink and paper instead of using those of the
 * page; with `answers`, it carries the values that the page's script shows.
 */
export async function render(
  spec: PictureSpec,
  { standalone, answers = false }: { standalone: boolean; answers?: boolean },
): Promise<string> {
  const [plot, { DOMParser }] = await Promise.all([
    import("@observablehq/plot"),
    import("linkedom"),
  ]);
  const document = new DOMParser().parseFromString(
    `<svg xmlns="${SVG}"></svg>`,
    "image/svg+xml",
  ) as unknown as Document;
  if (answers) letAnswer(document);
  const svg = spec.panels === undefined
    ? draw(plot, spec, document)
    : drawPanels(plot, spec, document, answers);
  const { scale } = svg as Partial<Drawn>;
  const { readings: own } = spec;
  const readings = answers && own !== undefined && scale !== undefined
    ? inLanguageOf(spec, () => readingsText(own, scale))
    : undefined;
  if (readings !== undefined) svg.setAttribute("data-live", readings);
  svg.setAttribute("xmlns", SVG);
  svg.setAttribute("font-family", FONT_FAMILY);
  svg.setAttribute("font-size", String(FONT_SIZE));
  svg.setAttribute("role", "img");
  drawHeader(spec, svg, document);
  if (answers) nameMarks(svg);
  const style = (standalone ? STANDALONE_STYLE : THEME_STYLE) + darkStyle(svg.outerHTML);
  svg.prepend(element(document, "style", {}, style));
  const body = renumberClipPaths(roundCoordinates(svg.outerHTML)), key = hash(body + spec.summary);
  // A page would show a title as a tooltip wherever the pointer is.
  const name = answers ? "desc" : "title";
  const head = `<${name} id="${key}-title">${escapeHtml(titleOf(spec))}</${name}>` +
    `<desc id="${key}-desc">${escapeHtml(spec.summary)}</desc>`;
  return body
    .replaceAll(CLIP, (id) => `${key}-${id}`)
    .replace(/^<svg ([^>]*)>/, `<svg aria-labelledby="${key}-title ${key}-desc" $1>`)
    .replace(">", () => `>${head}`);
}

/**
 * Draws a chart for a notebook: like {@linkcode render}, followed by a drawing for a phone if it
 * can be laid out that narrow.
 */
export async function renderBoth(spec: PictureSpec): Promise<string> {
  const options = { standalone: false, answers: true };
  const wide = await render(spec, options);
  try {
    const phone = spec.forPhone?.();
    return phone === undefined ? wide : wide + forPhone(await render(phone, options));
  } catch (error) {
    if (error instanceof RangeError) return wide; // its labels leave no room
    throw error;
  }
}

function draw(plot: PlotModule, spec: PictureSpec, document: Document): Drawn {
  return inLanguageOf(spec, () => drawMarks(plot, spec, document));
}

function inLanguageOf<T>({ speak }: PictureSpec, work: () => T): T {
  return speak === undefined ? work() : speak(work);
}

function drawMarks(plot: PlotModule, spec: PictureSpec, document: Document): Drawn {
  const drawn = spec.draw(plot);
  const options = {
    ...drawn,
    marks: titleTips(drawn.marks ?? []),
    width: spec.width,
    height: spec.height,
    className: "lifeframe",
    document: document as never,
    figure: false,
  };
  return plot.plot(options) as unknown as Drawn;
}

/** Draws charts as parts of one, each with its own header, at their positions. */
function drawPanels(
  plot: PlotModule,
  spec: PictureSpec,
  document: Document,
  answers: boolean,
): Node {
  const { width, height } = spec;
  const svg = element(document, "svg", {
    class: "lifeframe",
    fill: INK,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  });
  for (const panel of spec.panels!) {
    const own = draw(plot, panel.spec, document);
    const { readings } = panel.spec;
    const text = answers && readings
      ? inLanguageOf(panel.spec, () => readingsText(readings, own.scale))
      : undefined;
    if (text !== undefined) own.setAttribute("data-live", text);
    own.setAttribute("font-family", FONT_FAMILY);
    own.setAttribute("font-size", String(FONT_SIZE));
    drawHeader(panel.spec, own, document);
    const group = element(document, "g", { transform: `translate(${panel.x},${panel.y})` });
    group.append(own);
    svg.append(group);
  }
  return svg;
}

/** Mark names are only for scripts: to a screen reader, a chart is one image. */
function nameMarks(svg: Node): void {
  for (const mark of svg.querySelectorAll("[aria-label]")) {
    mark.setAttribute("data-mark", mark.getAttribute("aria-label")!);
    mark.removeAttribute("aria-label");
  }
}

function titleOf(spec: PictureSpec): string {
  return spec.header.title.length === 0
    ? inLanguageOf(spec, () => term(spec.name))
    : spec.header.title.map(({ text }) => text).join(" ");
}

function drawHeader(spec: PictureSpec, svg: Node, document: Document): void {
  const { title, subtitle, legend } = spec.header, { source = [] } = spec;
  for (const { text, x, y } of source) {
    svg.append(
      element(document, "text", {
        x,
        y,
        "font-size": NOTE_SIZE,
        fill: INK_3,
        "text-anchor": "start",
      }, text),
    );
  }
  if (title.length + subtitle.length + legend.length === 0) return;
  const group = element(document, "g", { "aria-label": "header", "text-anchor": "start" });
  for (const { text, x, y } of title) {
    group.append(
      element(
        document,
        "text",
        { x, y, "font-size": TITLE_SIZE, "font-weight": 600, fill: INK },
        text,
      ),
    );
  }
  for (const { text, x, y } of subtitle) {
    group.append(
      element(document, "text", { x, y, "font-size": SUBTITLE_SIZE, fill: INK_2 }, text),
    );
  }
  for (const { entry, text, x, y, wide } of legend) {
    const isStep = entry.shape === "step", left = x - (isStep ? wide : SWATCH);
    if (entry.from !== undefined) {
      group.append(element(document, "text", { x: left, y, fill: INK }, entry.from));
    }
    group.append(
      ...swatch(entry, left, y, document, wide),
      element(
        document,
        "text",
        { x, y, fill: INK, ...(isStep ? { "text-anchor": "middle" } : {}) },
        text,
      ),
    );
  }
  svg.append(group);
}

/** Draws the symbol of a legend entry, given its left end and the baseline of the label. */
function swatch(
  entry: LegendEntry,
  left: number,
  y: number,
  document: Document,
  wide: number,
): Node[] {
  const { color, opacity = 1, shape = "square", symbol } = entry;
  const rect = (attributes: Attributes): Node => element(document, "rect", attributes);
  if (symbol !== undefined) {
    const paint: Attributes = symbol.hollow
      ? { fill: "none", stroke: color, "stroke-width": STROKES.reference }
      : { fill: color };
    const at = { d: symbolPath(symbol), transform: `translate(${left + 6},${y - 4})` };
    return [element(document, "path", { ...at, ...paint })];
  }
  const line = (x: number, width: number): Node =>
    rect({ x, y: y - 5, width, height: STROKES.data, fill: color });
  switch (shape) {
    case "line":
      return [line(left, 12)];
    case "dashed":
      return [line(left, 5), line(left + 7, 5)];
    case "outline":
      return [rect({
        x: left + 0.5,
        y: y - 8.5,
        width: 10,
        height: 10,
        fill: "none",
        stroke: color,
        "stroke-opacity": opacity,
      })];
    case "hatched":
      return [
        rect({
          x: left + 0.5,
          y: y - 8.5,
          width: 10,
          height: 10,
          fill: "none",
          stroke: color,
          "stroke-opacity": opacity * 0.6,
        }),
        element(document, "path", {
          d: hatchPath({ x1: left, x2: left + 11, y1: y - 9, y2: y + 2 }),
          fill: "none",
          stroke: color,
          "stroke-opacity": opacity,
        }),
      ];
    case "step": {
      const top = y - LINES.legend - 2;
      return [rect({ x: left, y: top, width: wide, height: STEP_HEIGHT, fill: color })];
    }
    case "square":
      return [
        rect({ x: left, y: y - 9, width: 11, height: 11, fill: color, "fill-opacity": opacity }),
      ];
  }
}

function element(
  document: Document,
  name: string,
  attributes: Attributes,
  text?: string,
): Node {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.append(text);
  return made;
}

/** Rounds coordinates to hundredths of a pixel: finer ones differ between machines. */
function roundCoordinates(svg: string): string {
  return svg.replaceAll(
    / (?:d|transform|x|y|x1|x2|y1|y2|cx|cy|r|width|height)="[^"]*"/g,
    (attribute) =>
      attribute.replaceAll(
        /-?\d+\.\d{3,}(?:e-?\d+)?/g,
        (number) => String(Math.round(Number(number) * 100) / 100),
      ),
  );
}

/** Ids of Plot's clip paths, which count up while a program runs. */
const CLIP = /\bplot-clip-\d+\b/g;

/** Renumbers the ids of clip paths from 1 in each chart. */
function renumberClipPaths(svg: string): string {
  const seen = new Map<string, string>();
  return svg.replaceAll(CLIP, (id) => {
    if (!seen.has(id)) seen.set(id, `plot-clip-${seen.size + 1}`);
    return seen.get(id)!;
  });
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo): enough to distinguish the charts of a page. */
function hash(text: string): string {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  }
  return `lifeframe-${(state >>> 0).toString(16).padStart(8, "0")}`;
}
