import { Displayable } from "../../display/displayable.ts";

/** How wide a picture is on a phone of 360 pixels, between the page's margins. */
const NARROW = 328;

/** A picture drawn for a page and for a phone, of which the page's style shows one. */
class BothWidths extends Displayable {
  /** The picture for a page, and the one for a phone. */
  constructor(readonly wide: Displayable, readonly narrow: Displayable) {
    super();
  }

  /** Both, each in an element of its own: where no style is applied, that of a page is seen. */
  override async html(): Promise<string> {
    const [wide, narrow] = await Promise.all([this.wide.html(), this.narrow.html()]);
    return `<div class="wide">${wide}</div><div class="narrow" style="display:none">${narrow}</div>`;
  }

  /** What the picture shows, in words. */
  override toString(): string {
    return this.wide.toString();
  }
}

/** A picture that reads on a phone too: text of a wide one would be five pixels high there. */
export function bothWidths(draw: (size: { width?: number }) => Displayable): Displayable {
  return new BothWidths(draw({}), draw({ width: NARROW }));
}
