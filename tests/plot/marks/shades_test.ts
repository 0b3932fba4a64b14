import { assert, assertEquals } from "@std/assert";
import { calendar } from "../../../src/plot/mod.ts";
import { found } from "../svg.ts";
import { hasZero, shadeOf, shadesLegend, shadesOf } from "../../../src/plot/marks/shades.ts";
import { SHADES } from "../../../src/plot/picture/theme.ts";

Deno.test("a higher value never has a lower class", () => {
  for (const [low, high] of [[0, 100], [55, 61], [-3, 4], [0.001, 0.002]] as const) {
    const shades = shadesOf([low, high]);
    let last = 0;
    for (let i = 0; i <= 50; i++) {
      const own = SHADES.indexOf(shadeOf(low + (high - low) * i / 50, shades));
      assert(own >= last, `${low} to ${high}`);
      last = own;
    }
  }
});

Deno.test("the legend has the colour of each class", () => {
  const shades = shadesOf([0, 100]);
  assertEquals(
    shadesLegend(shades).map(({ color }) => color),
    SHADES.map(({ color }) => color),
  );
});

Deno.test("shades start at 0 where the measure has a zero", () => {
  assertEquals(shadesOf([11_532, 12_652]).edges[0], 11_500);
  assertEquals(shadesOf([11_532, 12_652], { fromZero: true }).edges[0], 0);
  assertEquals(
    shadesOf([-3, 4], { fromZero: true }).edges[0],
    -4,
    "below 0 there is no zero to start at",
  );
  assertEquals(hasZero("heart_rate", "sum") && hasZero("events", "count"), true);
  assertEquals(hasZero("steps", "mean"), true);
  assertEquals(hasZero("heart_rate", "mean") || hasZero("temperature", "max"), false);
});

Deno.test("one outlier does not make all other values pale", () => {
  const values = Array.from({ length: 100 }, (_, i) => 8 * i);
  for (const outlier of [50_000, -50_000]) {
    const shades = shadesOf([...values, outlier]);
    const inner = new Set(values.map((value) => SHADES.indexOf(shadeOf(value, shades))));
    assertEquals(inner.size, 4);
    assert(!inner.has(SHADES.indexOf(shadeOf(outlier, shades))), "it has a class of its own");
    assertEquals(outlier > 0 ? shades.edges.at(-1) : shades.edges[0], outlier);
  }
});

Deno.test("two similar numbers of steps have the same shade, two similar heart rates do not", async () => {
  const days = (y: string, values: readonly number[]) =>
    values.map((value, i) => ({ time: new Date(Date.UTC(2024, 2, 12 + i, 10)), [y]: value }));
  const colors = async (y: string, values: readonly number[], aggregate: "sum" | "mean") => {
    const picture = calendar(days(y, values), { y, aggregate, tz: "UTC" });
    return new Set(
      found(await picture.svg(), "[aria-label=rect] rect[fill]").map((cell) =>
        cell.getAttribute("fill")
      ),
    ).size;
  };
  assertEquals(await colors("steps", [11_532, 12_001, 11_900], "sum"), 1);
  assertEquals(await colors("heart_rate", [55, 62, 69], "mean"), 3);
});
