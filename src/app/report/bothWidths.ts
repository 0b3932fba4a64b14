import { Displayable, partHtml } from "../../display/displayable.ts";

/** Width of a chart on a phone of 360 pixels, between the page's margins. */
const NARROW = 328;

/** A chart rendered at two widths; CSS shows the one that fits. */
class BothWidths extends Displayable {
  /** Creates it from the wide and the narrow chart. */
  constructor(readonly wide: Displayable, readonly narrow: Displayable) {
    super();
  }

  /** Returns both charts in an element each. Without CSS, only the wide one is visible. */
  override async html(): Promise<string> {
    const [wide, narrow] = await Promise.all([this.wide.html(), this.narrow.html()]);
    return `<div class="wide">${wide}</div><div class="narrow" style="display:none">${narrow}</div>`;
  }

  /** Returns the wide chart, which includes a drawing for a phone. */
  protected override notebookHtml(): string | Promise<string> {
    return partHtml(this.wide, true);
  }

  /** Returns the description of the chart. */
  override toString(): string {
    return this.wide.toString();
  }
}

/**
 * Renders a chart for wide and narrow screens, since the text of a wide chart would be five pixels high on a phone.
 */
export function bothWidths(draw: (size: { width?: number }) => Displayable): Displayable {
  return new BothWidths(draw({}), draw({ width: NARROW }));
}
