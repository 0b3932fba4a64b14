import { boundsFault } from "../../api/fields/bounds.ts";
import type { Endpoint, Field, Fields } from "../../api/fields/endpoint.ts";
import { pathField } from "../../api/fields/pathFields.ts";
import { type Issue, Problem } from "./problem.ts";
import { readValue } from "./readValue.ts";

export type ReadArguments = { readonly [name: string]: unknown };

/**
 * Parses and checks the parameters of a request, and fills in defaults. It ignores unknown
 * parameters, and rejects a repeated one that is not a list.
 *
 * @throws {Problem} 422 that lists all errors
 */
export function readArguments(
  endpoint: Endpoint,
  path: { readonly [name: string]: string },
  query: URLSearchParams,
): ReadArguments {
  const issues: Issue[] = [];
  const fields: Fields = endpoint.query ?? {};
  const args = {
    ...readAll(fields, (name) => query.getAll(name), "query", issues),
    ...readAll(pathFields(path), (name) => [path[name]!], "path", issues),
  };
  const { start_time, end_time } = args;
  if (typeof start_time === "bigint" && typeof end_time === "bigint" && end_time < start_time) {
    issues.push({
      loc: ["query", "end_time"],
      msg: "end_time is before start_time",
      type: "value_error",
    });
  }
  if (issues.length > 0) throw new Problem(422, issues);
  return args;
}

function pathFields(path: { readonly [name: string]: string }): Fields {
  return Object.fromEntries(Object.keys(path).map((name) => [name, pathField(name)]));
}

function readAll(
  fields: Fields,
  given: (name: string) => string[],
  place: string,
  issues: Issue[],
): ReadArguments {
  const args: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const texts = field.commas ? given(name).flatMap((text) => text.split(",")) : given(name);
    if (texts.length === 0) {
      args[name] = field.default;
      if (field.required) {
        issues.push({ loc: [place, name], msg: `${name} is missing`, type: "missing" });
      }
      continue;
    }
    if (!field.list && texts.length > 1) {
      const msg = `${name} is given ${texts.length} times, but takes one value`;
      issues.push({ loc: [place, name], msg, type: "value_error" });
      continue;
    }
    const values = texts.map((text) => readOne(field, name, text, place, issues));
    args[name] = field.list ? values : values[0];
  }
  return args;
}

function readOne(
  field: Field,
  name: string,
  text: string,
  place: string,
  issues: Issue[],
): unknown {
  if (field.oneOf !== undefined && !field.oneOf.includes(text)) {
    issues.push({
      loc: [place, name],
      msg: `${name} must be one of ${field.oneOf.join(", ")}`,
      type: "enum",
    });
    return undefined;
  }
  try {
    const value = readValue(field.kind, text);
    const fault = typeof value === "string" || typeof value === "number"
      ? boundsFault(field, value)
      : undefined;
    if (fault === undefined) return value;
    issues.push({ loc: [place, name], msg: `${name} ${fault}`, type: "value_error" });
    return undefined;
  } catch (error) {
    issues.push({
      loc: [place, name],
      msg: (error as Error).message,
      type: `${field.kind}_parsing`,
    });
    return undefined;
  }
}
