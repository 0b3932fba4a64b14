import { html } from "hono/html";
import { api } from "../../api/api.ts";
import type { Endpoint, Field, ModelName, Returns } from "../../api/fields/endpoint.ts";
import type { Renaming } from "../../api/fields/names.ts";
import type { Html } from "../encode/pageFrame.ts";
import {
  columnsTable,
  defaultCell,
  fieldsTable,
  prose,
  recordColumns,
  table,
} from "./htmlTables.ts";
import { modelSchema, type Side } from "./openapiModels.ts";
import { type JsonObject, renameSchema } from "./openapiNames.ts";
import { pathFields } from "../../api/fields/pathFields.ts";

/** Audience of a description. */
export interface Reader {
  /**
   * Describes HTTP, where nobody fills in `output` and the user. @default for users of the client
   */
  readonly isWire?: boolean;
  /** Renaming to a deployment's words. @default neutral words */
  readonly toWire?: Renaming | undefined;
}

/** Returns the operations of each noun, by the names of their methods. */
export function operationsByNoun(): [noun: string, operations: [name: string, Endpoint][]][] {
  return Object.entries(api).map(([noun, operations]) => [
    noun,
    Object.entries(operations as Record<string, Endpoint>),
  ]);
}

/** Credentials other than a user's token. */
export const SECRETS = {
  none: "It needs no token.",
  operator: "It needs the operator's token.",
  storage: "It needs the secret of the storage's messages.",
} as const;

/** Returns a table of an operation's parameters; empty without parameters. */
export function parametersTable(endpoint: Endpoint, { isWire = false, toWire }: Reader): Html {
  const rows = [
    ...Object.entries(pathFields(endpoint.route)).map(([name, field]) => {
      const isRequired = isWire || !endpoint.route.includes(`{${name}?}`);
      return parameterRow(name, { place: "path", field, isRequired, value: "" }, toWire);
    }),
    ...Object.entries(endpoint.query ?? {}).map(([name, field]) => {
      const isFilled = name === "output" && !isWire;
      const { default: given } = field;
      const value = given === undefined
        ? ""
        : typeof given === "string"
        ? given
        : JSON.stringify(given);
      return parameterRow(name, {
        place: "query",
        field,
        isRequired: field.required === true && !isFilled,
        value: isFilled ? "arrow" : value,
      }, toWire);
    }),
  ];
  return rows.length === 0 ? html`` : table(["Name", "In", "Kind", "Default", "Meaning"], rows);
}

function parameterRow(
  name: string,
  { place, field, isRequired, value }: {
    readonly place: string;
    readonly field: Field;
    readonly isRequired: boolean;
    readonly value: string;
  },
  toWire: Renaming | undefined,
): Html[] {
  const { kind, list, oneOf, doc } = field;
  const words = oneOf?.map((word) => toWire?.queryValue("category", word) ?? word);
  const one = words === undefined ? html`${kind}` : alternatives(words);
  return [
    html`<code>${toWire?.name(name) ?? name}</code>`,
    html`${place}`,
    list === true ? html`list of ${one}` : one,
    defaultCell(isRequired, value),
    prose(doc),
  ];
}

function alternatives(words: readonly string[]): Html {
  return html`${words.map((word, index) => html`${index > 0 ? ", " : ""}<code>${word}</code>`)}`;
}

/** Returns a table of the fields of a JSON body; empty without one, or for records. */
export function bodyTable({ body }: Endpoint, { toWire }: Reader): Html {
  return typeof body === "object"
    ? fieldsTable(schemaOf(body.model, "input", toWire), true)
    : html``;
}

/** Returns a table of a frame's columns or of the fields of a JSON answer. */
export function answerTable({ returns }: Endpoint, { isWire = false, toWire }: Reader): Html {
  switch (returns.kind) {
    case "json":
      return fieldsTable(schemaOf(returns.model, "output", toWire), false);
    case "records":
    case "lines":
      return isWire
        ? fieldsTable(schemaOf(returns.model, "output", toWire), false)
        : recordColumns(returns);
    case "frame":
      return returns.schema === "series"
        ? table(["Column", "Type"], [
          [html`<code>time</code>`, html`time`],
          [html`one per metric`, html`float64`],
        ])
        : columnsTable(returns.schema);
    default:
      return html``;
  }
}

function schemaOf(model: ModelName, side: Side, toWire: Renaming | undefined): JsonObject {
  const schema = modelSchema(model, side);
  return toWire === undefined ? schema : renameSchema(schema, toWire) as JsonObject;
}

/** Describes the result of the client's method in a sentence. */
export function clientAnswer(returns: Returns): string {
  switch (returns.kind) {
    case "frame":
      return returns.schema === "series"
        ? "A frame with the column time, and a column per metric and calculation, named as in the catalog."
        : "A frame with these columns.";
    case "records":
    case "lines":
      return "A frame made of records, with these columns.";
    case "bytes":
      return "The bytes of a file.";
    case "nothing":
      return "Nothing; the promise resolves when the operation is complete.";
    case "json":
      return returns.isList ? "A list." : "JSON.";
  }
}
