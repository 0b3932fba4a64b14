import { assert, assertEquals, assertMatch } from "@std/assert";
import { z } from "zod";
import { api } from "../../src/api/api.ts";
import { boundsFault } from "../../src/api/fields/bounds.ts";
import type { Endpoint, Field, RecordColumn } from "../../src/api/fields/endpoint.ts";
import { PATH_FIELDS, pathFields } from "../../src/api/fields/pathFields.ts";
import * as models from "../../src/schema/models.ts";

/**
 * A sentence: it begins with a capital, ends with a full stop, and has no line break or double
 * space.
 */
const SENTENCE = /^[A-Z]\S*(?: \S+)+\.$/;

const operations: [name: string, endpoint: Endpoint][] = Object.entries(api)
  .flatMap(([noun, endpoints]) =>
    Object.entries<Endpoint>(endpoints)
      .map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint])
  );

/** Every parameter of queries and paths, such as `sleep.cycles limit`. */
const fields: [name: string, field: Field][] = operations.flatMap(([name, { query, route }]) =>
  Object.entries({ ...query, ...pathFields(route) })
    .map(([parameter, field]): [string, Field] => [`${name} ${parameter}`, field])
);

Deno.test("every operation and every parameter is described in a sentence", () => {
  assert(operations.length > 80 && fields.length > 200);
  for (const [name, { summary, deprecated = summary }] of operations) {
    assertMatch(summary, SENTENCE, name);
    assertMatch(deprecated, SENTENCE, name);
  }
  for (const [name, { doc }] of fields) assertMatch(doc, SENTENCE, name);
});

Deno.test("no two operations share a route, and every path parameter is known", () => {
  const routes = operations.map(([, { route }]) => route.replaceAll(/\{[^}]*\}/g, "{}"));
  assertEquals(new Set(routes).size, routes.length);
  for (const [name, { route, seeOther = "/a" }] of operations) {
    assertMatch(
      route,
      /^(?:GET|POST|PUT|PATCH|DELETE) (?:\/(?:[a-z0-9_]+|\.well-known|jwks\.json|\{\w+\??\}))+$/,
      name,
    );
    assertMatch(seeOther, /^(?:\/(?:[a-z0-9_]+|\{\w+\}))+$/, name);
    for (const parameter of Object.keys(pathFields(route))) {
      assert(parameter in PATH_FIELDS, `${name} ${parameter}`);
    }
  }
});

Deno.test("the values of a parameter are distinct, and its default is one of them", () => {
  for (const [name, field] of fields) {
    const { oneOf, default: preset, list = false } = field;
    if (oneOf !== undefined) {
      assertEquals(new Set(oneOf).size, oneOf.length, name);
      for (const value of oneOf) assertMatch(value, /^\S(?:.*\S)?$/, name);
    }
    if (preset === undefined) continue;
    assertEquals(Array.isArray(preset), list, name);
    for (const value of [preset].flat()) {
      if (oneOf !== undefined) assert(oneOf.includes(value as string), `${name} ${value}`);
      if (typeof value === "boolean") assertEquals(field.kind, "boolean", name);
      else assertEquals(boundsFault(field, value as string | number), undefined, name);
      if (field.kind === "duration") Temporal.Duration.from(value as string);
      if (field.kind === "zone") new Intl.DateTimeFormat("en", { timeZone: value as string });
      if (field.kind === "text") assertMatch(value as string, /^\S+$/, name);
    }
  }
});

/** Returns the schema of a member, however its object is wrapped. */
interface Schema {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
}

Deno.test("every column of records is a member of their model", () => {
  let held = 0;
  for (const [name, { returns }] of operations) {
    if (returns.kind !== "records" && returns.kind !== "lines") continue;
    const model = models[returns.model] as z.ZodType;
    const whole = z.toJSONSchema(model, { unrepresentable: "any", io: "output" }) as Schema;
    const has = (schema: Schema, [first, ...rest]: readonly string[]): boolean => {
      if (schema.$ref !== undefined) {
        const path = schema.$ref.split("/").slice(1);
        const target = path.reduce((at, key) => Object(at)[key], whole as unknown);
        return has(target as Schema, [first!, ...rest]);
      }
      const parts = [...schema.anyOf ?? [], ...schema.allOf ?? []];
      if (parts.length > 0) return parts.some((part) => has(part, [first!, ...rest]));
      if (schema.properties === undefined) return rest.length === 0 || first !== "";
      const member = schema.properties[first!];
      return member !== undefined && (rest.length === 0 || has(member, rest));
    };
    for (const [column, where] of Object.entries<RecordColumn>(returns.columns)) {
      for (const place of placesOf(column, where)) {
        assert(has(whole, place.split(".")), `${name}: ${returns.model} has no ${place}`);
        held++;
      }
    }
    for (const column of Object.keys(returns.kind === "records" ? returns.unknown ?? {} : {})) {
      assert(column in returns.columns, `${name}: no column ${column}`);
    }
  }
  assert(held > 100);
});

