import type { Zones } from "../time/zone.ts";
import type { Column } from "../frame/columns/columns.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { numbersOfInt64s } from "./clock/int64Words.ts";
import { withColumns } from "../frame/polars/withColumns.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import {
  BY_AMOUNT,
  BY_MASS,
  type Conversion,
  conversion,
  MOLAR_MASS,
  type Substance,
  UNIT_TABLES,
  type UnitTable,
} from "./units/unitTables.ts";

/** Units of a conversion. */
export interface UnitChange {
  /** Unit of the column, such as `lb`. */
  readonly from: string;
  /**
   * Unit to convert to, such as `kg`, or `metric` or `imperial` for the usual unit of that system.
   */
  readonly to: string;
  /**
   * Dissolved substance, such as `glucose`, to convert mass per volume to amount per volume.
   * @default none: such conversions are rejected
   */
  readonly substance?: Substance;
}

/** Options of {@linkcode convert}. */
export interface ConvertOptions {
  /** Time columns that records give as text. @default ["time", "start_time", "end_time"] */
  times?: readonly string[];
  /** IANA zone of such times without a zone. @default none: they are rejected */
  tz?: Zones;
}

/** Usual unit of a system for each unit of another; other units stay unchanged. */
export const SYSTEMS: Readonly<Record<"metric" | "imperial", { readonly [unit: string]: string }>> =
  {
    metric: {
      lb: "kg",
      st: "kg",
      oz: "g",
      mi: "km",
      yd: "m",
      ft: "m",
      in: "cm",
      fl_oz_us: "mL",
      fl_oz_imp: "mL",
      cup_us: "mL",
      "mi/hr": "km/h",
      mph: "km/h",
      degF: "degC",
    },
    imperial: {
      kg: "lb",
      g: "oz",
      km: "mi",
      m: "ft",
      cm: "in",
      mm: "in",
      L: "fl_oz_us",
      mL: "fl_oz_us",
      "km/h": "mi/hr",
      "km/hr": "mi/hr",
      "m/s": "mi/hr",
      degC: "degF",
      K: "degF",
    },
  };

const TIMES: readonly string[] = ["time", "start_time", "end_time"];

/**
 * Converts columns from one unit to another: `(value - zero) * scale + zero`, with a table of mass,
 * length, volume, energy, time, speed, temperature, share, rate, pressure, power and concentration.
 * A `cal` is a small calorie; food labels use `kcal`.
 *
 * @param frame any frame; other columns stay unchanged.
 * @param changes for each column to convert, its unit and the new one.
 * @returns the frame, the converted columns `f64`; null stays null.
 * @throws {TypeError} if a column is missing or not numeric
 * @throws {RangeError} if a unit is unknown, or the two units measure different quantities; the
 * message names both and the possible units. mg/dL and mmol/L need a known substance
 *
 * @example Height and temperature in metric units
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertAlmostEquals, assertThrows } from "@std/assert";
 *
 * const frame = series.convert([{ height: 6, body_temperature: 98.6 }], {
 *   height: { from: "ft", to: "cm" },
 *   body_temperature: { from: "degF", to: "metric" },
 * });
 * assertAlmostEquals(frame.getColumn("height").max(), 182.88, 1e-9);
 * assertAlmostEquals(frame.getColumn("body_temperature").max(), 37, 1e-9);
 * assertThrows(() => series.convert(frame, { height: { from: "cm", to: "kg" } }), RangeError);
 * ```
 */
export function convert(
  frame: FrameLike,
  changes: { readonly [column: string]: UnitChange },
  options: ConvertOptions = {},
): Frame {
  checkOptions(ACTION, options, { times: true, tz: true });
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  checkChanges(changes);
  Object.keys(changes).forEach((name) => data.check(name));
  const converted = Object.entries(changes)
    .filter(([name]) => data.names.includes(name)) // no records lack no column
    .map(([name, change]) => [name, convertColumn(data.column(name), name, change)] as const);
  const units = Object.entries(changes).map(([name, change]) => [name, targetOf(change)]);
  return withColumns(
    data.frame(options.times ?? TIMES),
    Object.fromEntries(converted),
    Object.fromEntries(units),
  );
}

