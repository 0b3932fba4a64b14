import type { Endpoint, Field, Fields } from "../../api/fields/endpoint.ts";
import { pathField } from "../../api/fields/pathFields.ts";
import { type TimeLike, toMicros } from "../../time/instant.ts";
import { isoMicros } from "../../time/iso.ts";
import { actionOf, rejectNonObject } from "./actionOf.ts";
import { callZone } from "./callZone.ts";
import { meantName } from "../../options/suggest.ts";
import { writeArgument, type WriteArgumentOptions } from "./writeArgument.ts";
import type { ArgumentValues } from "./argumentValues.ts";

export interface CheckArgumentsOptions {
  /** Zone of times without one, and of missing zone parameters. @default none */
  tz?: string | undefined;
}

/** Checked arguments as text. */
export interface CheckedArguments {
  /** Path parameters that were given, not yet percent-encoded. */
  readonly path: { readonly [name: string]: string };
  /** Query parameters in the table's order, without `output`; a list repeats its name. */
  readonly query: readonly (readonly [string, string])[];
}

/**
 * Checks the arguments of a call against the table: names, presence, kinds, allowed values, and the
 * order of the range. `output` is checked and left out, since it concerns the client.
 *
 * @throws {TypeError} if an argument is unknown, missing, or of the wrong kind
 * @throws {RangeError} if a value is not allowed, the range ends before it starts, or a list is
 * empty where that would mean "all"
 */
export function checkArguments(
  endpoint: Endpoint,
  args: ArgumentValues,
  options: CheckArgumentsOptions = {},
): CheckedArguments {
  rejectNonObject(endpoint, args);
  const action = actionOf(endpoint, args);
  const { query: fields = {}, route, body } = endpoint as Endpoint & { query?: Fields };
  const inPath = [...route.matchAll(/\{(\w+)(\??)\}/g)];
  const names = [...inPath.map(([, name = ""]) => name), ...Object.keys(fields)];
  if (body !== undefined) names.push("body");
  rejectUnknown(args, names, action);
  const tz = callZone(endpoint, args, options.tz);
  const path: Record<string, string> = {};
  for (const [, name = "", mark] of inPath) {
    const value = args[name];
    if (value !== undefined) {
      path[name] = writeArgument(pathField(name), value, { name, action, tz });
    } else if (mark === "") throw missing(name, action);
  }
  const query: [string, string][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = args[name] ?? (field.kind === "zone" ? tz : undefined);
    for (const text of writeValues(field, value, { name, action, tz })) {
      if (name !== "output") query.push([name, text]);
    }
  }
  if (body !== undefined && args["body"] === undefined) throw missing("body", action);
  checkRange(args, fields, action, tz);
  return { path, query };
}

function rejectUnknown(args: ArgumentValues, names: readonly string[], action: string): void {
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const near = meantName(unknown, names);
  throw new TypeError(
    `Cannot ${action}: there is no argument ${JSON.stringify(unknown)}; ` +
      (near === undefined
        ? `the arguments are ${names.join(", ") || "none"}`
        : `did you mean ${JSON.stringify(near)}?`),
  );
}

function writeValues(field: Field, value: unknown, options: WriteArgumentOptions): string[] {
  const { name, action } = options;
  if (value === undefined) {
    if (field.required && name !== "output") throw missing(name, action);
    return [];
  }
  if (!field.list) return [writeArgument(field, value, options)];
  if (!Array.isArray(value)) {
    throw new TypeError(
      `Cannot ${action}: ${name} has to be a list, even with one item. Write ${name}: [...].`,
    );
  }
  const emptyIsDefault = Array.isArray(field.default) && field.default.length === 0;
  if (value.length === 0 && !emptyIsDefault) {
    throw new RangeError(
      `Cannot ${action}: ${name} is an empty list${
        field.required ? "" : `; leave it out for ${field.default ?? "all"}`
      }`,
    );
  }
  return value.map((item) => writeArgument(field, item, options));
}

function checkRange(
  args: ArgumentValues,
  fields: Fields,
  action: string,
  tz: string | undefined,
): void {
  if (fields["start_time"] === undefined || fields["end_time"] === undefined) return;
  const { start_time: start, end_time: end } = args;
  if (start === undefined || end === undefined) return;
  const from = toMicros(start as TimeLike, { tz }), to = toMicros(end as TimeLike, { tz });
  if (to < from) {
    throw new RangeError(
      `Cannot ${action}: end_time ${isoMicros(to, tz)} is before start_time ${isoMicros(from, tz)}`,
    );
  }
}

function missing(name: string, action: string): TypeError {
  return new TypeError(`Cannot ${action}: ${name} is missing`);
}
