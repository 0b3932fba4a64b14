import pl from "nodejs-polars";
import type { Expression } from "./frame.ts";

/** Returns an instant in microseconds UTC as an expression of the type `datetime[us, tz]`. */
export function instantLiteral(micros: bigint, tz: string): Expression {
  // Literals of bigint are unsigned, and literals of numbers are inexact. So this adds the
  // remainder to a Date.
  const rest = ((micros % 1000n) + 1000n) % 1000n;
  const at = pl.lit(new Date(Number((micros - rest) / 1000n))).cast(pl.Datetime("us", "UTC"));
  const finer = pl.lit(Number(rest)).cast(pl.Int64).cast(pl.Duration("us"));
  return (rest === 0n ? at : at.add(finer)).dt.convertTimeZone(tz) as unknown as Expression;
}
