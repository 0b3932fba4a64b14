import { NO_ZONE } from "../../time/zones.ts";
import {
  type Column,
  dateColumn,
  float64Column,
  int64Column,
  textColumn,
  timeColumn,
} from "../../frame/columns/columns.ts";
import { toMicros } from "../../time/instant.ts";
import { dayOf } from "../../time/day.ts";
import { csvTimes } from "./csvTimes.ts";

/**
 * Type of a CSV column. `epoch_` types are times as numbers since 1970 in seconds, milliseconds or
 * microseconds. A `duration` such as `7:02` or `7:02:30` is a number of minutes. In a column that
 * has both, fields with two parts are minutes and seconds.
 */
export type CsvType =
  | "time"
  | "date"
  | "epoch_s"
  | "epoch_ms"
  | "epoch_us"
  | "duration"
  | "float64"
  | "int64"
  | "bool"
  | "text";

export interface CsvFieldOptions {
  /** Zone of times without one, and of the frame. */
  readonly tz: string | undefined;
  /** Decimal separator. */
  readonly decimal: "." | ",";
  /** Removes thousands separators. @default false */
  readonly isGrouped?: boolean | undefined;
  /** Durations with two parts are minutes and seconds. @default hours and minutes */
  readonly isShort?: boolean | undefined;
  /** Unit that is removed from the fields, such as `%`. @default none */
  readonly unit?: string | undefined;
  /**
   * Reads a time as microseconds since 1970, a date as its midnight in UTC; `undefined` for ISO
   * 8601.
   */
  readonly readTime: ((text: string) => bigint) | undefined;
}

/** A column that grows field by field; `add` throws the reason if a field has another type. */
export interface CsvColumn {
  add(field: string | null): void;
  column(): Column;
}

const MICROS: Readonly<Record<string, number>> = { epoch_s: 1e6, epoch_ms: 1e3, epoch_us: 1 };
const DAY_MICROS = 86_400_000_000n;
const WHOLE = /^[+-]?\d{1,18}$/;
const BOOLS: Readonly<Record<string, number>> = { true: 1, "1": 1, false: 0, "0": 0 };

export function csvColumn(type: CsvType, options: CsvFieldOptions): CsvColumn {
  const { tz, decimal, readTime } = options;
  const bare = bareNumber(options), plain = numbers(decimal);
  const number = (field: string): number => plain(bare(field));
  switch (type) {
    case "text": {
      const values: (string | null)[] = [];
      return { add: (field) => values.push(field), column: () => textColumn(values) };
    }
    case "float64":
      return growingColumn<number>(
        number,
        (values, valid) => float64Column(Float64Array.from(values), valid),
      );
    case "int64":
      return growingColumn((written) => {
        const field = bare(written);
        if (!WHOLE.test(field)) throw new TypeError("an integer");
        return BigInt(field);
      }, (values, valid) => int64Column(BigInt64Array.from(values, BigInt), valid));
    case "duration":
      return growingColumn<number>(
        (field) => minutesOf(field, options.isShort),
        (values, valid) => float64Column(Float64Array.from(values), valid),
      );
    case "bool":
      return growingColumn((field) => {
        const value = BOOLS[field.toLowerCase()];
        if (value === undefined) throw new TypeError("true or false");
        return value;
      }, (values, valid) => ({ type: "bool", values: Uint8Array.from(values), valid }));
    case "time":
      return times(readTime ?? csvTimes(tz), tz);
    case "date":
      return growingColumn(
        (field) => {
          const day = readTime === undefined ? dayOf(field) : Number(readTime(field) / DAY_MICROS);
          if (day === undefined) throw new TypeError("a date such as 2024-03-31");
          return day;
        },
        (values, valid) => dateColumn(Int32Array.from(values), valid),
      );
    default: {
      const factor = MICROS[type];
      if (factor === undefined) {
        throw new RangeError(
          `Cannot read CSV: there is no type ${JSON.stringify(type)}; use time, date, duration, ${
            Object.keys(MICROS).join(", ")
          }, float64, int64, bool or text`,
        );
      }
      return times((field) => {
        const micros = BigInt(Math.round(number(field) * factor));
        return toMicros(new Temporal.Instant(micros * 1000n));
      }, tz);
    }
  }
}

/** Reads `7:02` or `7:02:30` as minutes; a short `44:21` has no hours. */
function minutesOf(field: string, isShort = false): number {
  const found = /^(\d+):([0-5]\d)(?::([0-5]\d))?$/.exec(field.trim());
  if (found === null) throw new TypeError("a duration such as 7:02");
  const [first, second, third] = found.slice(1).map((part) => Number(part ?? 0));
  const minutes = first! * 60 + second! + third! / 60;
  return isShort && found[3] === undefined ? minutes / 60 : minutes;
}

/** Removes a percent sign at the end of a number. */
export function withoutPercent(field: string): string {
  return field.endsWith("%") ? field.slice(0, -1).trimEnd() : field;
}

/** Returns a function that removes the unit and thousands separators of a number. */
function bareNumber({ decimal, isGrouped, unit }: CsvFieldOptions): (field: string) => string {
  const marks = decimal === "," ? /[.' \u00a0\u202f](?=\d{3})/g : /[,' \u00a0\u202f](?=\d{3})/g;
  return (field) => {
    const text = unit === "%" ? withoutPercent(field) : field;
    return isGrouped ? text.replaceAll(marks, "") : text;
  };
}

function times(read: (field: string) => bigint, tz: string | undefined): CsvColumn {
  return growingColumn(
    read,
    (values, valid) => timeColumn(BigInt64Array.from(values, BigInt), tz ?? NO_ZONE, valid),
  );
}

function numbers(decimal: "." | ","): (field: string) => number {
  const form = decimal === "."
    ? /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/
    : /^\s*[+-]?(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?\s*$/;
  return (field) => {
    const value = form.test(field) ? Number(field.replace(",", ".")) : NaN;
    if (!Number.isFinite(value)) throw new TypeError("a number");
    return value;
  };
}

function growingColumn<T extends number | bigint>(
  read: (field: string) => T,
  finished: (values: T[], valid: Uint8Array | undefined) => Column,
): CsvColumn {
  const values: T[] = [], nulls: number[] = [];
  let zero: T | undefined;
  return {
    add: (field) => {
      if (field === null) {
        nulls.push(values.length);
        values.push(zero as T);
      } else values.push(read(field));
    },
    column: () => {
      if (nulls.length === 0) return finished(values, undefined);
      zero = (values.some((value) => typeof value === "bigint") ? 0n : 0) as T;
      const valid = new Uint8Array(values.length).fill(1);
      for (const row of nulls) {
        valid[row] = 0;
        values[row] = zero;
      }
      return finished(values, valid);
    },
  };
}
