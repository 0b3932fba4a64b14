import { api } from "../../src/api/api.ts";
import type { ColumnType } from "../../src/frame/columns/schema.ts";
import type { Endpoint, Endpoints } from "../../src/api/fields/endpoint.ts";
import { openapi } from "../../src/service/openapi/openapi.ts";

/** Part of the OpenAPI document. */
type Json = { readonly [name: string]: unknown };

const REF = "#/components/schemas/";

/**
 * Returns the operations and models of the interface as Markdown, with parameters, results and the
 * meaning of fields. The source is the document that the service returns at `/openapi.json`.
 */
export function interfacePage(): string {
  const document = openapi() as Json;
  const operations = Object.entries(document["paths"] as Record<string, Record<string, Json>>)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation }))
    );
  const nouns = Object.keys(api).map((noun) => {
    const own = operations.filter(({ operation }) => (operation["tags"] as string[])[0] === noun);
    return `### ${noun}\n\n${own.map(operationText).join("\n\n")}`;
  });
  const { schemas } = document["components"] as { schemas: Record<string, Json> };
  const models = Object.entries(schemas).sort(([a], [b]) => a < b ? -1 : 1)
    .map(([name, schema]) => modelText(name, schema));
  return `## Operations\n\n${nouns.join("\n\n")}\n\n## Models\n\n${models.join("\n\n")}\n`;
}

function operationText({ method, path, operation }: {
  method: string;
  path: string;
  operation: Json;
}): string {
  const { operationId, summary, deprecated, description, requestBody, responses } = operation;
  const old = deprecated === true ? ` **Deprecated.** ${String(description)}` : "";
  const body = requestBody === undefined ? [] : [`Body: ${contentText(requestBody as Json)}.`];
  const answers = Object.entries(responses as Record<string, Json>)
    .filter(([status]) => /^[23]/.test(status))
    .map(([status, answer]) => `${status}${"content" in answer ? ` ${contentText(answer)}` : ""}`);
  return [
    `**${method.toUpperCase()}** \`${path}\` (\`me.api.${String(operationId)}\`): ${
      String(summary)
    }${old}`,
    ...parametersTable(operation["parameters"] as Json[] | undefined),
    [...body, `Answers: ${answers.join("; ")}.`, ...columnsText(String(operationId))].join(" "),
  ].join("\n\n");
}

/** Returns the columns of a result that is a frame, from its table. */
function columnsText(operationId: string): string[] {
  const [noun = "", name = ""] = operationId.split(".");
  const endpoint: Endpoint | undefined = (api as Record<string, Endpoints>)[noun]?.[name];
  if (endpoint?.returns.kind !== "frame") return [];
  const { schema } = endpoint.returns;
  return schema === "series" ? ["Columns: `time`, and one for each metric."] : [
    `Columns: ${
      Object.entries(schema).map(([column, type]) => `\`${column}\` ${columnText(type)}`).join(", ")
    }.`,
  ];
}

/** Returns the type of a column, with the fields of a struct. */
function columnText(type: ColumnType): string {
  if (typeof type === "string") return type;
  if ("list" in type) return `list of ${columnText(type.list)}`;
  const fields = Object.entries(type.struct).map(([name, of]) => `\`${name}\` ${columnText(of)}`);
  return `struct (${fields.join(", ")})`;
}

function parametersTable(parameters: readonly Json[] = []): string[] {
  const own = parameters.filter((each) => !("$ref" in each));
  if (own.length === 0) return [];
  const rows = own.map(({ name, required, schema, description }) => {
    const { default: initial } = schema as Json;
    const usual = required === true
      ? "needed"
      : initial === undefined
      ? ""
      : `\`${JSON.stringify(initial)}\``;
    return row([`\`${String(name)}\``, typeText(schema as Json), usual, String(description ?? "")]);
  });
  return [[row(["parameter", "type", "default", "what it is"]), RULE_OF_FOUR, ...rows].join("\n")];
}

function modelText(name: string, schema: Json): string {
  const { description = "", properties, required = [] } = schema;
  const head = `### ${name}\n\n${String(description)}`.trimEnd();
  if (properties === undefined) return `${head}\n\nType: ${typeText(schema)}.`;
  const rows = Object.entries(properties as Record<string, Json>).map(([field, own]) =>
    row([
      `\`${field}\``,
      typeText(own),
      (required as string[]).includes(field) ? "yes" : "",
      String(own["description"] ?? ""),
    ])
  );
  return `${head}\n\n${
    [row(["field", "type", "always", "what it is"]), RULE_OF_FOUR, ...rows].join("\n")
  }`;
}

const RULE_OF_FOUR = "| --- | --- | --- | --- |";

/** Returns a table row. An unescaped bar would end a cell. */
const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/\s+/g, " ")).join(" | ")} |`;

function contentText({ content }: Json): string {
  const types = Object.entries(content as Record<string, Json>);
  const schema = types[0]?.[1]["schema"] as Json | undefined;
  const names = types.map(([type]) => `\`${type}\``).join(", ");
  return schema === undefined || Object.keys(schema).length === 0
    ? names
    : `${typeText(schema)} as ${names}`;
}

/** Describes a schema in a few words: `list of Tag`, `text (date-time)`, `one of ...`. */
function typeText(schema: Json): string {
  const { $ref, type, anyOf, oneOf, items, format, enum: values, const: only } = schema;
  if (typeof $ref === "string") {
    const name = $ref.slice(REF.length);
    return `[${name}](#${name.toLowerCase()})`;
  }
  const choices = (anyOf ?? oneOf) as Json[] | undefined;
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(" or ");
  if (values !== undefined) {
    const all = (values as unknown[]).map((value) => `\`${String(value)}\``);
    return all.length > MOST_VALUES
      ? `one of ${all.length} values such as ${all[0]}`
      : `one of ${all.join(", ")}`;
  }
  if (only !== undefined) return `\`${String(only)}\``;
  if (Array.isArray(type)) {
    return type.map((each) => typeText({ ...schema, type: each })).join(" or ");
  }
  if (type === "array") return `list of ${typeText((items ?? {}) as Json)}`;
  if (type === undefined) return "any";
  return format === undefined ? String(type) : `${String(type)} (${String(format)})`;
}

/** Maximum number of values of an enumeration in a cell. */
const MOST_VALUES = 14;
