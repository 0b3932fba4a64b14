import { fileURLToPath } from "node:url";
import { replaceFile } from "../../options/replaceFile.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { LIVE_TAG, PAGE_POLICY } from "../../display/liveTag.ts";
import { type PngOptions, toPng } from "./png.ts";
import { render, renderBoth } from "./render.ts";
import type { Mark, PictureSpec, PlotModule, PlotOptions, TimeSpan } from "./spec.ts";

/** How a picture becomes HTML. */
export interface PictureHtmlOptions {
  /** Whether to write a whole page, which stands alone, in place of a fragment. @default false */
  page?: boolean;
}

/**
 * A picture: shows itself as a notebook cell's value, and can be had as SVG, HTML or a file. It is
 * laid out and checked when it is made, and drawn when it is asked for.
 */
export class Picture extends Displayable {
  readonly #spec: PictureSpec;
  readonly #plot: PlotOptions;

  /** A picture of a layout; `plot` is laid over the layout's own options. */
  constructor(spec: PictureSpec, plot: PlotOptions = {}) {
    super();
    this.#spec = spec;
    this.#plot = plot;
  }

  /** What kind of picture it is, such as `hypnogram`. */
  get name(): string {
    return this.#spec.name;
  }

  /** What it shows, in words. */
  get summary(): string {
    return this.#spec.summary;
  }

  /** The span of its x axis in milliseconds since 1970, if that is one of instants. */
  get time(): TimeSpan | undefined {
    return this.#spec.time;
  }

  /** The layout, for pictures that are made of it. */
  get spec(): PictureSpec {
    return { ...this.#spec, draw: (plot) => this.options(plot) };
  }

  /**
   * The options of Observable Plot that draw this picture, for a plot of your own.
   *
   * @param plot Observable Plot, as `await import("@observablehq/plot")` gives it.
   * @throws {TypeError} if it is something else
   */
  options(plot: PlotModule): PlotOptions {
    if (typeof (plot as Partial<PlotModule> | null | undefined)?.plot !== "function") {
      throw new TypeError(
        `Cannot give the options of the picture: plot is ${
          describeValue(plot)
        }, expected Observable Plot, await import("@observablehq/plot")`,
      );
    }
    return mergeOptions(this.#spec.draw(plot), this.#plot);
  }

  /**
   * The marks of this picture, for a plot of your own.
   *
   * @param plot Observable Plot, as `await import("@observablehq/plot")` gives it.
   */
  marks(plot: PlotModule): Mark[] {
    return this.options(plot).marks as Mark[];
  }

  /** The picture as an SVG document that stands alone, legible on light and on dark screens. */
  svg(): Promise<string> {
    return render(this.spec, { standalone: true });
  }

  /**
   * The picture as HTML: a fragment in the ink of the page around it, or a page. Where scripts run, it says
   * its values under the pointer, by touch and by keys; it asks no network for anything.
   */
  override async html(options: PictureHtmlOptions = {}): Promise<string> {
    checkOptions("write the picture as HTML", options, { page: true });
    const svg = await this.inPage(options.page === true);
    if (options.page !== true) return `<div class="lifeframe-picture">${svg}${LIVE_TAG}</div>`;
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(this.#spec.header.title.map(({ text }) => text).join(" ") || this.name)}</title>
<style>:root{color-scheme:light dark}body{margin:1rem}</style>
</head>
<body>
${svg}
${LIVE_TAG}
</body>
</html>
`;
  }

  /** Returns the picture as a fragment for a notebook, which also has the drawing for a phone. */
  protected override async notebookHtml(): Promise<string> {
    return `<div class="lifeframe-picture">${await this.inNotebook()}${LIVE_TAG}</div>`;
  }

  /** Returns the SVG for a page; with `standalone` it brings its own ink and paper. */
  protected inPage(standalone: boolean): Promise<string> {
    return render(this.spec, { standalone, answers: true });
  }

  /** Returns the SVG for a notebook. */
  protected inNotebook(): Promise<string> {
    return renderBoth(this.spec);
  }

  /**
   * The picture as PNG, twice as large as it is drawn, in dark ink on white paper unless the options
   * say otherwise: for what shows no SVG, such as a word processor or a code host.
   *
   * ```ts
   * import { plot } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const rows = [{ time: "2024-03-30T08:00Z", value: 61 }, { time: "2024-03-30T09:00Z", value: 72 }];
   * const png = await plot.line(rows, { y: "value" }).png({ theme: "dark" });
   * assertEquals([...png.slice(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
   * ```
   *
   * @throws {TypeError} if an option does not exist or is of another kind
   * @throws {RangeError} if `scale` is not from 0.1 to 8
   */
  async png(options: PngOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return await toPng(await render(this.spec, { standalone: false }), options);
  }

  /**
   * Writes the picture to a file, by its ending: `.svg`, `.png`, or `.html` for a page.
   *
   * @param path The file, which is replaced if it is there.
   * @param options How it is painted, if it is a `.png`.
   * @throws {TypeError} if the file's name ends otherwise
   */
  async save(path: string | URL, options: PngOptions = {}): Promise<void> {
    if (typeof path !== "string" && !(path instanceof URL)) {
      throw new TypeError(
        `Cannot save the picture: path is ${describeValue(path)}, expected the name of a file`,
      );
    }
    const name = (path instanceof URL ? fileURLToPath(path) : path).toLowerCase();
    const isPng = name.endsWith(".png");
    if (!isPng) checkOptions<Record<never, never>>(`save the picture as ${path}`, options, {});
    const content = isPng
      ? this.png(options)
      : name.endsWith(".svg")
      ? this.svg()
      : name.endsWith(".html")
      ? this.html({ page: true })
      : undefined;
    if (content === undefined) {
      throw new TypeError(`Cannot save the picture: ${path} ends in none of .svg, .png and .html`);
    }
    const target = path instanceof URL ? fileURLToPath(path) : path;
    await replaceFile("save the picture", target, await content);
  }

  /** What the picture shows, in words. */
  override toString(): string {
    return this.#spec.summary;
  }
}

/** Options over options: scales member by member, marks one after the other. */
function mergeOptions(own: PlotOptions, over: PlotOptions): PlotOptions {
  const result: Record<string, unknown> = { ...own };
  for (const [name, value] of Object.entries(over)) {
    const below = result[name];
    result[name] = isPlain(below) && isPlain(value) ? { ...below, ...value } : value;
  }
  return { ...result, marks: [...(own.marks ?? []), ...(over.marks ?? [])] };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
}
