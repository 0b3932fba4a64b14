import type pl from "nodejs-polars";

/** Polars data frame. */
export type Frame = pl.DataFrame;

/** Row of a frame with columns of these names; other columns can be read as well. */
export type RowOf<Name extends string> =
  & { readonly [K in Name]: NamedRow[string] }
  & NamedRow;

/** Row of a frame by the names of its columns. */
export type NamedRow = ReturnType<Frame["toRecords"]>[number];

/** Members of a frame for which editors complete the names of its columns. */
export interface NamedColumns<Name extends string> {
  /** Returns a column. */
  getColumn(name: Name): Series;
  /** Returns the rows as objects. */
  toRecords(): RowOf<Name>[];
}

/** Polars data frame with column names that editors complete; it can also have other columns. */
export type FrameOf<Name extends string> = NamedColumns<Name> & Frame;

/** Column of a Polars data frame. */
export type Series = pl.Series;

/** Polars expression, such as `pl.col("time")`. */
export type Expression = pl.Expr;
