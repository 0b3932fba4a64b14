import type { Endpoint, Fields } from "../../api/fields/endpoint.ts";
import { type TimeLike, toMicros } from "../../time/instant.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";

/** Arguments that give a number, so that the size of the grid is known. */
const NUMBER = /^\d+(?:\.\d+)?$/;

/**
 * Returns the number of rows of a regular time series before it arrives: one per `samprate` seconds
 * from `start_time` up to, but not including, `end_time`. Returns `undefined` if rows may be
 * dropped, if windows follow the calendar, or if the rate is not a multiple of a microsecond.
 */
export function gridRows(
  endpoint: Endpoint,
  args: ArgumentValues,
  tz: string | undefined,
): number | undefined {
  const fields: Fields = endpoint.query ?? {};
  const rate = String(args["samprate"] ?? fields["samprate"]?.default ?? "");
  if (endpoint.split !== "grid" || args["drop_nulls"] === true || !NUMBER.test(rate)) {
    return undefined;
  }
  const exact = Number(rate) * 1e6, step = Math.round(exact);
  if (step < 1 || Math.abs(exact - step) > 1e-6) return undefined;
  const micros = (name: string): bigint => toMicros(args[name] as TimeLike, { tz });
  return Number((micros("end_time") - micros("start_time") + BigInt(step) - 1n) / BigInt(step));
}
