import { Displayable, partHtml } from "../../display/displayable.ts";

/** Width of the text of a page, and of two charts side by side in it. */
const WIDE = 736, HALF = 356;
/** Width of a chart on a phone of 360 pixels, between the page's margins. */
const NARROW = 328;

/** Draws a chart, at the given width if there is one. */
export type Draw = (size: { width?: number }) => Displayable;

/** A chart rendered at two widths; CSS shows the one that fits. */
class BothWidths extends Displayable {
  /** Creates it from a function that draws the chart. */
  constructor(readonly draw: Draw, readonly width: number) {
    super();
  }

  /** Returns both charts in separate elements. Without CSS, only the wide one is visible. */
  override async html(): Promise<string> {
    const [wide, narrow] = await Promise.all(
      [this.width, NARROW].map((width) => this.draw({ width }).html()),
    );
    return `<div class="wide">${wide}</div><div class="narrow" style="display:none">${narrow}</div>`;
  }

  /** Returns the chart at its usual width, which includes a drawing for a phone. */
  protected override notebookHtml(): string | Promise<string> {
    return partHtml(this.draw({}), true);
  }

  /** Returns the description of the chart. */
  override toString(): string {
    return this.draw({}).toString();
  }
}

/** Charts side by side on paper, and on a screen if its columns have space for several. */
class Row extends Displayable {
  /** Creates a row of charts. */
  constructor(
    readonly charts: readonly Displayable[],
    readonly name: "row" | "row pair",
    readonly columns: string,
  ) {
    super();
  }

  /** Returns the charts in a grid. */
  override html(): Promise<string> {
    return this.#grid(false);
  }

  protected override notebookHtml(): Promise<string> {
    return this.#grid(true);
  }

  async #grid(isNotebook: boolean): Promise<string> {
    const parts = await Promise.all(
      this.charts.map(async (chart) => `<div>${await partHtml(chart, isNotebook)}</div>`),
    );
    return `<div class="${this.name}" style="display:grid;grid-template-columns:${this.columns};gap:24px">${
      parts.join("\n")
    }</div>`;
  }

  /** Returns the descriptions of the charts, one line each. */
  override toString(): string {
    return this.charts.join("\n");
  }
}

/**
 * Renders a chart as wide as the text of a page, and for narrow screens, since the text of a wide
 * chart would be five pixels high on a phone.
 */
export function bothWidths(draw: Draw): Displayable {
  return new BothWidths(draw, WIDE);
}

/** Renders two charts side by side, each half as wide as the text of a page. */
export function sideBySide(draws: readonly Draw[]): Displayable {
  const columns = "repeat(auto-fit,minmax(min(20rem,100%),1fr))";
  return new Row(draws.map((draw) => new BothWidths(draw, HALF)), "row", columns);
}

/** Renders charts below each other on a screen, and side by side on paper, as drawn for a phone. */
export function pairedOnPaper(draws: readonly Draw[]): Displayable {
  return new Row(draws.map(bothWidths), "row pair", "minmax(0,1fr)");
}
