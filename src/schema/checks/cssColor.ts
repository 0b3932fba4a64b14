// @ts-types="@types/culori/fn"
import { formatHex8, parse } from "culori/fn";
import "culori/css"; // registers the colour spaces of CSS

/** Matches what culori accepts beyond CSS: hex digits without `#`, and its own colour spaces. */
const NOT_CSS = /^[0-9a-f]+$|--/;

/**
 * Formats a CSS colour (level 4: names, hex, `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`,
 * `oklab()`, `oklch()`, `color()`) as `#rrggbb`, or `#rrggbbaa` if it is not opaque. Colours beyond
 * sRGB are clipped, as in browsers. Returns `undefined` if the text is not a colour.
 */
export function cssColor(text: string): string | undefined {
  const given = text.trim().toLowerCase();
  const color = NOT_CSS.test(given) ? undefined : parse(given);
  if (color === undefined || Object.values(color).some(isInfinite)) return undefined;
  return formatHex8(color).replace(/^(.{7})ff$/, "$1"); // drops the alpha of opaque colours
}

function isInfinite(channel: unknown): boolean {
  return typeof channel === "number" && !Number.isFinite(channel);
}
