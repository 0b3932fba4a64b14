/** Red, green and blue from 0 to 1. */
export type Color = readonly number[];

/** Parses `#rrggbb`. */
export const hex = (text: string): Color =>
  [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);

/** Returns the relative luminance (WCAG 2.2). */
export function luminance(color: Color): number {
  const [r, g, b] = color.map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** Returns the contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(a: Color, b: Color): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}
