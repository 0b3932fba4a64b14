import type { Expression } from "../frame/polars/frame.ts";
import { instantLiteral } from "../frame/polars/instantLiteral.ts";
import { type TimeLike, toMicros } from "../time/instant.ts";
import { zone } from "../time/zone.ts";

/**
 * An instant to compare a column of times with, in expressions of Polars: there, text and dates do not
 * compare with times that have a zone. A date is the first instant of that local day.
 *
 * @param at `2024-03-31`, `2024-03-31T08:00`, a `Temporal.PlainDate`, a `Date`, ...
 * @param tz The IANA zone of the column: Polars compares only times of one zone.
 * @throws {TypeError} if it is not an instant
 * @throws {RangeError} if the zone does not exist
 *
 * @example Before noon on a Sunday
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 * import pl from "nodejs-polars";
 *
 * const tz = "Europe/Berlin";
 * const hours = series.resample(
 *   Array.from({ length: 48 }, (_, i) => ({ time: new Date(Date.UTC(2024, 2, 30, i)), value: i })),
 *   { every: "1h", tz },
 * );
 * const time = pl.col("time");
 * const morning = hours.filter(
 *   time.gtEq(series.instant("2024-03-31", tz)).and(time.lt(series.instant("2024-03-31T12:00", tz))),
 * );
 * assertEquals(morning.height, 11);
 * ```
 */
export function instant(at: TimeLike, tz: string): Expression {
  return instantLiteral(toMicros(at, { tz: zone(tz), what: "the instant" }), tz);
}
