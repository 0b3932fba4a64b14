import { localInstant, zonedTime } from "../../time/zones.ts";
// @ts-types="@types/d3-array"
import { bisectLeft } from "d3-array";
import { type Length, windowLength } from "../../time/length.ts";
import type { Values } from "../input/readValues.ts";

/** One of the periods that follow each other in a record, in microseconds. */
export interface Period {
  /** Inclusive start. */
  readonly start: number;
  /** Exclusive end. */
  readonly end: number;
}

/** More periods than this would take minutes. */
const MOST = 100_000;

/**
 * The whole periods of a length in a record, counted from its first instant: days, weeks and months
 * on the calendar and clock of the zone, hours as elapsed time. What is left over makes no period.
 *
 * @param until Where the record ends.
 * @throws {RangeError} if the length is invalid, or there would be more than 100,000
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

/** The part of a series in a period; its instants from the first to before the last, `last` included. */
export function valuesWithin(values: Values, first: number, last: number): Values {
  const from = bisectLeft(values.at, first), past = bisectLeft(values.at, last + 1);
  return {
    ...values,
    at: values.at.subarray(from, past),
    value: values.value.subarray(from, past),
    span: { first, last: Math.min(last, values.span.last) },
  };
}
