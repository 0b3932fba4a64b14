import type { Endpoint, Fields } from "../../api/fields/endpoint.ts";
import { type TimeLike, toMicros } from "../../time/instant.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";

/** Arguments whose answer is a grid of known size. */
const NUMBER = /^\d+(?:\.\d+)?$/;

/**
 * The rows of a regular time series, known before it comes: one each `samprate` seconds from
 * `start_time` while before `end_time`. Undefined where rows may be dropped, where the windows are
 * those of a calendar, or where the rate is not a multiple of a microsecond.
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
  const [start, end] = [args["start_time"], args["end_time"]].map((time) =>
    toMicros(time as TimeLike, { tz })
  );
  return Number((end! - start! + BigInt(step) - 1n) / BigInt(step));
}
