// @ts-types="@types/d3-array"
import { nice, ticks as roundTicks, tickStep } from "d3-array";
import { extent } from "./extent.ts";
import { textWidth } from "../picture/textWidth.ts";
import { GUTTERS, SPACES } from "../picture/theme.ts";
import { clockLabels, lengthLabel } from "../picture/labels.ts";
import { CLOCK_UNIT, HOUR_MS } from "../../time/units.ts";
import { decimalText, numberText, say, term } from "../../words/language.ts";

export interface ValueTicks {
  /** Both ends of the axis have a tick. */
  readonly domain: readonly [number, number];
  /** Distance between ticks. */
  readonly step: number;
  /** Ascending. */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  /** Width of the widest label in pixels. */
  readonly width: number;
  readonly unit?: string | undefined;
}

/**
 * Returns round ticks that enclose the values, at steps of 1, 2 or 5 times a power of ten.
 *
 * @param count Approximate number of steps.
 * @param options With `whole`, values are integers and ticks are, too.
 */
export function valueTicks(
  low: number,
  high: number,
  count = 5,
  { whole = false, unit }: { whole?: boolean; unit?: string | undefined } = {},
): ValueTicks {
  if (low === 0 && high === 0) return valueTicks(0, 1, count, { whole, unit });
  if (low === high) {
    const own = unit === CLOCK_UNIT ? 1 : Math.abs(low) * 0.1 || 1;
    const room = whole ? Math.max(1, Math.round(own)) : own;
    return valueTicks(low - room, high + room, count, { whole, unit });
  }
  const hours = unit === CLOCK_UNIT ? clockStep((high - low) / count) : undefined;
  if (hours !== undefined) {
    const domain = [Math.floor(low / hours) * hours, Math.ceil(high / hours) * hours] as const;
    const ticks = clockTicks(domain, hours);
    const width = Math.max(...ticks.map(({ text }) => textWidth(text)));
    return { domain, step: hours, ticks, width, unit };
  }
  const wanted = whole ? Math.min(count, Math.max(1, Math.ceil(high) - Math.floor(low))) : count;
  const domain = nice(low, high, wanted);
  const step = tickStep(domain[0], domain[1], wanted);
  const places = roundTicks(domain[0], domain[1], wanted);
  const texts = shortTexts(places, places.map((at) => valueLabel(at, step)));
  const ticks = places.map((at, i) => ({ at, text: texts[i]! }));
  return { domain, step, ticks, width: Math.max(...texts.map((text) => textWidth(text))) };
}

/** Maximum width of labels before thousands and millions are shortened, in pixels. */
const WIDEST = GUTTERS.left[0] - SPACES.near;

/** Shortens wide labels, `1,200,000` to `1.2M`, if they remain different. */
export function shortTexts(values: readonly number[], texts: readonly string[]): readonly string[] {
  if (texts.every((text) => textWidth(text) <= WIDEST)) return texts;
  const short = values.map((value) =>
    numberText(value, { notation: "compact", maximumFractionDigits: 2 }).replace("-", MINUS)
  );
  const wide = (all: readonly string[]): number => Math.max(...all.map((text) => textWidth(text)));
  return new Set(short).size === values.length && wide(short) < wide(texts) ? short : texts;
}

/** Returns `true` if all numbers except NaN are integers. */
export function areWhole(...lists: readonly ArrayLike<number>[]): boolean {
  return lists.every((values) => {
    for (let i = 0; i < values.length; i++) {
      if (!Number.isInteger(values[i]!) && !Number.isNaN(values[i]!)) return false;
    }
    return true;
  });
}

