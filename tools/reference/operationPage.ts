import { html } from "hono/html";
import {
  type Endpoint,
  type Field,
  type Returns,
  type Split,
  splitRoute,
} from "../../src/api/fields/endpoint.ts";
import { answerSchema } from "../../src/service/openapi/openapiAnswerSchemas.ts";
import { bodySchema } from "../../src/service/openapi/openapiBody.ts";
import { pathFieldsOf } from "../../src/service/openapi/openapiParameters.ts";
import { exampleCall } from "./exampleCall.ts";
import type { FieldDocs } from "./fieldDocs.ts";
import { prose } from "./prose.ts";
import { recordColumns } from "./recordColumns.ts";
import { columnsTable, fieldsTable, table } from "./referenceTables.ts";
import type { Html } from "./html.ts";

/** Whose secret an operation takes in place of a user's token. */
const SECRETS = {
  none: "It takes no token.",
  operator: "It takes the operator's token.",
  storage: "It takes the secret of the storage's messages.",
} as const;

/** What the client does with a long range. */
const SPLITS: Readonly<Record<Split, string>> = {
  grid: "A long range is fetched in pieces, cut at multiples of the sample rate.",
  records: "A long range is fetched in pieces, joined without doubles.",
  nights: "A long range is fetched in pieces, cut in gaps between cycles.",
  never: "",
};

/**
 * The body of the page of one operation: what it does, a call, what it takes and what it gives.
 *
 * @param id The method's name with its noun: `metrics.timeSeries`.
 * @param docs Says what the fields of bodies and answers mean.
 */
export async function operationPage(
  id: string,
  endpoint: Endpoint,
  docs: FieldDocs,
): Promise<string> {
  const { method, path } = splitRoute(endpoint.route);
  const { summary, deprecated, auth, split } = endpoint;
  const noun = id.slice(0, id.indexOf("."));
  return String(
    await html`
      <nav><a href="../index.html">Reference</a> › <a href="index.html">Operations</a> ›
      <a href="index.html#${noun}">${noun}</a></nav>
      <h1><code>me.${id}</code></h1>
      <p>${prose(summary)} ${auth === undefined ? "" : SECRETS[auth]}</p>
      ${deprecated === undefined
        ? ""
        : html`<p class="warning"><strong>Deprecated.</strong> ${prose(deprecated)}</p>`}
      <p class="route"><strong>${method}</strong> <code>${path}</code></p>
      <pre class="source">${exampleCall(id, endpoint)}</pre>
      ${parameters(endpoint)}
      ${bodyPart(id, endpoint, docs)}
      <h2>Answer</h2>
      <p>${answerText(id, endpoint.returns)} ${SPLITS[split]}</p>
      ${answerTable(id, endpoint.returns, docs)}
    `,
  );
}

function parameters(endpoint: Endpoint): Html {
  const rows = [
    ...pathFieldsOf(endpoint)
      .map(([name, field]) =>
        parameter(name, "path", field, !endpoint.route.includes(`{${name}?}`))
      ),
    ...Object.entries(endpoint.query ?? {})
      .map(([name, field]) =>
        parameter(name, "query", field, field.required === true && name !== "output")
      ),
  ];
  if (rows.length === 0) return html``;
  return html`<h2>Parameters</h2>${table(["Name", "In", "Kind", "Default", "Meaning"], rows)}`;
}

function parameter(name: string, place: string, field: Field, isRequired: boolean): Html[] {
  const { kind, list, oneOf, default: value, doc } = field;
  const one = oneOf === undefined ? html`${kind}` : alternatives(oneOf);
  const standing = name === "output" ? "arrow" : value;
  return [
    html`<code>${name}</code>`,
    html`${place}`,
    list === true ? html`list of ${one}` : one,
    isRequired
      ? html`required`
      : standing === undefined
      ? html`none`
      : html`<code>${typeof standing === "string" ? standing : JSON.stringify(standing)}</code>`,
    prose(doc),
  ];
}

function alternatives(words: readonly string[]): Html {
  return html`${words.map((word, index) => html`${index > 0 ? ", " : ""}<code>${word}</code>`)}`;
}

function bodyPart(id: string, { body }: Endpoint, docs: FieldDocs): Html {
  if (body === undefined) return html``;
  if (body !== "records") return html`<h2>Body</h2>${fieldsTable(bodySchema(id), docs, true)}`;
  return html`
    <h2>Body</h2>
    <p>A record as JSON, or records as JSON lines;
    <a href="catalog.schema.html"><code>me.catalog.schema</code></a> gives the schema of a data type's
    records. <code>me.ingest.records</code> takes an array or a frame.</p>
  `;
}

function answerText(id: string, returns: Returns): string {
  switch (returns.kind) {
    case "frame":
      return returns.schema === "series"
        ? "A frame with the column time, and a column for each metric and each calculation, named in the catalog."
        : "A frame with these columns.";
    case "records":
    case "lines":
      return "Records, of which the client makes a frame with these columns.";
    case "bytes":
      return "The bytes of a file.";
    case "nothing":
      return "Nothing: the promise resolves when it is done.";
    case "json":
      return answerSchema(id)["type"] === "array" ? "A list." : "JSON.";
  }
}

function answerTable(id: string, returns: Returns, docs: FieldDocs): Html {
  switch (returns.kind) {
    case "json":
      return fieldsTable(answerSchema(id), docs, false);
    case "frame":
      return returns.schema === "series"
        ? table(["Column", "Type"], [[html`<code>time</code>`, html`time`], [
          html`one for each metric`,
          html`float64`,
        ]])
        : columnsTable(returns.schema);
    case "records":
    case "lines":
      return recordColumns(returns);
    default:
      return html``;
  }
}
