import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { BudgetError, withinBudget } from "./checkBudget.ts";
import { addMeter, decodePointer, meteredSchema } from "./meteredSchema.ts";
import { safePattern } from "./safePattern.ts";

/** Problem in a part of a record. */
export interface Finding {
  /** Path in the record. */
  readonly path: readonly (string | number)[];
  /** Message. */
  readonly msg: string;
  /** Code of the problem. */
  readonly type: string;
}

/** Lists the problems of a record. */
export type RecordCheck = (record: unknown) => Finding[];

/** Maximum length of a schema in characters. */
const LONGEST = 32 * 1024;

/** Number of cached compiled schemas. */
const KEPT = 100;

const OPTIONS = {
  // Accepts keywords of other versions of JSON Schema.
  strict: false,
  // In JSON Schema 2020-12 a format is an annotation by default.
  validateFormats: false,
  logger: false,
  code: { regExp: safePattern },
} as const;

/** Options for compiling a valid schema. Each is compiled separately, so it cannot refer to others. */
const COMPILING = { ...OPTIONS, meta: false, validateSchema: false } as const;

/** Maximum number of problems per record; alternatives that all fail are several. */
const MAX_FINDINGS = 10;

const compiled = new Map<string, RecordCheck>();

/**
 * Compiles a user's JSON Schema for records (2020-12, or draft 7 if its `$schema` says so). A
 * record passes with or without the fields that all records have. The check stops at the first
 * problem, or when it would take too long, so that a user's schema never blocks others.
 *
 * @throws {RangeError} if the text is not a schema, or refers to schemas outside
 */
export function recordCheck(schema: string, common: readonly string[]): RecordCheck {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = compile(schema);
  const check: RecordCheck = boundCheck((record) => {
    const whole = listFindings(validate, record);
    if (whole.length === 0 || typeof record !== "object" || record === null) return whole;
    const own = Object.entries(record).filter(([name]) => !common.includes(name));
    return listFindings(validate, Object.fromEntries(own));
  });
  if (compiled.size >= KEPT) compiled.delete(compiled.keys().next().value!);
  compiled.set(schema, check);
  return check;
}

function compile(text: string): ValidateFunction {
  if (text.length > LONGEST) {
    throw new RangeError(`the schema is longer than ${LONGEST} characters`);
  }
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch {
    throw new RangeError("the schema is not JSON");
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new RangeError("the schema is not a JSON object");
  }
  const { $schema, $async } = schema as { $schema?: unknown; $async?: unknown };
  if ($async !== undefined) throw new RangeError("the schema is asynchronous");
  const isOld = typeof $schema === "string" && $schema.includes("draft-07");
  try {
    return withinBudget(() => {
      const language = isOld ? old() : present();
      if (!language.validateSchema(schema)) throw new RangeError(schemaFault(language.errors));
      const ajv = isOld ? new Ajv(COMPILING) : new Ajv2020(COMPILING);
      return addMeter(ajv as Ajv).compile(meteredSchema(schema as Record<string, unknown>));
    });
  } catch (cause) {
    const isOwn = cause instanceof RangeError || cause instanceof BudgetError;
    const reason = isOwn ? cause.message : "its keywords contradict each other";
    throw new RangeError(`the schema cannot be used: ${reason}`, { cause });
  }
}

/** Validators of schemas, created on first use. */
const old = makeOnce(() => new Ajv(OPTIONS)), present = makeOnce(() => new Ajv2020(OPTIONS) as Ajv);

function makeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}

/** Wraps a check so that exceeding its budget is a problem of the record. */
function boundCheck(check: RecordCheck): RecordCheck {
  return (record) => {
    try {
      return withinBudget(() => check(record));
    } catch (error) {
      if (!(error instanceof BudgetError)) throw error;
      return [{ path: [], msg: error.message, type: "schema" }];
    }
  };
}

function listFindings(validate: ValidateFunction, record: unknown): Finding[] {
  return validate(record) ? [] : (validate.errors ?? []).slice(0, MAX_FINDINGS).map(findingOf);
}

function findingOf({ instancePath, keyword, params }: ErrorObject): Finding {
  const path = decodePointer(instancePath);
  const msg = MESSAGES[keyword]?.(params) ?? `the keyword ${keyword} does not allow the value`;
  const { missingProperty, additionalProperty } = params;
  if (keyword === "required") return { path: [...path, missingProperty], msg, type: "missing" };
  return keyword === "additionalProperties"
    ? { path: [...path, additionalProperty], msg, type: "extra_forbidden" }
    : { path, msg, type: keyword };
}

/** Returns the first problem of a schema. */
function schemaFault(errors: readonly ErrorObject[] | null | undefined): string {
  const [first] = errors ?? [];
  if (first === undefined) return "it is not a JSON Schema";
  const { path, msg } = findingOf(first);
  return path.length === 0 ? msg : `${path.join(".")}: ${msg}`;
}

type Message = (params: Readonly<Record<string, unknown>>) => string;

const quoted = (value: unknown): string => JSON.stringify(value);
const compared: Message = ({ comparison, limit }) => `expected a number ${comparison} ${limit}`;
const [atLeast, atMost] = ["at least", "at most"].map(
  (bound) => (unit: string): Message => ({ limit }) => `expected ${bound} ${limit} ${unit}`,
) as [(unit: string) => Message, (unit: string) => Message];
const unknownField: Message = () => "the schema does not have this field";

/** Messages by keyword, from Ajv's parameters. */
const MESSAGES: Readonly<Record<string, Message>> = {
  additionalItems: atMost("items"),
  additionalProperties: unknownField,
  anyOf: () => "expected a value that one of the schemas in anyOf allows",
  const: ({ allowedValue }) => `expected ${quoted(allowedValue)}`,
  contains: ({ minContains }) => `expected at least ${minContains} items that contains allows`,
  dependencies: ({ property, deps }) => `a record with ${property} also needs ${deps}`,
  dependentRequired: ({ property, deps }) => `a record with ${property} also needs ${deps}`,
  enum: ({ allowedValues }) => `expected one of ${[allowedValues].flat().map(quoted).join(", ")}`,
  exclusiveMaximum: compared,
  exclusiveMinimum: compared,
  "false schema": () => "the schema allows no value here",
  if: ({ failingKeyword }) => `the schema in ${failingKeyword} does not allow the value`,
  items: atMost("items"),
  maxItems: atMost("items"),
  maxLength: atMost("characters"),
  maxProperties: atMost("fields"),
  maximum: compared,
  minItems: atLeast("items"),
  minLength: atLeast("characters"),
  minProperties: atLeast("fields"),
  minimum: compared,
  multipleOf: ({ multipleOf }) => `expected a multiple of ${multipleOf}`,
  not: () => "the schema in not allows the value, so it is rejected",
  oneOf: () => "expected a value that exactly one of the schemas in oneOf allows",
  pattern: ({ pattern }) => `expected text with the pattern ${quoted(pattern)}`,
  propertyNames: ({ propertyName }) => `the schema does not allow the name ${quoted(propertyName)}`,
  required: () => "the field is missing",
  type: ({ type }) => `expected ${[type].flat().join(" or ")}`,
  unevaluatedItems: () => "expected fewer items",
  unevaluatedProperties: unknownField,
  uniqueItems: () => "two items are equal",
};
