import { Ajv2020 } from "ajv/dist/2020.js";

/** A JSON Schema. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** Bodies of an answer or a request, by media type. */
export interface Content {
  readonly [type: string]: { readonly schema: Schema };
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly security?: readonly { readonly [scheme: string]: unknown }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly [status: string]: { readonly content?: Content } };
}

/** Part of `/openapi.json` that tests read. */
export interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Returns a function that compares JSON with a schema of the document. It returns the first
 * difference; "" without one.
 */
export function schemaCheck(document: Document): (schema: Schema, json: unknown) => string {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const isUrl = (text: string): boolean => text.startsWith("/") || URL.canParse(text);
  ajv.addFormat("uuid", UUID).addFormat("date-time", TIME).addFormat("uri", isUrl);
  ajv.addFormat("binary", true).addFormat("int64", { type: "number", validate: Number.isInteger });
  const compiled = new Map<Schema, ReturnType<typeof ajv.compile>>();
  return (schema, json) => {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      validate = ajv.compile({ allOf: [schema], components: document.components });
      compiled.set(schema, validate);
    }
    return validate(json) ? "" : ajv.errorsText(validate.errors);
  };
}

/**
 * Returns a function that compares an answer of this content type with the document. It reports a
 * media type that is not listed, or JSON (in NDJSON, a line) that does not match the schema; "" if
 * all is well.
 */
export function contentCheck(
  document: Document,
): (content: Content, type: string, body: string) => string {
  const check = schemaCheck(document);
  return (content, type, body) => {
    const { schema } = content[type] ?? content["*/*"] ?? {};
    if (schema === undefined) return `${type} is not in the document`;
    if (!/[/+](x-nd)?json$/.test(type)) return "";
    const values = type.endsWith("x-ndjson")
      ? body.split("\n").filter((line) => line !== "")
      : [body];
    for (const value of values) {
      const fault = check(schema, JSON.parse(value));
      if (fault !== "") return `${fault} in ${value.slice(0, 1000)}`;
    }
    return "";
  };
}
