import { assert } from "@std/assert";
import { shadeOf, shadesOf } from "../../../src/plot/marks/shades.ts";
import { ACCENT, type Shade, SHADES, TEXT_SHADES } from "../../../src/plot/picture/theme.ts";
import { STANDALONE_STYLE } from "../../../src/display/paper.ts";
import { type Color, contrast, hex } from "./contrast.ts";

const over = (top: Color, opacity: number, below: Color): Color =>
  top.map((value, i) => value * opacity + below[i]! * (1 - opacity));

/** Pages that show charts: ink on paper, light and dark. */
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
