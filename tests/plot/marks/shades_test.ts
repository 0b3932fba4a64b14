import { assert } from "@std/assert";
import { shadeOf, shadesOf } from "../../../src/plot/marks/shades.ts";
import {
  ACCENT,
  type Shade,
  SHADES,
  STANDALONE_STYLE,
  TEXT_SHADES,
} from "../../../src/plot/picture/theme.ts";

type Color = readonly number[];

const hex = (text: string): Color =>
  [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
const over = (top: Color, opacity: number, below: Color): Color =>
  top.map((value, i) => value * opacity + below[i]! * (1 - opacity));

/** Relative luminance (WCAG 2.2). */
function luminance(color: Color): number {
  const [r, g, b] = color.map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
function contrast(a: Color, b: Color): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

/** The pages on which pictures stand: ink on paper, light and dark. */
const pages = [...STANDALONE_STYLE.matchAll(/color:(#[0-9a-f]{6});background:(#[0-9a-f]{6})/g)]
  .map(([, ink, paper]) => ({ ink: hex(ink!), paper: hex(paper!) }));
const shown = ({ color, ink }: Shade, page: { ink: Color; paper: Color }): Color =>
  over(page.ink, ink, over(hex(ACCENT), color, page.paper));

Deno.test("there is a light, a dark and a printed page", () => assert(pages.length === 3));

for (
  const [name, ramp, floor, step] of [
    ["without numbers", SHADES, 1.4, 1.3],
    ["below numbers", TEXT_SHADES, 1.25, 1.15],
  ] as const
) {
  Deno.test(`shades ${name} stand out from paper and from each other, in grey too`, () => {
    for (const page of pages) {
      const contrasts = ramp.map((shade) => contrast(shown(shade, page), page.paper));
      assert(contrasts[0]! >= floor, `the lowest has ${contrasts[0]}`);
      contrasts.slice(1).forEach((own, i) =>
        assert(own / contrasts[i]! >= step, `shade ${i + 1} has ${own} after ${contrasts[i]}`)
      );
    }
  });
}

Deno.test("numbers in ink are legible on each of the shades below numbers", () => {
  for (const page of pages) {
    for (const shade of TEXT_SHADES) {
      assert(contrast(shown(shade, page), page.ink) >= 4.5, JSON.stringify(shade));
    }
  }
});

Deno.test("a higher value never has a weaker shade", () => {
  for (const [low, high] of [[0, 100], [55, 61], [-3, 4], [0.001, 0.002]] as const) {
    const shades = shadesOf(low, high), [page] = pages;
    let last = 0;
    for (let i = 0; i <= 50; i++) {
      const own = contrast(shown(shadeOf(low + (high - low) * i / 50, shades), page!), page!.paper);
      assert(own >= last, `${low} to ${high}`);
      last = own;
    }
  }
});
