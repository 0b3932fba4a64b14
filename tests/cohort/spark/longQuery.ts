/**
 * A query that takes both slots for hours. It can be interrupted at any time: a range looks after each
 * thousand of its numbers whether it is, a cross join only after a thousand times the other side.
 */
export const LONG = "select sum(sqrt(id)) from range(0, 100000000000000, 1, 2)";
