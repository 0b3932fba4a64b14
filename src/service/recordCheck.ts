import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { decodePointer } from "./decodePointer.ts";
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
const LONGEST = 64 * 1024;

/** Schemas that are kept compiled. */
const KEPT = 100;

const OPTIONS = {
  // Keywords that a schema language of another time knows are no mistake.
  strict: false,
  // JSON Schema 2020-12: a format is a note, unless asked for.
  validateFormats: false,
  allErrors: true,
  logger: false,
  code: { regExp: safePattern },
} as const;

const compiled = new Map<string, RecordCheck>();

/**
 * Compiles a JSON Schema (2020-12, or draft 7 where its `$schema` says so) that a user has written
 * for records. A record passes as a whole, or without the fields that all records have.
 *
 * @throws {RangeError} if the text is no schema, or one that refers to others
 */
export function recordCheck(schema: string, common: readonly string[]): RecordCheck {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = compile(schema);
  const check: RecordCheck = (record) => {
    const whole = findings(validate, record);
    if (whole.length === 0 || typeof record !== "object" || record === null) return whole;
    const own = Object.entries(record).filter(([name]) => !common.includes(name));
    const alone = findings(validate, Object.fromEntries(own));
    return alone.length < whole.length ? alone : whole;
  };
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
    throw new RangeError("the schema is no JSON object");
  }
  const { $schema, $async } = schema as { $schema?: unknown; $async?: unknown };
  if ($async !== undefined) throw new RangeError("the schema is asynchronous");
  try {
    const isOld = typeof $schema === "string" && $schema.includes("draft-07");
    return (isOld ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS)).compile(schema);
  } catch (error) {
    throw new RangeError(`the schema cannot be used: ${(error as Error).message}`);
  }
}

function findings(validate: ValidateFunction, record: unknown): Finding[] {
  return validate(record) ? [] : (validate.errors ?? []).map(finding);
}

function finding({ instancePath, keyword, message = keyword, params }: ErrorObject): Finding {
  const path = decodePointer(instancePath);
  const { missingProperty, additionalProperty } = params;
  if (keyword === "required") {
    return { path: [...path, missingProperty], msg: message, type: "missing" };
  }
  return keyword === "additionalProperties"
    ? { path: [...path, additionalProperty], msg: message, type: "extra_forbidden" }
    : { path, msg: message, type: keyword };
}
