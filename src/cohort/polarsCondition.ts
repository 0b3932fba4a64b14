import pl from "nodejs-polars";
import { type Condition, type TypedCell, typedCondition } from "./conditions.ts";
import type { CellType, TableSchema } from "./tableSchema.ts";

/**
 * A condition as a Polars expression.
 *
 * @throws {TypeError} if the table has no such column, or a value has not its type
 */
export function polarsCondition(condition: Condition, schema: TableSchema): pl.Expr {
  const typed = typedCondition(condition, columnType(condition.column, schema));
  const column = pl.col(typed.column);
  if ("in" in typed) {
    const each = typed.in.map((cell) =>
      cell === null ? column.isNull() : column.eq(literal(cell, typed.type))
    );
    // What is unknown does not match; and without a value nothing does.
    return each.reduce((any, one) => any.or(one), pl.lit(false)).fillNull(pl.lit(false));
  }
  const bounds: pl.Expr[] = [column.isNotNull()];
  if (typed.type === "float64") bounds.push(column.isNotNan());
  if (typed.from !== undefined) bounds.push(column.gtEq(literal(typed.from, typed.type)));
  if (typed.to !== undefined) bounds.push(column.lt(literal(typed.to, typed.type)));
  return bounds.reduce((all, one) => all.and(one)).fillNull(pl.lit(false));
}

/**
 * The type of a table's column.
 *
 * @throws {TypeError} if it has no such column
 */
export function columnType(column: string, schema: TableSchema): CellType {
  if (Object.hasOwn(schema, column)) return schema[column]!;
  throw new TypeError(
    `Cannot select by ${column}: there are only the columns ${Object.keys(schema).join(", ")}`,
  );
}

/** Polars reads big integers as unsigned and numbers as floats: text is cast exactly. */
function literal(cell: TypedCell, type: CellType): pl.Expr {
  switch (type) {
    case "time":
      return pl.lit(String(cell)).cast(pl.Int64).cast(pl.Datetime("us", "UTC"));
    case "date":
      return pl.lit(String(cell)).cast(pl.Int32).cast(pl.Date);
    case "int64":
      return pl.lit(String(cell)).cast(pl.Int64);
    default:
      return pl.lit(cell);
  }
}