/** Formats a number with the decimals of its step: `1,250`, `2.5B`, `1e-7`. */
export function valueLabel(value: number, step: number): string {
  if (Math.abs(value) >= BILLION || step < 1e-6 || step < 1e-5 && Math.abs(value) < 1e-3) {
    return shortPower(value, 4);
  }
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const text = numberText(value, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return text.replace("-", MINUS);
}

const MINUS = "\u2212", BILLION = 1e9;

/** Formats a very large or very small number in short: `2.5B`, `1.5e−7`. */
function shortPower(value: number, digits: number): string {
  const size = Math.abs(value), rounded = Number(value.toPrecision(digits));
  const text = size >= BILLION && size < 1e15
    ? numberText(value, { notation: "compact", maximumSignificantDigits: digits })
    : decimalText(size > 0 && size < 1e-3 ? rounded.toExponential() : String(rounded));
  return text.replaceAll("-", MINUS);
}

/** Formats a number with its sign, unless it reads as 0: `+0.64`. */
export function signed(value: number, write: (size: number) => string): string {
  const size = write(Math.abs(value));
  return size === write(0) ? size : `${value < 0 ? MINUS : "+"}${size}`;
}

/** Formats a number with its unit: `6,000 steps`. */
export function valueText(value: number, unit: string | undefined, digits?: number): string {
  return bareText(value, unit, digits) + unitText(unit);
}

/**
 * Formats a number without its unit; times of day are `23:30`.
 *
 * @param digits Maximum number of significant digits. From three on, numbers below 100,000 keep their
 * integer part, so that a title and a table agree. @default 4
 */
export function bareText(value: number, unit: string | undefined, digits = 4): string {
  if (unit === CLOCK_UNIT) return clockText(value);
  const size = Math.abs(value);
  if (size >= BILLION || size > 0 && size < 1e-5) return shortPower(value, digits);
  const whole = digits < 3 ? 0 : Math.min(5, Math.trunc(size).toString().length);
  return numberText(value, { maximumSignificantDigits: Math.max(digits, whole) })
    .replace("-", MINUS);
}

/** Formats the size of a difference: `6,000 steps`; between times of day `25 min`. */
export function differenceText(size: number, unit: string | undefined, digits?: number): string {
  return unit === CLOCK_UNIT ? lengthLabel(size * HOUR_MS) : valueText(size, unit, digits);
}

/** `49 to 62.8 bpm`, `23:10 to 00:40`, `49 bpm` if both ends read alike */
export function rangeText(
  low: number,
  high: number,
  unit: string | undefined,
  digits?: number,
): string {
  const [from, end] = [low, high].map((value) => bareText(value, unit, digits));
  const to = valueText(high, unit, digits);
  return from === end ? to : say("{from} to {to}", { from: from!, to });
}

/** Describes the lowest and the highest of some values, `49 to 62.8 bpm`, or a lack of values. */
export function reachText(values: ArrayLike<number>, unit: string | undefined): string {
  const ends = extent([values]);
  return ends === undefined ? say("no data") : rangeText(...ends, unit);
}

/** Returns a unit after a space; empty without a unit, and for times of day. */
export function unitText(unit: string | undefined): string {
  return !unit || unit === CLOCK_UNIT ? "" : ` ${term(unit)}`;
}

/** Formats a number with thousands separators. */
export function shortNumber(value: number): string {
  return bareText(value, undefined);
}

/** Steps of axes of times of day, in minutes. */
const CLOCK_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

/** Returns the first round step of at least this many hours; `undefined` beyond a day. */
export function clockStep(hours: number): number | undefined {
  const step = CLOCK_STEPS.find((minutes) => minutes >= hours * 60 - 1e-9);
  return step && step / 60;
}

/** Returns a tick for each step between two times of day. */
export function clockTicks(
  [low, high]: readonly [number, number],
  step: number,
): { at: number; text: string }[] {
  const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const at = (first + i) * step;
    return { at, text: clockText(at) };
  });
}

/** Formats hours after midnight, negative for the evening before: `23:30`. */
function clockText(hours: number): string {
  const minutes = Math.round(hours * 60) % 1440;
  return clockLabels().hour(minutes / 60);
}

/** Formats a number with three significant digits, or its integer part if that has more. */
export function threeDigits(value: number): string {
  return bareText(value, undefined, 3);
}

/**
 * Formats numbers for display along an axis: all with the same decimals, enough for a two-hundredth
 * of the axis, without trailing zeros that all of them have.
 */
export function axisNumbers(
  [low, high]: readonly [number, number],
  values: readonly number[],
  unit?: string,
): (value: number) => string {
  if (unit === CLOCK_UNIT) return clockText;
  let decimals = Math.max(0, -Math.floor(Math.log10((high - low) / 200) + 1e-9));
  const write = (value: number): string => valueLabel(value, 10 ** -decimals);
  while (decimals > 0 && values.every((value) => write(value).endsWith("0"))) decimals--;
  return write;
}

/** Formats numbers in cells with the given significant digits; integers are never rounded. */
export function cellNumbers(
  values: readonly number[],
  digits = 3,
  unit?: string,
): (value: number) => string {
  if (unit === CLOCK_UNIT) return clockText;
  const most = Math.max(...values.map(Math.abs));
  const power = most === 0 ? 0 : Math.floor(Math.log10(most)) + 1 - digits;
  const step = areWhole(values) ? 1 : 10 ** Math.min(0, power);
  return (value) => valueLabel(value, step);
}
