import fc from "fast-check";
import type { Schema } from "../helpers/documentCheck.ts";

/** Texts that often break programs. */
export const ODD = [
  ...["", " ", "\0", "%", "/", "..", "é", "\u{1F600}", "null", "-1", "1e400", "__proto__"],
  "a".repeat(300),
];

const STARTS = "2024-01-01T00:00:00Z,2023-12-31,2024-01-02T00:00Z".split(",");
const ENDS = "2024-01-03T12:00:00+02:00,2024-01-05,2024-02-01T00:00Z".split(",");
const ODD_TIMES = ["0001-01-01", "9999-12-31T23:59:59.999999Z", "2024-02-30", "x"];
const TIMES = [...STARTS, ...ENDS];

const TYPES = "HeartRate,StepCount,SleepStage,Event,MomentAnnotation,DeletedRecord".split(",");

const TEXTS = [
  ..."a,b,home,text/plain,/a,UTC,06:00:00,arrow,json,PT2H,P1D,P1M,1h,18h/1d,15m,day,v1".split(","),
  ...TYPES,
  ..."HeartRate[60s] @ 1704153600,calendars,file:/a,0 8 * * *,sum,mean".split(","),
];

const NUMBERS = [0, 1, 5, 60, -1, 0.5, 900, 1e300, 2 ** 53 + 2];

/** Schemas that the service should reject: they are recursive and branch. */
const { ownSchema } = fc.letrec<{ ownSchema: Schema }>((tie) => {
  const one = tie("ownSchema");
  const pair = fc.tuple(one, one);
  const wrapped = (...names: string[]) =>
    fc.tuple(fc.constantFrom(...names), one).map(([name, schema]) => ({ [name]: schema }));
  return {
    ownSchema: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      fc.constantFrom<Schema>(
        {},
        { type: "string", pattern: "^(a+)+$" },
        { type: "number", minimum: 0, multipleOf: 0.1 },
        { enum: ["a", null, { b: 1 }] },
        { uniqueItems: true },
        { unevaluatedProperties: false },
        { type: "nothing" },
      ),
      fc.constantFrom("#", "#/$defs/a", "#/$defs/b", "#/$defs/c", "#a", "https://example.com/a")
        .chain(($ref) => fc.constantFrom({ $ref }, { $dynamicRef: $ref })),
      fc.tuple(fc.constantFrom("anyOf", "oneOf", "allOf", "prefixItems"), pair)
        .map(([name, schemas]) => ({ [name]: schemas })),
      wrapped("not", "items", "contains", "additionalProperties", "propertyNames"),
      pair.map(([a, b]) => ({ properties: { a, b }, required: ["a"] })),
      pair.map(([a, b]) => ({ if: a, then: b, dependentSchemas: { a } })),
    ),
  };
});
const ownSchemaText = fc.record({
  type: fc.constantFrom("object", "object", "object", "array"),
  properties: fc.record({ a: ownSchema, b: ownSchema }, { requiredKeys: [] }),
  $defs: fc.record({ a: ownSchema, b: ownSchema }),
}, { requiredKeys: ["properties"] }).map((schema) => JSON.stringify(schema));

/** Trees with the names in users' schemas. */
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<unknown>("a", "aaaa!", 1, null, true),
    fc.record({ a: tie("tree"), b: tie("tree") }, { requiredKeys: [] }),
    fc.array(tie("tree"), { maxLength: 3 }),
  ),
}));
const deep = fc.integer({ min: 5, max: 60 }).map((depth) => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 5 === 0 ? [value, value] : { a: value };
  return JSON.stringify(value).length < 100_000 ? value : 1;
});

/** Fields whose name is more specific than their schema. */
const NAMED: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  schema: ownSchemaText,
  start_time: fc.constantFrom(...STARTS),
  end_time: fc.constantFrom(...ENDS),
  metric: fc.constantFrom(...TYPES),
  metrics: fc.constantFrom(...TYPES),
  every: fc.constantFrom("1h", "15m", "1d"),
  cron: fc.constantFrom("0 8 * * *", "*/5 * * * 1"),
  path: fc.constantFrom("/", "/a"),
  content_type: fc.constantFrom("text/plain", "application/json"),
  recorded_at: fc.constantFrom(...STARTS),
  filter: fc.constantFrom("note:x", "value:1"),
  q: fc.constantFrom("HeartRate[60s] @ 1704153600", "HeartRate"),
  time_zone: fc.constantFrom("UTC", "Europe/Berlin"),
  base_type: fc.constantFrom("Event", "Metric"),
  grant_type: fc.constantFrom(
    "refresh_token",
    "urn:ietf:params:oauth:grant-type:device_code",
    "x",
  ),
};

