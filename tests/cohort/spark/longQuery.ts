/** A query that takes both slots for many minutes. */
export const LONG =
  "select sum(sqrt(a.id * b.id)) from range(200000) a cross join range(2000000) b";
