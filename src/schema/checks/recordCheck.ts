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
    const language = isOld ? old() : present();
    if (!language.validateSchema(schema)) throw new RangeError(language.errorsText());
    const ajv = isOld ? new Ajv(COMPILING) : new Ajv2020(COMPILING);
    const metered = meteredSchema(schema as Record<string, unknown>);
    return withinBudget(() => addMeter(ajv as Ajv).compile(metered));
  } catch (error) {
    throw new RangeError(`the schema cannot be used: ${(error as Error).message}`);
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

function findingOf({ instancePath, keyword, message = keyword, params }: ErrorObject): Finding {
  const path = decodePointer(instancePath);
  const { missingProperty, additionalProperty } = params;
  if (keyword === "required") {
    return { path: [...path, missingProperty], msg: message, type: "missing" };
  }
  return keyword === "additionalProperties"
    ? { path: [...path, additionalProperty], msg: message, type: "extra_forbidden" }
    : { path, msg: message, type: keyword };
}