const ACTION = "convert units";

function checkChanges(changes: { readonly [column: string]: UnitChange }): void {
  const shape = '{ weight: { from: "lb", to: "kg" } }';
  if (typeof changes !== "object" || changes === null || Array.isArray(changes)) {
    throw new TypeError(
      `Cannot ${ACTION}: changes is ${describeValue(changes)}, expected ${shape}`,
    );
  }
  for (const [name, change] of Object.entries(changes)) {
    const table = { from: true, to: true, substance: true } as const;
    checkOptions(`${ACTION} of ${name}`, change, table, shape);
  }
}

function convertColumn(column: Column, name: string, change: UnitChange): Column {
  const { multiply, divide, zero, origin } = changeOf(change, name);
  const given = readNumbers(column, name);
  const values = given.values.map((value) => {
    const shifted = value - zero;
    return (multiply === divide ? shifted : shifted * multiply / divide) + origin;
  });
  return { type: "float64", values, valid: given.valid };
}

function readNumbers(column: Column, name: string) {
  const { type } = column;
  if (type === "float64") return column;
  if (type === "int64") {
    return { values: numbersOfInt64s(column.values), valid: column.valid };
  }
  if (type === "text" && column.values.every((value) => value === null)) {
    const { length } = column.values;
    return { values: new Float64Array(length), valid: new Uint8Array(length) };
  }
  throw new TypeError(
    `Cannot convert units: column ${JSON.stringify(name)} is ${type}, not a number`,
  );
}

/** Returns the unit to convert to; for a system, its usual unit. */
function targetOf({ from, to }: UnitChange): string {
  return to === "metric" || to === "imperial" ? SYSTEMS[to][from] ?? from : to;
}

function changeOf({ from, to: asked, substance }: UnitChange, name: string): Conversion {
  const to = targetOf({ from, to: asked });
  const tables: UnitTable[] = [...UNIT_TABLES, BY_MASS, BY_AMOUNT];
  if (substance !== undefined) tables.push(solution(substance));
  const own = tables.filter((table) => Object.hasOwn(table, from));
  const both = own.find((table) => Object.hasOwn(table, to));
  if (both !== undefined) return conversion(both, from, to);
  const refused = `Cannot convert ${name} from ${JSON.stringify(from)} to ${JSON.stringify(to)}: `;
  if (own.length === 0) {
    const known = new Set(tables.flatMap((table) => Object.keys(table)));
    throw new RangeError(
      `${refused}the first is unknown; the known units are ${[...known].join(", ")}`,
    );
  }
  const dissolved = Object.hasOwn(solution("glucose"), from) &&
    Object.hasOwn(solution("glucose"), to);
  const possible = new Set(own.flatMap((table) => Object.keys(table)));
  throw new RangeError(
    refused +
      (dissolved
        ? `pass the substance, one of ${Object.keys(MOLAR_MASS).join(", ")}`
        : `the possible units are ${[...possible].join(", ")}`),
  );
}

/** Returns the units of a substance's concentration by mass and by amount, in mg/dL. */
function solution(substance: Substance): UnitTable {
  if (!Object.hasOwn(MOLAR_MASS, substance)) {
    throw new RangeError(
      `Cannot convert ${
        JSON.stringify(substance)
      }: its molar mass is unknown; the known substances are ${Object.keys(MOLAR_MASS).join(", ")}`,
    );
  }
  const perMillimole = MOLAR_MASS[substance] / 10; // mg/dL
  const amounts = Object.entries(BY_AMOUNT).map(([unit, scale]) => [unit, scale * perMillimole]);
  return { ...BY_MASS, ...Object.fromEntries(amounts) };
}
