import { parseJson } from "../../options/parseJson.ts";

/** Document of the API, as a row of CSV or an object of JSON. */
export interface OuraRecord {
  /** Returns the value of a field; undefined if it is empty. */
  value(field: string): unknown;
  /** Returns the text of a field; undefined if it is not text. */
  text(field: string): string | undefined;
  /** Returns the number of a field; undefined if it is empty, NaN if it is not a number. */
  number(field: string): number | undefined;
  /** Returns the object or list of a field (JSON in CSV); undefined if it has neither. */
  object(field: string): object | undefined;
  /** Returns whether a field has a value. */
  has(field: string): boolean;
  /** Place in the file, for the report. */
  readonly where: string;
}

/** Wraps a document; `valueOf` returns the value of a field. `None` means empty. */
export function ouraRecord(where: string, valueOf: (field: string) => unknown): OuraRecord {
  const value = (field: string): unknown => {
    const found = valueOf(field);
    return found === null || found === "" || found === "None" || found === "null"
      ? undefined
      : found;
  };
  return {
    where,
    value,
    has: (field) => value(field) !== undefined,
    text: (field) => {
      const found = value(field);
      return found === undefined || typeof found === "object" ? undefined : String(found);
    },
    number: (field) => {
      const found = value(field);
      if (found === undefined || typeof found === "number") return found;
      return typeof found === "string" ? Number(found) : NaN;
    },
    object: (field) => {
      const found = value(field);
      if (typeof found === "object") return found as object;
      if (typeof found !== "string" || !/^[{[]/.test(found)) return undefined;
      return jsonOf(found) ?? jsonOf(asJson(found));
    },
  };
}

function jsonOf(text: string): object | undefined {
  try {
    return parseJson(text) as object;
  } catch {
    return undefined;
  }
}

/** Returns JSON of a list or an object as Python prints it, such as `{'items': [None, 54.0]}`. */
function asJson(text: string): string {
  return text.replaceAll("'", '"').replaceAll(/\b(?:None|nan)\b/g, "null");
}
