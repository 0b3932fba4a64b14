import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { BudgetError, withinBudget } from "./checkBudget.ts";
import { decodePointer } from "./decodePointer.ts";
import { addMeter, meteredSchema } from "./meteredSchema.ts";
import { safePattern } from "./safePattern.ts";

/** What is wrong with a part of a record. */
export interface Finding {
  /** Where in the record. */
  readonly path: readonly (string | number)[];
  /** What is wrong, for people. */
  readonly msg: string;
  /** What is wrong, for programs. */
  readonly type: string;
}

/** Finds what is wrong with a record. */
export type RecordCheck = (record: unknown) => Finding[];

/** The longest text of a schema. */
const LONGEST = 32 * 1024;

/** Schemas that are kept compiled. */
const KEPT = 100;

const OPTIONS = {
  // Keywords that a schema language of another time knows are no mistake.
  strict: false,
  // JSON Schema 2020-12: a format is a note, unless asked for.
  validateFormats: false,
  logger: false,
  code: { regExp: safePattern },
} as const;

/** How a schema is compiled that was found right: each by itself, so that none refers to another. */
const COMPILING = { ...OPTIONS, meta: false, validateSchema: false } as const;

/** The most problems of one record: alternatives that all fail are several. */
const MAX_FINDINGS = 10;

const compiled = new Map<string, RecordCheck>();

/**
 * Compiles a JSON Schema (2020-12, or draft 7 where its `$schema` says so) that a user has written
 * for records. A record passes as a whole, or without the fields that all records have. The check stops
 * at the first problem, and where it would take too long: what users write holds up nobody else.
 *
 * @throws {RangeError} if the text is not a schema, or refers to others
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

/** What checks schemas themselves, made when the first one comes. */
const old = makeOnce(() => new Ajv(OPTIONS)), present = makeOnce(() => new Ajv2020(OPTIONS) as Ajv);

function makeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}

/** A check that finds, where it would take too long, that it does. */
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
