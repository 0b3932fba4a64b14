import type { FlatTable } from "./flatTable.ts";

/** Layout of a type's values in buffers, after the validity buffer. */
export type Layout =
  /** No buffer at all, not even a validity buffer. */
  | { readonly kind: "none" }
  /** One buffer with this many bits per value. */
  | { readonly kind: "fixed"; readonly bits: number }
  /** Offsets of this many bits, one more than values, and the bytes. */
  | { readonly kind: "bytes"; readonly bits: 32 | 64 }
  /** Views of 16 bytes, and the number of data buffers that the batch gives. */
  | { readonly kind: "views" }
  /** Offsets into one child. */
  | { readonly kind: "list"; readonly bits: 32 | 64 }
  /** This many values of one child for each value. */
  | { readonly kind: "fixedList"; readonly size: number }
  /** Children of the same length. */
  | { readonly kind: "struct" }
  /** A type that Polars does not have. */
  | { readonly kind: "unsupported" };

interface ArrowType {
  /** Name for error messages. */
  readonly name: string;
  /** Returns the layout, read from the type's table in Schema.fbs. */
  readonly layout: (flat: FlatTable, table: number) => Layout;
}

/** Layouts of the usual widths, which the columns of a wide table share. */
const FIXED: readonly Layout[] = Array.from({ length: 65 }, (_, bits) => ({ kind: "fixed", bits }));

const fixed = (bits: number): Layout => FIXED[bits] ?? { kind: "fixed", bits };
const always = (layout: Layout): ArrowType["layout"] => () => layout;
const unsupported = always({ kind: "unsupported" });

/** Number of bits of a float, by precision: half, single, double. */
const FLOAT_BITS = [16, 32, 64];
/** Number of bits of a date, by unit: days, milliseconds. */
const DATE_BITS = [32, 64];

/** Types by their numbers in the union `Type` of Schema.fbs. */
export const ARROW_TYPES: Readonly<Record<number, ArrowType>> = {
  1: { name: "null", layout: always({ kind: "none" }) },
  2: { name: "int", layout: (flat, at) => fixed(flat.int(at, 0, 0)) },
  3: { name: "float", layout: (flat, at) => fixed(FLOAT_BITS[flat.short(at, 0, 0)] ?? 64) },
  4: { name: "binary", layout: always({ kind: "bytes", bits: 32 }) },
  5: { name: "text", layout: always({ kind: "bytes", bits: 32 }) },
  6: { name: "bool", layout: always(fixed(1)) },
  7: {
    name: "decimal",
    layout: (flat, at) => {
      const bits = flat.int(at, 2, 128);
      return bits > 128 ? { kind: "unsupported" } : fixed(bits);
    },
  },
  8: { name: "date", layout: (flat, at) => fixed(DATE_BITS[flat.short(at, 0, 1)] ?? 64) },
  9: { name: "time of day", layout: (flat, at) => fixed(flat.int(at, 1, 32)) },
  10: { name: "timestamp", layout: always(fixed(64)) },
  11: { name: "interval", layout: unsupported },
  12: { name: "list", layout: always({ kind: "list", bits: 32 }) },
  13: { name: "struct", layout: always({ kind: "struct" }) },
  14: { name: "union", layout: unsupported },
  15: { name: "fixed-size binary", layout: (flat, at) => fixed(8 * flat.int(at, 0, 0)) },
  16: {
    name: "fixed-size list",
    layout: (flat, at) => ({ kind: "fixedList", size: flat.int(at, 0, 0) }),
  },
  17: { name: "map", layout: always({ kind: "list", bits: 32 }) },
  18: { name: "duration", layout: always(fixed(64)) },
  19: { name: "large binary", layout: always({ kind: "bytes", bits: 64 }) },
  20: { name: "large text", layout: always({ kind: "bytes", bits: 64 }) },
  21: { name: "large list", layout: always({ kind: "list", bits: 64 }) },
  22: { name: "run-end encoded", layout: unsupported },
  23: { name: "binary view", layout: always({ kind: "views" }) },
  24: { name: "string view", layout: always({ kind: "views" }) },
  25: { name: "list view", layout: unsupported },
  26: { name: "large list view", layout: unsupported },
};