/** Returns the path of a column in a record. */
function placesOf(column: string, where: RecordColumn): string[] {
  if (typeof where === "string") return [column];
  if ("path" in where) return [where.path, ...where.or === undefined ? [] : [where.or]];
  return "json" in where ? [where.json] : [column];
}

/** Defaults by name of parameter. */
const PRESETS: Readonly<Record<string, readonly unknown[]>> = {
  agg_functions: [["sum"]],
  calculations: [[]],
  clip_to_range: [true],
  cycle_gap: ["PT2H"],
  drop_nulls: [false],
  filter: [[]],
  format: ["json"],
  gap_stages: [[]],
  group: [[]],
  include_after: [false],
  include_archived: [false],
  include_deleted: [false],
  look_back: [14_400], // four hours
  merge_contiguous: [true],
  merge_overlapping: [true],
  metric_calculations: [[]],
  metric_seconds_after: [0],
  metric_seconds_before: [0],
  metrics: [[]],
  mode: ["end"],
  period: ["1d"],
  replace_nulls: [false],
  reverse_geocode: [false],
  sample_rate: [900], // a quarter of an hour
  samprate: ["60", 60],
  sort: ["asc"],
  subscribed_only: [false],
  time_zone: ["UTC"],
  tz: ["UTC"],
  version: ["v0"],
  window_size: [14_400],
};

/** A year and the years 1 to 9999, in seconds. */
const YEAR = 31_622_400;
const YEARS = (Date.UTC(9999, 11, 31, 24) - Date.parse("0001-01-01T00:00:00Z")) / 1000;

/** Allowed minimum and maximum, or exclusive minimum, by parameter. */
const BOUNDS: Readonly<Record<string, Pick<Field, "min" | "max" | "above">>> = {
  change_meters: { min: 0 },
  gap_stages: { min: 0, max: 5 },
  look_back: { min: 0, max: YEARS },
  metric_seconds_after: { min: 0, max: YEAR },
  metric_seconds_before: { min: 0, max: YEAR },
  sample_rate: { min: 1, max: YEARS },
  samprate: { above: 0 },
  stages: { min: 0, max: 5 },
  window_size: { min: 0, max: YEARS },
};

Deno.test("a parameter has the same default and bounds in every operation", () => {
  const preset = new Set<string>(), bounded = new Set<string>();
  for (const [name, { default: given, min, max, above }] of fields) {
    const parameter = name.split(" ")[1]!;
    if (given !== undefined) {
      preset.add(parameter);
      const said = PRESETS[parameter]!.map((value) => JSON.stringify(value));
      assert(said.includes(JSON.stringify(given)), `${name} ${given}`);
    }
    if (min === undefined && max === undefined && above === undefined) continue;
    bounded.add(parameter);
    assertEquals(
      { min, max, above },
      { min: undefined, max: undefined, above: undefined, ...BOUNDS[parameter] },
      name,
    );
  }
  assertEquals([...preset].sort(), Object.keys(PRESETS).sort());
  assertEquals([...bounded].sort(), Object.keys(BOUNDS).sort());
});

Deno.test("a sensor value of -1 and the distant times of a visit mean unknown", () => {
  const unknown = operations.flatMap(([name, { returns }]) =>
    returns.kind === "records" && returns.unknown !== undefined
      ? [[name, returns.unknown] as const]
      : []
  );
  assert(unknown.length >= 5);
  for (const [name, columns] of unknown) {
    for (const [column, value] of Object.entries(columns)) {
      assertEquals(value, column.endsWith("_date") ? "far" : -1, `${name} ${column}`);
    }
  }
});
