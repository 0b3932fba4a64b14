import type { UnitSystem } from "../../client/connectOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { lengthLabel } from "../../plot/picture/labels.ts";
import { SYSTEMS } from "../../series/convert.ts";
import { numberText, term } from "../../words/language.ts";
import { MINUTE_MS } from "../../time/units.ts";
import { convertUnit, unitsFor } from "../../series/units/namedUnits.ts";

/** A value and its unit. */
export interface Amount {
  readonly value: number;
  readonly unit: string;
}

/** Units for display that are the same in every system: food and effort are counted in kcal. */
const PLAIN: Readonly<Record<string, string>> = {
  cal: "kcal",
  J: "kJ",
  liter: "L",
  fraction: "%",
  percent: "%",
};

/** Units that are written differently from their names. */
const WRITTEN: Readonly<Record<string, string>> = {
  degC: "°C",
  degF: "°F",
  percent: "%",
  "mi/hr": "mph",
  "km/hr": "km/h",
  fl_oz_us: "fl oz",
  L: "l",
  mL: "ml",
  moodscore: "",
  count: "",
};

/**
 * Converts an amount to a system of units. Returns it unchanged without a system, or if the unit
 * belongs to no system.
 */
export function inSystem({ value, unit }: Amount, system: UnitSystem | undefined): Amount {
  if (system === undefined) return { value, unit };
  const plain = PLAIN[unit] ?? unit, usual = SYSTEMS[system][plain] ?? plain;
  const to = [usual, plain].find((other) => unitsFor(unit).includes(other)) ?? unit;
  return { value: convertUnit(value, unit, to), unit: to };
}

/** Formats a length in a system: `10.5 km`, `800 m`, `6.5 mi`. */
export function lengthIn(meters: number, system: UnitSystem): Amount {
  if (system === "imperial") return { value: convertUnit(meters, "m", "mi"), unit: "mi" };
  return meters < 1000
    ? { value: meters, unit: "m" }
    : { value: convertUnit(meters, "m", "km"), unit: "km" };
}

/**
 * Formats a value with three digits and thousands separators: `420 kcal`, `10.5 km`, `11,232
 * steps`.
 */
export function amountText({ value, unit }: Amount): string {
  const size = Math.abs(value), digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const text = numberText(value, { maximumFractionDigits: digits });
  const written = WRITTEN[unit] ?? unit;
  return written === "" ? text : `${text} ${term(written)}`;
}

/** Formats whole minutes as charts do: `0 min`, `7 h 05 min`, `8 h`. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  return whole === 0 ? "0 min" : lengthLabel(whole * MINUTE_MS);
}

/**
 * Formats `DistanceTraveledOnFoot` as `Distance traveled on foot`, in the current language; short
 * names stay unchanged.
 */
export function metricLabel(name: string): string {
  const words = name.replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z]\d*)(?=[A-Z][a-z])/g, "$1 $2 ") // `VitaminB12Consumed`
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2").split(" ");
  const isName = (word: string): boolean => /[A-Z].*[A-Z]|^[A-Z]\d*$/.test(word);
  const lower = words.map((word) => isName(word) ? word : word.toLowerCase()).join(" ");
  const key = lower.toLowerCase(), own = term(key), shown = own === key ? lower : own;
  return shown.charAt(0).toUpperCase() + shown.slice(1);
}

/**
 * Returns the requested system of units, otherwise the client's.
 *
 * @throws {RangeError} if the system does not exist
 */
export function unitSystem(
  me: { readonly units?: UnitSystem },
  units: UnitSystem | undefined,
  action: string,
): UnitSystem {
  const system = units ?? me.units ?? "metric";
  if (system === "metric" || system === "imperial") return system;
  throw new RangeError(
    `Cannot ${action}: units is ${describeValue(system)}, expected "metric" or "imperial"`,
  );
}

/**
 * Returns the system of units of a table of metrics: the given one, otherwise the client's. Returns
 * `undefined` for `"catalog"`, which keeps each metric in the unit of the catalog.
 *
 * @throws {RangeError} if the system does not exist
 */
export function tableUnits(
  me: { readonly units?: UnitSystem },
  units: UnitSystem | "catalog" | undefined,
  action: string,
): UnitSystem | undefined {
  return units === "catalog" ? undefined : unitSystem(me, units, action);
}
