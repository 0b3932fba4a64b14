/** Returns a column name for a name that a person chose. */
export function columnName(name: string): string {
  const column = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "");
  return column === "time" ? "time_value" : column || "value";
}
