import type pl from "nodejs-polars";
/** A Polars data frame. */
export type Frame = pl.DataFrame;
