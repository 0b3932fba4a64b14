import type { Endpoint, Fields } from "../../api/fields/endpoint.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";

/** Column that each value of a list argument adds to a response. */
const COLUMN_OF: Readonly<Record<string, (value: string) => string>> = {
  function: (name) => name,
  agg_functions: (name) => `${name}_ms`,
};

/** Returns the columns of a response without functions that were not requested. */
export function requestedColumns<T>(
  endpoint: Endpoint,
  args: ArgumentValues,
  columns: { readonly [name: string]: T },
): { readonly [name: string]: T } {
  const left = new Set<string>();
  const fields: Fields = endpoint.query ?? {};
  for (const [argument, columnOf] of Object.entries(COLUMN_OF)) {
    const field = fields[argument];
    if (field === undefined) continue;
    const asked = (args[argument] ?? field.default ?? []) as readonly string[];
    for (const value of field.oneOf ?? []) {
      if (!asked.includes(value)) left.add(columnOf(value));
    }
  }
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !left.has(name)));
}
