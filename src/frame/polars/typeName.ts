import { columnNames, seriesOf } from "./seriesOf.ts";
import type { Frame } from "./frame.ts";

const NAMES: Readonly<Record<string, string>> = {
  String: "str",
  Utf8: "str",
  Categorical: "cat",
  Bool: "bool",
};

/** Returns a type in Polars' notation, such as `i64`, with the zone of times. */
export function typeName(dtype: unknown): string {
  const { variant, inner } = dtype as { readonly variant: string; readonly inner: unknown };
  if (variant === "Datetime") {
    const [unit, zone] = inner as [string, string | null | undefined];
    return `datetime[${unit}${zone ? `, ${zone}` : ""}]`;
  }
  if (variant === "List") return `list[${typeName((inner as unknown[])[0])}]`;
  if (variant === "Struct") return `struct[${(inner as unknown[]).length}]`;
  const number = /^(U?)(?:(Int)|Float)(\d+)$/.exec(variant);
  if (number !== null) {
    return `${number[1] === "U" ? "u" : number[2] === undefined ? "f" : "i"}${number[3]}`;
  }
  return NAMES[variant] ?? variant.toLowerCase();
}

/** Returns the name of the type of each column of a frame. */
export function typeNames(frame: Frame): [name: string, type: string][] {
  return columnNames(frame).map((name) => {
    try {
      return [name, typeName(seriesOf(frame, name).dtype)];
    } catch {
      return [name, "a type that is not supported"]; // Polars throws for its name
    }
  });
}
