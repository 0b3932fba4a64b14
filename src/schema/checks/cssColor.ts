// @ts-types="@types/culori/fn"
import { formatHex8, parse } from "culori/fn";
import "culori/css"; // registers the colour spaces of CSS

/** What culori reads in addition to CSS: hex digits without `#`, and colour spaces of its own. */
const NOT_CSS = /^[0-9a-f]+$|--/;

/**
 * A CSS colour (level 4: names, hex, `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`, `oklab()`,
 * `oklch()`, `color()`) as `#rrggbb`, or `#rrggbbaa` where it is not opaque; undefined where the text
 * is not a colour. What sRGB cannot show is clipped to it, as browsers do.
 */
export function cssColor(text: string): string | undefined {
  const given = text.trim().toLowerCase();
  const color = NOT_CSS.test(given) ? undefined : parse(given);
  if (color === undefined || Object.values(color).some(isInfinite)) return undefined;
  return formatHex8(color).replace(/^(.{7})ff$/, "$1"); // opaque: without its alpha
}

function isInfinite(channel: unknown): boolean {
  return typeof channel === "number" && !Number.isFinite(channel);
}