/** Content of objects without a schema: records. */
const RECORD = fc.record({
  start_time: fc.constantFrom(...STARTS),
  value: fc.constantFrom(1, 60, 1e9),
  a: fc.oneof({ weight: 4, arbitrary: tree }, deep),
  b: tree,
}, { requiredKeys: ["start_time"] });

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(...ODD, ...ODD_TIMES, ...TIMES, ...TYPES),
  fc.string({ unit: "binary", maxLength: 8 }),
);

/** Sources of values. */
export interface Sources {
  /** Document that resolves `$ref`. */
  readonly root: Schema;
  /** `true` if some values are odd; otherwise all nearly match the schema. */
  readonly isBroken: boolean;
  /** Existing ids. */
  readonly ids: readonly string[];
}

/** Returns the schema that a `$ref` refers to. */
function refersTo({ root }: Sources, ref: string): Schema {
  let at: unknown = root;
  for (const name of ref.split("/").slice(1)) at = (at as Schema | undefined)?.[name];
  return (at ?? {}) as Schema;
}

/** Creates values that nearly match a schema. Recursive schemas end after six levels. */
export function near(
  schema: Schema,
  sources: Sources,
  name = "",
  depth = 0,
): fc.Arbitrary<unknown> {
  if (depth > 6 || typeof schema !== "object") return odd; // a schema may also be true or false
  const mostly = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    sources.isBroken
      ? fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: odd })
      : arbitrary;
  const named = NAMED[name];
  if (named !== undefined && Object.hasOwn(NAMED, name)) return mostly(named);
  const within = (one: Schema, name = "") => near(one, sources, name, depth + 1);
  if (typeof schema["$ref"] === "string") return within(refersTo(sources, schema["$ref"]), name);
  const all = (schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"]) as Schema[] | undefined;
  if (all !== undefined) {
    const rest = without(schema);
    return mostly(fc.constantFrom(...all).chain((one) => within({ ...rest, ...one }, name)));
  }
  if ("const" in schema) return mostly(fc.constant(schema["const"]));
  if (Array.isArray(schema["enum"])) return mostly(fc.constantFrom(...schema["enum"]));
  const types = [schema["type"]].flat();
  if (types.length > 1) {
    return fc.oneof(...types.map((type) => within({ ...schema, type }, name)));
  }
  switch (types[0]) {
    case "object": {
      const fields = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
      if (fields.length === 0) return mostly(RECORD);
      const required = ((schema["required"] ?? []) as string[])
        .filter((name) => fields.some(([other]) => other === name));
      return mostly(fc.record(
        Object.fromEntries(fields.map(([name, field]) => [name, within(field, name)])),
        { requiredKeys: required },
      ));
    }
    case "array":
      return mostly(fc.array(within((schema["items"] ?? {}) as Schema, name), { maxLength: 3 }));
    case "string":
      return mostly(textOf(schema, sources, name));
    case "integer":
    case "number": {
      const { minimum = -Infinity, maximum = Infinity } = schema as Record<string, number>;
      const within = NUMBERS.filter((one) =>
        one >= minimum && one <= maximum && (types[0] === "number" || Number.isSafeInteger(one))
      );
      const bounds = [minimum, maximum].filter(Number.isFinite);
      const good = fc.constantFrom(...within, ...bounds, ...(within.length > 0 ? [] : NUMBERS));
      return sources.isBroken ? mostly(fc.oneof(good, fc.constantFrom(...NUMBERS))) : good;
    }
    case "boolean":
      return mostly(fc.boolean());
    case "null":
      return fc.constant(null);
    default:
      return odd;
  }
}

function textOf(
  { format, pattern }: Schema,
  { ids }: Sources,
  name: string,
): fc.Arbitrary<unknown> {
  if (name.endsWith("userid")) return fc.constantFrom(ids[0], ids[0], ids[0], ids[1]);
  if (name === "data_type") {
    return fc.constantFrom(
      ...TYPES,
      ...ids.filter((id) => id.includes("/")),
    );
  }
  if (format === "uuid" || name.endsWith("_id")) return fc.constantFrom(...ids);
  if (format === "date-time") return fc.constantFrom(...TIMES);
  const any = fc.constantFrom(...TEXTS, ...TIMES, ...ids);
  if (typeof pattern !== "string") return any;
  if (/0-9a-fA-F/.test(pattern)) return fc.constantFrom(...ids);
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return any; // a pattern that fast-check cannot generate
  }
}

/** Returns a schema without its branches. */
function without({ anyOf: _1, oneOf: _2, allOf: _3, ...rest }: Schema): Schema {
  return rest;
}
