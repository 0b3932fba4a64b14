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
import { languageCode } from "../../words/language.ts";

/** Options of {@linkcode Picture.html}. */
export interface PictureHtmlOptions {
  /** Returns a complete page instead of a fragment. @default false */
  page?: boolean;
}

/**
 * A chart: notebooks display it as a cell's value, and it converts to SVG, HTML, PNG or a file.
 * Layout and checks run when it is created; it is drawn on request.
 */
export class Picture extends Displayable {
  readonly #spec: PictureSpec;
  readonly #plot: PlotOptions;

  /** Creates a chart from a layout; `plot` is merged over the layout's own options. */
  constructor(spec: PictureSpec, plot: PlotOptions = {}) {
    super();
    this.#spec = spec;
    this.#plot = plot;
  }

  /** Kind of chart, such as `hypnogram`. */
  get name(): string {
    return this.#spec.name;
  }

  /** Description in words. */
  get summary(): string {
    return this.#spec.summary;
  }

  /** Interval of its x axis in milliseconds since 1970, if that has instants. */
  get time(): TimeSpan | undefined {
    return this.#spec.time;
  }

  /** Layout, for functions that combine charts. */
  get spec(): PictureSpec {
    return { ...this.#spec, draw: (plot) => this.options(plot) };
  }

  /**
   * Returns the options of Observable Plot that draw this chart, for your own plot.
   *
   * @param plot Observable Plot, as returned by `await import("@observablehq/plot")`.
   * @throws {TypeError} if it is something else
   */
  options(plot: PlotModule): PlotOptions {
    if (typeof (plot as Partial<PlotModule> | null | undefined)?.plot !== "function") {
      throw new TypeError(
        `Cannot return the options of the chart: plot is ${
          describeValue(plot)
        }, expected Observable Plot, await import("@observablehq/plot")`,
      );
    }
    const { draw, speak = (work) => work() } = this.#spec;
    return mergeOptions(speak(() => draw(plot)), this.#plot);
  }

  /**
   * Returns the marks of this chart, for your own plot.
   *
   * @param plot Observable Plot, as returned by `await import("@observablehq/plot")`.
   */
  marks(plot: PlotModule): Mark[] {
    return this.options(plot).marks as Mark[];
  }

  /** Returns a standalone SVG document, legible on light and dark screens. */
  svg(): Promise<string> {
    return render(this.spec, { standalone: true });
  }

  /**
   * Returns the chart as HTML: a fragment in the ink of the page around it, or a page. If scripts
   * run, it shows its values under the pointer, on touch and by keyboard. It makes no network
   * requests.
   */
  override async html(options: PictureHtmlOptions = {}): Promise<string> {
    checkOptions("write the chart as HTML", options, { page: true });
    const svg = await this.inPage(options.page === true);
    if (options.page !== true) return `<div class="lifeframe-picture">${svg}${LIVE_TAG}</div>`;
    return `<!doctype html>
<html lang="${(this.#spec.speak ?? ((work) => work()))(languageCode)}">
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

  /** Returns the chart as a fragment for a notebook, including the drawing for a phone. */
  protected override async notebookHtml(): Promise<string> {
    return `<div class="lifeframe-picture">${await this.inNotebook()}${LIVE_TAG}</div>`;
  }

  /** Returns the SVG for a page; with `standalone` it includes its own ink and paper. */
  protected inPage(standalone: boolean): Promise<string> {
    return render(this.spec, { standalone, answers: true });
  }

  /** Returns the SVG for a notebook. */
  protected inNotebook(): Promise<string> {
    return renderBoth(this.spec);
  }

  /**
   * Returns the chart as PNG, at twice its size and in dark ink on white paper by default, for
   * software that does not show SVG, such as word processors.
   *
   * ```ts
   * import { plot } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const rows = [{ time: "2024-03-30T08:00Z", value: 61 }, { time: "2024-03-30T09:00Z", value: 72 }];
   * const png = await plot.line(rows, { y: "value", tz: "UTC" }).png({ theme: "dark" });
   * assertEquals([...png.slice(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
   * ```
   *
   * @throws {TypeError} if an option does not exist or has another type
   * @throws {RangeError} if `scale` is not from 0.1 to 8
   */
  async png(options: PngOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return await toPng(await render(this.spec, { standalone: false }), options);
  }

  /**
   * Writes the chart to a file. The extension selects the format: `.svg`, `.png`, or `.html` for a
   * page.
   *
   * @param path File to write; an existing file is replaced.
   * @param options Options of a `.png`.
   * @throws {TypeError} if the file has another extension
   */
  async save(path: string | URL, options: PngOptions = {}): Promise<void> {
    if (typeof path !== "string" && !(path instanceof URL)) {
      throw new TypeError(
        `Cannot save the chart: path is ${describeValue(path)}, expected the name of a file`,
      );
    }
    const name = (path instanceof URL ? fileURLToPath(path) : path).toLowerCase();
    const isPng = name.endsWith(".png");
    if (!isPng) checkOptions<Record<never, never>>(`save the chart as ${path}`, options, {});
    const content = isPng
      ? this.png(options)
      : name.endsWith(".svg")
      ? this.svg()
      : name.endsWith(".html")
      ? this.html({ page: true })
      : undefined;
    if (content === undefined) {
      throw new TypeError(
        `Cannot save the chart: ${path} has none of the extensions .svg, .png and .html`,
      );
    }
    const target = path instanceof URL ? fileURLToPath(path) : path;
    await replaceFile("save the chart", target, await content);
  }

  /** Description in words. */
  override toString(): string {
    return this.#spec.summary;
  }
}

/** Merges options: scales member by member, marks by concatenation. */
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
