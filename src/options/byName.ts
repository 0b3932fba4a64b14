import { isFrame } from "./describeValue.ts";

/** Options that a value probably belongs to, by its format, the most likely first. */
const LIKELY: readonly (readonly [form: RegExp, options: string])[] = [
  [/^(?:P|-?\d+ ?[a-z]+$)/, "every window period before gap maxAge"],
  [/^(?:mean|sum|min|max|median|count|std|first|last|any|all)$/, "aggregate"],
  [/^[A-Z][A-Za-z]+\/|^UTC$/, "tz"],
  [/^\d+$/, "window bins lag percentile"],
  [/./, "y x metrics sourcePriority statistics parts only columns"],
];

const LISTS = "metrics sourcePriority statistics parts only";

/**
 * Returns an example of options for a value that was passed in their place: `such as { every: "1h"
 * }` for `"1h"`. For a date, it shows how a range is written. Returns an empty string if no option
 * fits.
 *
 * @param names Names of the options.
 */
export function byName(value: unknown, names: readonly string[]): string {
  if (isFrame(value)) {
    return names.includes("a") && names.includes("b")
      ? '; it compares two ranges of one frame, such as { a: "2025-02", b: "2025-03" }'
      : "; it takes one frame";
  }
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  if (typeof value !== "string" && typeof value !== "number" && !isList) return "";
  if (isList && value.length === 0) return "";
  if (typeof value === "string" && /^\d{4}-\d\d/.test(value)) {
    return `; two dates are one range: { from, to: ${
      JSON.stringify(value)
    } }, without the day of to`;
  }
  const likely = isList ? [LISTS] : LIKELY
    .filter(([form]) => form.test(String(value))).map(([, options]) => options);
  const name = likely.flatMap((options) => options.split(" ")).find((one) => names.includes(one));
  if (name === undefined) return "";
  const shown = name === "window" && typeof value === "number" ? `${value}d` : value;
  return ` such as { ${name}: ${JSON.stringify(shown)} }`;
}
