import pl from "nodejs-polars";
import type { Column } from "../../frame/columns/columns.ts";
import { columnOf } from "../../frame/polars/columnsOf.ts";
import { spreadOut } from "./fillGaps.ts";
import { reduced, type RowReducer } from "../input/reducers.ts";
import { dtypeOf, type Wanted } from "../input/resampleInput.ts";
import { type Windowed, windowed, type WindowedOptions } from "./windowed.ts";

/**
 * Reduces points that are all of one group in windows closed at the left: the fastest way.
 *
 * @param times Microseconds UTC.
 * @param wanted Columns and functions of rows.
 */
export function inWindows(
  times: pl.Series,
  wanted: readonly Wanted[],
  options: Omit<WindowedOptions, "expressions">,
): { boundaries: BigInt64Array; columns: [string, Column][] } {
  const series = wanted.map((own, i) => own.series.alias(safe(i)));
  const compute = (nan: boolean): Windowed => {
    const expressions = wanted.map(({ name, reducer }, i) =>
      reduced(safe(i), dtypeOf(series[i]!), reducer as RowReducer, { name, nan })
    );
    if (times.len() === 0) return nothing(series, wanted);
    return windowed(pl.DataFrame([times.alias("at"), ...series]), { ...options, expressions });
  };
  const columnsOf = (found: Windowed): Column[] =>
    wanted.map((_, i) => columnOf(found.reduced.getColumn(safe(i))));
  let found = compute(false), made = columnsOf(found);
  if (made.some(hasNaN)) made = columnsOf(found = compute(true));
  const { boundaries, window } = found;
  return {
    boundaries,
    columns: wanted.map(({ result, reducer }, i) => [
      result,
      spreadOut(made[i]!, window, boundaries.length - 1, reducer),
    ]),
  };
}

function hasNaN(column: Column): boolean {
  return column.type === "float64" && column.values.some(Number.isNaN);
}

/** Names that hide no method of Polars' frames. */
export function safe(place: number): string {
  return `column ${place}`;
}

/** Of no rows there are no windows. */
function nothing(series: readonly pl.Series[], wanted: readonly Wanted[]): Windowed {
  const empty = series.map((own, i) => {
    const { reducer } = wanted[i]!;
    if (reducer === "first" || reducer === "last") return own;
    return own.cast(reducer === "count" ? pl.Int64 : pl.Float64);
  });
  return {
    boundaries: new BigInt64Array(1),
    window: new Uint32Array(0),
    reduced: pl.DataFrame(empty),
  };
}
