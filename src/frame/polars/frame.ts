import type pl from "nodejs-polars";

/** A Polars data frame. */
export type Frame = pl.DataFrame;

/** A column of a Polars data frame. */
export type Series = pl.Series;

/** An expression of Polars, such as `pl.col("time")`. */
export type Expression = pl.Expr;
