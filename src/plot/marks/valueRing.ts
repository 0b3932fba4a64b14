import type { Mark, PlotModule } from "../picture/spec.ts";
import { RING, sector } from "./polar.ts";
import { shadeOf, type Shades } from "./shades.ts";

/** Draws a ring of sectors in the shades of their values. */
export function valueRing(
  plot: PlotModule,
  values: readonly number[],
  shades: Shades,
  title: (point: { z: number }) => string,
): Mark[] {
  const hours = values.flatMap((value, hour) =>
    Number.isNaN(value) ? [] : [{ hour, shade: shadeOf(value, shades) }]
  );
  return [...Map.groupBy(hours, ({ shade }) => shade)].map(([{ color }, own]) => {
    const points = own.flatMap(({ hour }) => sector(hour, hour + 1, RING.from, RING.to));
    const shape = { x: "x", y: "y", z: "z", stroke: "none", curve: "linear-closed" } as const;
    return plot.line(points, { ...shape, fill: color, title });
  });
}
