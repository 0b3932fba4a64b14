import type { UnitSystem } from "../../client/connectOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { SYSTEMS } from "../../series/convert.ts";
import { convertUnit, unitsFor } from "../../series/units/namedUnits.ts";

/** A value and its unit. */
export interface Amount {
  /** The value. */
  readonly value: number;
  /** Its unit. */
  readonly unit: string;
}

/** What people say in every system in place of a unit of the wire: food and effort are counted in kcal. */
const PLAIN: Readonly<Record<string, string>> = {
  cal: "kcal",
  J: "kJ",
  liter: "L",
  fraction: "%",
  percent: "%",
};

/** Units as they are written, where that is not their name. */
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

/** An amount in the units of a system of units; without one, or of a unit that belongs to none, as it is. */
export function inSystem({ value, unit }: Amount, system: UnitSystem | undefined): Amount {
  if (system === undefined) return { value, unit };
  const plain = PLAIN[unit] ?? unit, usual = SYSTEMS[system][plain] ?? plain;
  const to = [usual, plain].find((other) => unitsFor(unit).includes(other)) ?? unit;
  return { value: convertUnit(value, unit, to), unit: to };
}

/** A length as people of a system say it: `10.5 km`, `800 m`, `6.5 mi`. */
export function lengthIn(meters: number, system: UnitSystem): Amount {
  if (system === "imperial") return { value: convertUnit(meters, "m", "mi"), unit: "mi" };
  return meters < 1000
    ? { value: meters, unit: "m" }
    : { value: convertUnit(meters, "m", "km"), unit: "km" };
}

/** A value as it is read: three figures, thousands set apart, `420 kcal`, `10.5 km`, `11,232 steps`. */
export function amountText({ value, unit }: Amount): string {
  const size = Math.abs(value), digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const text = value.toLocaleString("en-US", { maximumFractionDigits: digits });
  const written = WRITTEN[unit] ?? unit;
  return written === "" ? text : `${text} ${written}`;
}

/** Minutes as `47 min` or `1 h 12 min`. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes), hours = Math.floor(whole / 60);
  return hours === 0 ? `${whole} min` : `${hours} h ${String(whole % 60).padStart(2, "0")} min`;
}

/** `DistanceTraveledOnFoot` as `Distance traveled on foot`; short names of one's own as they are. */
export function metricLabel(name: string): string {
  const words = name.replaceAll("_", " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2").split(" ");
  const lower = words.map((word) => /[A-Z].*[A-Z]/.test(word) ? word : word.toLowerCase()).join(
    " ",
  );
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

/**
 * The system of units: the one that is asked for, else the client's.
 *
 * @throws {RangeError} if no system of units has this name
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
 * Returns the system of units of a table of metrics: the given one, else the client's; `undefined` for
 * `"catalog"`, which leaves each metric in its unit in the catalog.
 *
 * @throws {RangeError} if no system of units has this name
 */
export function tableUnits(
  me: { readonly units?: UnitSystem },
  units: UnitSystem | "catalog" | undefined,
  action: string,
): UnitSystem | undefined {
  return units === "catalog" ? undefined : unitSystem(me, units, action);
}
