// @ts-types="@types/d3-array"
import { nice, ticks as roundTicks, tickStep } from "d3-array";
import { textWidth } from "../picture/textWidth.ts";

/** The labels of a value axis. */
export interface ValueTicks {
  /** The ends of the axis: both bear a tick. */
  readonly domain: readonly [number, number];
  /** The distance of ticks. */
  readonly step: number;
  /** The ticks from low to high. */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  /** The width of the widest label in pixels. */
  readonly width: number;
}

/**
 * Round ticks that enclose the values: at distances of 1, 2 or 5 times a power of ten.
 *
 * @param count About how many steps there are.
 * @param options With `whole`, what is drawn are integers: a tick between two of them would mean nothing.
 */
export function valueTicks(
  low: number,
  high: number,
  count = 5,
  { whole = false }: { whole?: boolean } = {},
): ValueTicks {
  if (low === high) {
    const own = Math.abs(low) * 0.1 || 1, room = whole ? Math.max(1, Math.round(own)) : own;
    return valueTicks(low - room, high + room, count, { whole });
  }
  const wanted = whole ? Math.min(count, Math.max(1, Math.ceil(high) - Math.floor(low))) : count;
  const domain = nice(low, high, wanted);
  const step = tickStep(domain[0], domain[1], wanted);
  const ticks = roundTicks(domain[0], domain[1], wanted)
    .map((at) => ({ at, text: valueLabel(at, step) }));
  return { domain, step, ticks, width: Math.max(...ticks.map(({ text }) => textWidth(text))) };
}

/** Whether all numbers are integers; NaN is no number. */
export function areWhole(...lists: readonly ArrayLike<number>[]): boolean {
  return lists.every((values) => {
    for (let i = 0; i < values.length; i++) {
      if (!Number.isInteger(values[i]!) && !Number.isNaN(values[i]!)) return false;
    }
    return true;
  });
}

/** A number with the decimals that its step needs and thousands set apart; extreme ones with a power of ten. */
export function valueLabel(value: number, step: number): string {
  if (Math.abs(value) >= 1e9 || step < 1e-6) {
    return String(Number(value.toPrecision(4))).replace("-", MINUS);
  }
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const text = value.toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return text.replace("-", MINUS);
}

const MINUS = "\u2212";

/** A number in at most five digits that count, with its unit behind it: `6,000 steps`. */
export function valueText(value: number, unit: string | undefined): string {
  return `${shortNumber(value)}${unit === undefined ? "" : ` ${unit}`}`;
}

/** A number in at most five digits that count, thousands set apart. */
export function shortNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 5 }).replace("-", MINUS);
}

/**
 * How a picture writes the numbers that it names along an axis: all with as many decimals, those of a
 * two-hundredth of the axis, as nobody sees less; and none that are zero in all of them.
 */
export function axisNumbers(
  [low, high]: readonly [number, number],
  values: readonly number[],
): (value: number) => string {
  let decimals = Math.max(0, -Math.floor(Math.log10((high - low) / 200) + 1e-9));
  const write = (value: number): string => valueLabel(value, 10 ** -decimals);
  while (decimals > 0 && values.every((value) => write(value).endsWith("0"))) decimals--;
  return write;
}

/** How numbers that stand side by side are written: in so many digits that count, but no integer is cut. */
export function cellNumbers(
  values: readonly number[],
  digits = 3,
): (value: number) => string {
  const most = Math.max(...values.map(Math.abs));
  const power = most === 0 ? 0 : Math.floor(Math.log10(most)) + 1 - digits;
  const step = areWhole(values) ? 1 : 10 ** Math.min(0, power);
  return (value) => valueLabel(value, step);
}
