/**
 * A query that occupies both slots for hours, but can be interrupted at any time: a range checks
 * for interrupts every thousand numbers, while a cross join takes a thousand times the other side.
 */
export const LONG = "select sum(sqrt(id)) from range(0, 100000000000000, 1, 2)";
