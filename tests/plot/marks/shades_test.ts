import { assert, assertEquals } from "@std/assert";
import { shadeOf, shadesLegend, shadesOf } from "../../../src/plot/marks/shades.ts";
import { SHADES } from "../../../src/plot/picture/theme.ts";

Deno.test("a higher value never has a lower class", () => {
  for (const [low, high] of [[0, 100], [55, 61], [-3, 4], [0.001, 0.002]] as const) {
    const shades = shadesOf(low, high);
    let last = 0;
    for (let i = 0; i <= 50; i++) {
      const own = SHADES.indexOf(shadeOf(low + (high - low) * i / 50, shades));
      assert(own >= last, `${low} to ${high}`);
      last = own;
    }
  }
});

Deno.test("the legend has the colour of each class", () => {
  const shades = shadesOf(0, 100);
  assertEquals(
    shadesLegend(shades, false).map(({ color }) => color),
    SHADES.map(({ color }) => color),
  );
});
