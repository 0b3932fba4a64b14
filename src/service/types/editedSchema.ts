import { isDeepStrictEqual } from "node:util";
import { parseJson } from "../../options/parseJson.ts";
import { COMMON_FIELDS, METRIC_FIELDS, UNNAMED_FIELDS } from "../../schema/enums.ts";
import { recordCheck } from "../../schema/checks/recordCheck.ts";
import type { JsonSchema, OwnType } from "../../schema/catalog.ts";
import { invalid, type Problem } from "../http/problem.ts";
import { isRecordTime } from "./recordSchema.ts";

/** The parts of a record schema that an edit may change. */
interface RecordFields extends JsonSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly unknown[];
  readonly $defs?: Readonly<Record<string, unknown>>;
}

/** Schemas of a user-defined type before an edit. */
export interface KnownSchemas {
  readonly base: OwnType["base"];
  /** Stored schema; null if the type has no fields of its own. */
  readonly own: string | null;
  /** Schema of whole records, as in the catalog. */
  readonly whole: JsonSchema;
}

const AT = ["body", "record_spec", "schema"];

/**
 * Reads an edited schema of a type's own fields, as text. Clients start from the entry's schema or
 * from the schema of whole records, so this removes what the service adds to the latter.
 *
 * @throws {Problem} 422 if a field is missing or changed, a field becomes required, another
 * keyword changes, or it cannot be used
 */
export function editedSchema(
  { base, own, whole }: KnownSchemas,
  given: string | JsonSchema | null,
): string | null {
  const common: readonly string[] = base === "Metric"
    ? [...COMMON_FIELDS, ...METRIC_FIELDS]
    : COMMON_FIELDS;
  const isOwn = (name: string): boolean => !common.includes(name);
  const was = JSON.parse(own ?? "{}") as RecordFields;
  const { properties = {}, required = [], ...edited } = ownPart(readObject(given), whole, was);
  for (const name of Object.keys(was.properties ?? {}).filter(isOwn)) {
    if (!Object.hasOwn(properties, name)) {
      throw invalid(AT, `The field ${JSON.stringify(name)} is missing: fields cannot be removed`);
    }
  }
  const ofOwn = Object.fromEntries(Object.entries(properties).filter(([name]) => isOwn(name)));
  const changed = changedPart(was, { ...edited, properties: ofOwn });
  if (changed !== undefined) {
    throw invalid(AT, `${changed} differs: stored records keep to the schema, add optional fields`);
  }
  const added = required.filter((name) => isOwn(name) && !was.required?.includes(name));
  if (added.length > 0) {
    throw invalid(AT, `${added.join(", ")} cannot be required: stored records may lack it`);
  }
  const kept = Object.entries(was.properties ?? {}).filter(([name]) => !isOwn(name));
  const fields = [...kept, ...Object.entries(ofOwn)];
  if (own === null && fields.length === 0) return null;
  const text = JSON.stringify({
    ...edited,
    properties: Object.fromEntries(fields),
    ...(was.required === undefined ? {} : { required: was.required }),
  });
  try {
    recordCheck(text, UNNAMED_FIELDS);
  } catch (error) {
    throw invalid(AT, (error as Error).message);
  }
  return text;
}

/** Keywords that do not affect which records are valid. */
const REMARKS = ["$comment", "title", "description", "default", "examples"];

/** Defaults of keywords. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  additionalProperties: false,
};

/**
 * Returns the part that an edit changes, apart from new fields and remarks. Returns `undefined` if
 * there is none.
 */
function changedPart(was: RecordFields, now: RecordFields): string | undefined {
  const meaningOf = (part: unknown): unknown =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).filter(([name]) => !REMARKS.includes(name)))
      : part;
  for (const group of ["properties", "$defs"] as const) {
    const parts = now[group] ?? {};
    for (const [name, part] of Object.entries(was[group] ?? {})) {
      const isSame = isDeepStrictEqual(meaningOf(parts[name]), meaningOf(part));
      if (Object.hasOwn(parts, name) && !isSame) return `${group}.${name}`;
    }
  }
  const { properties: _, $defs: __, required: ___, ...rest } = now;
  for (const [keyword, value] of Object.entries(rest)) {
    const had = Object.hasOwn(was, keyword) ? was[keyword] : DEFAULTS[keyword];
    const isSame = REMARKS.includes(keyword) || isDeepStrictEqual(value, had);
    if (!isSame) return keyword;
  }
  return undefined;
}

function readObject(given: string | JsonSchema | null): RecordFields {
  let schema: unknown = given ?? {};
  try {
    if (typeof schema === "string") schema = parseJson(schema);
  } catch (error) {
    throw wrongSchema(`it is not JSON: ${(error as Error).message}`);
  }
  if (typeof schema === "object" && schema !== null && !Array.isArray(schema)) {
    return schema as RecordFields;
  }
  throw wrongSchema("it is not an object");
}

function wrongSchema(reason: string): Problem {
  return invalid(AT, `The schema is not a JSON Schema: ${reason}`);
}

/** Removes what the service adds to the schema of whole records. */
function ownPart(given: RecordFields, whole: JsonSchema, was: RecordFields): RecordFields {
  const rest: Record<string, unknown> = { ...given };
  for (const keyword of ["$schema", "if", "then"]) {
    if (!Object.hasOwn(was, keyword) && isDeepStrictEqual(rest[keyword], whole[keyword])) {
      delete rest[keyword];
    }
  }
  const bases = ((whole["allOf"] ?? []) as unknown[]).slice(was.allOf?.length ?? 0);
  const isBase = (part: unknown): boolean => bases.some((base) => isDeepStrictEqual(part, base));
  if (given.allOf !== undefined) {
    const parts = given.allOf.filter((part) => !isBase(part));
    if (parts.length > 0) rest["allOf"] = parts;
    else delete rest["allOf"];
  }
  if (given.$defs !== undefined) {
    const definitions = Object.entries(given.$defs).filter(([, part]) => !isRecordTime(part));
    if (definitions.length > 0) rest["$defs"] = Object.fromEntries(definitions);
    else delete rest["$defs"];
  }
  return rest;
}
