import { localInstant, zonedTime } from "../../time/zones.ts";
// @ts-types="@types/d3-array"
import { bisectLeft } from "d3-array";
import { type Length, windowLength } from "../../time/length.ts";
import type { Values } from "../input/readValues.ts";

/** One of consecutive periods of a record, in microseconds. */
export interface Period {
  /** Inclusive start. */
  readonly start: number;
  /** Exclusive end. */
  readonly end: number;
}

/** Maximum number of periods; more would take minutes. */
const MOST = 100_000;

/**
 * Returns the complete periods of a record, counted from its first instant. Days, weeks and months
 * follow the zone's calendar and clock; hours are elapsed time. The remainder is left out.
 *
 * @param until End of the record.
 * @throws {RangeError} if the length is invalid or makes more than 100,000 periods
 */
export function periodsIn(
  { first }: Values["span"],
  until: number,
  length: Length,
  tz: string,
): Period[] {
  const read = windowLength(length);
  const origin = zonedTime(BigInt(first), tz).toPlainDateTime();
  const edge = (i: number): number => {
    if (read.kind === "clock") return first + i * Number(read.micros);
    const later = origin.add({ days: i * read.days, months: i * read.months });
    return Number(localInstant(later, tz));
  };
  const periods: Period[] = [];
  for (let i = 0; edge(i + 1) <= until; i++) {
    periods.push({ start: edge(i), end: edge(i + 1) });
    if (periods.length <= MOST) continue;
    throw new RangeError(
      `Cannot use period ${JSON.stringify(length)}: that is more than ${MOST} periods`,
    );
  }
  return periods;
}

/** Returns the part of a series between two instants, both included. */
export function valuesWithin(values: Values, first: number, last: number): Values {
  const from = bisectLeft(values.at, first), past = bisectLeft(values.at, last + 1);
  return {
    ...values,
    at: values.at.subarray(from, past),
    value: values.value.subarray(from, past),
    span: { first, last: Math.min(last, values.span.last) },
  };
}
