import { parseJson } from "../../options/parseJson.ts";

/** A row of CSV or an object of JSON: a document of the API, whichever way it comes. */
export interface OuraRecord {
  /** What a field holds; undefined where nothing stands there. */
  value(field: string): unknown;
  /** The text of a field; undefined where it is none. */
  text(field: string): string | undefined;
  /** The number of a field; undefined where nothing stands there, NaN where it is not a number. */
  number(field: string): number | undefined;
  /** The object or list of a field, which in CSV is written as JSON; undefined where it is none. */
  object(field: string): object | undefined;
  /** Whether a field has anything. */
  has(field: string): boolean;
  /** Where it stands in the file. */
  readonly where: string;
}

/** A record by what gives the value of a field; `None` is nothing, as the export writes it. */
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
      try {
        return parseJson(found) as object;
      } catch {
        return undefined;
      }
    },
  };
}
