// @ts-types="@types/d3-array"
import { ticks as roundTicks, tickStep } from "d3-array";
import type { XAxis } from "../picture/chart.ts";
import { textWidth } from "../picture/textWidth.ts";
import { axisBelow, type AxisLabel } from "./axisBelow.ts";
import { clockReading } from "./valueAxis.ts";
import { bareText, clockStep, clockTicks, valueLabel } from "./valueTicks.ts";
import { CLOCK_UNIT } from "../../time/units.ts";

/**
 * Returns a value axis below the frame; integers only have ticks at integers.
 *
 * @param options With `beyond`, the axis extends to these ends, without ticks there.
 */
export function valueAxisX(
  domain: readonly [number, number],
  label: string,
  { whole = false, beyond = domain, unit }: {
    whole?: boolean;
    beyond?: readonly [number, number];
    unit?: string | undefined;
  } = {},
): XAxis {
  const share = (domain[1] - domain[0]) / (beyond[1] - beyond[0]);
  return {
    domain: beyond,
    reading: { kind: "number", name: label },
    ...clockReading(unit),
    layout: (pixels) =>
      axisBelow({ ticks: valueTicksX(domain, pixels * share, { whole, unit }), label }),
  };
}

/** Returns as many round values as fit along an axis below the frame; integers for integers. */
export function valueTicksX(
  domain: readonly [number, number],
  pixels: number,
  { whole = false, unit }: { whole?: boolean; unit?: string | undefined } = {},
): AxisLabel[] {
  for (let count = 10; count > 1; count--) {
    const hours = unit === CLOCK_UNIT ? clockStep((domain[1] - domain[0]) / count) : undefined;
    const step = hours ?? tickStep(domain[0], domain[1], count);
    if (whole && step < 1) continue;
    const found = hours === undefined
      ? roundTicks(domain[0], domain[1], count).map((at) => ({ at, text: valueLabel(at, step) }))
      : clockTicks(domain, hours);
    const widest = Math.max(...found.map(({ text }) => textWidth(text)));
    const apart = step / (domain[1] - domain[0]) * pixels;
    if (widest + 14 <= apart) return found;
  }
  return domain.map((at) => ({
    at,
    text: unit === CLOCK_UNIT ? bareText(at, unit) : valueLabel(at, domain[1] - domain[0]),
  }));
}
