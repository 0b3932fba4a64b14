import { html } from "hono/html";
import { api } from "../../api/api.ts";
import { type Endpoint, type Field, splitRoute } from "../../api/fields/endpoint.ts";
import type { Renaming } from "../../api/fields/names.ts";
import { FORMATS } from "../../frame/formats/formats.ts";
import { answerSchema } from "./openapiAnswerSchemas.ts";
import { bodySchema } from "./openapiBody.ts";
import { type JsonObject, renamedSchema } from "./openapiNames.ts";
import { pathFieldsOf } from "./openapiParameters.ts";
import { type Html, pageFrame } from "../encode/pageFrame.ts";
import { schemaText } from "./schemaText.ts";

/** What a field or a value is called. */
type NameOf = (name: string) => string;

/**
 * The service's description of itself for people: every operation by noun, with the name of its method
 * in the client, its parameters, body and answer. A page that stands alone.
 *
 * @param outward The renaming to the words of a deployment; without it they are neutral.
 */
export function docsPage(outward?: Renaming): Promise<string> {
  const nouns = Object.entries(api).map(([noun, operations]): [string, [string, Endpoint][]] => [
    noun,
    Object.entries(operations as Record<string, Endpoint>),
  ]);
  return pageFrame(
    "The service's interface",
    html`
      <p>For programs: <a href="/openapi.json">/openapi.json</a>. Every operation takes a bearer
      token (<code>Authorization: Bearer ...</code>) unless it says otherwise; programs get one by
      <a href="#signIn">signing in</a>. Errors are JSON <code>{"detail": ...}</code>, those of files
      problem documents (<code>application/problem+json</code>): 401 without a good token, 403 for data that
      is not shared, 404 for what there is not, 405 for a wrong method, 422 for what is refused.</p>
      <nav>
        <ul>${nouns.map(([noun, operations]) =>
          html`
            <li><a href="#${noun}">${noun}</a> (${operations.length})</li>
          `
        )}<li><a href="#signIn">signIn</a></li></ul>
      </nav>
      ${nouns.map(([noun, operations]) => nounSection(noun, operations, outward))}
      ${SIGN_IN}
    `,
  );
}

function nounSection(
  noun: string,
  operations: [string, Endpoint][],
  outward: Renaming | undefined,
): Html {
  return html`
    <section><h2 id="${noun}">${noun}</h2>
    ${operations.map(([name, endpoint]) =>
      operationPart(`${noun}.${name}`, endpoint, outward)
    )}</section>
  `;
}

function operationPart(id: string, endpoint: Endpoint, outward: Renaming | undefined): Html {
  const { method, path } = splitRoute(endpoint.route);
  const nameOf: NameOf = outward?.name ?? ((name) => name);
  const shown = (outward?.path(path) ?? path)
    .replaceAll(/\{(\w+)\}/g, (_, name) => `{${nameOf(name)}}`);
  const { summary, deprecated, auth } = endpoint;
  return html`
    <article id="${id}"><h3><a href="#${id}"><span class="method">${method}</span>
    <code class="${deprecated === undefined ? "" : "deprecated"}">${shown}</code></a></h3>
    <p>${summary} <span class="note">In the client: <code>${id}()</code>.</span>
    ${deprecated === undefined ? "" : html`<strong>Deprecated.</strong> ${deprecated}`}
    ${auth === undefined ? "" : html`<strong>Takes ${SECRETS[auth]}.</strong>`}</p>
    ${parametersTable(endpoint, outward)}
    ${bodyPart(id, endpoint, outward)}
    <p>Answers ${answerText(endpoint, nameOf)}</p>
    ${answerPart(id, endpoint, outward)}</article>
  `;
}

const SECRETS = {
  none: "no token",
  operator: "the operator's token",
  storage: "the storage's secret",
} as const;

function parametersTable(endpoint: Endpoint, outward: Renaming | undefined): Html {
  const rows: [string, string, Field][] = [
    ...pathFieldsOf(endpoint)
      .map(([name, field]): [string, string, Field] => [name, "path", field]),
    ...Object.entries(endpoint.query ?? {})
      .map(([name, field]): [string, string, Field] => [name, "query", field]),
  ];
  if (rows.length === 0) return html``;
  return html`<table><tr><th>Parameter</th><th>In</th><th>Kind</th><th>Meaning</th></tr>
${
    rows.map(([name, place, field]) =>
      html`
        <tr>
          <td><code>${outward?.name(name) ?? name}</code></td>
          <td>${place}</td>
          <td>${kindText(field, place === "path", outward)}</td>
          <td>${field.doc}</td>
        </tr>
      `
    )
  }</table>`;
}

function kindText(field: Field, isInPath: boolean, outward: Renaming | undefined): string {
  const { kind, list, oneOf, required, default: value } = field;
  const words = oneOf?.map((word) => outward?.queryValue("category", word) ?? word);
  return [
    list === true ? `${kind}, repeatable` : kind,
    required === true || isInPath ? "required" : undefined,
    words && `one of ${words.join(", ")}`,
    value === undefined ? undefined : `else ${JSON.stringify(value)}`,
  ].filter((text) => text !== undefined).join("; ");
}

function bodyPart(id: string, { body }: Endpoint, outward: Renaming | undefined): Html {
  if (body === undefined) return html``;
  if (body === "records") {
    return html`<p>Body: one record as JSON, or a record a line
(<code>application/x-jsonl</code>, <code>application/x-ndjson</code>); the catalog gives the schema of a
data type's records. The header <code>content-length</code> is required.</p>`;
  }
  return schemaPart("Body: JSON", bodySchema(id), outward);
}

function answerPart(id: string, { returns }: Endpoint, outward: Renaming | undefined): Html {
  switch (returns.kind) {
    case "json":
      return schemaPart("Answer: JSON", answerSchema(id), outward);
    case "records":
    case "lines":
      return schemaPart("Answer: each record", answerSchema(id), outward);
    default:
      return html``;
  }
}

/** An outline of a schema, to be unfolded; the schema itself is in the description for programs. */
function schemaPart(title: string, schema: JsonObject, outward: Renaming | undefined): Html {
  const renamed = outward === undefined ? schema : renamedSchema(schema, outward);
  return html`
    <details>
      <summary>${title}</summary>
      <pre>${schemaText(renamed as JsonObject)}</pre>
    </details>
  `;
}

function answerText({ status, seeOther, returns }: Endpoint, nameOf: NameOf): string {
  if (seeOther !== undefined) return `303; what was asked for is read at ${seeOther}.`;
  switch (returns.kind) {
    case "json":
      return `${status ?? 200} with JSON.`;
    case "frame":
      return `${status ?? 200} with a table in the form that output names: ${
        Object.entries(FORMATS)
          .map(([output, { contentType }]) => `${output} (${contentType.split(";", 1)[0]})`)
          .join(", ")
      }.`;
    case "records":
      return `${
        status ?? 200
      } with a JSON array of records; in the client a table with the columns${
        Object.keys(returns.columns).map((name) => ` ${nameOf(name)}`)
      }.`;
    case "lines":
      return `${status ?? 200} with records as JSON lines, or as CSV with format=csv.`;
    case "bytes":
      return `${status ?? 200} with the bytes of the file.`;
    case "nothing":
      return "204 without a body.";
  }
}

const SIGN_IN = html`
  <section>
    <h2 id="signIn">signIn</h2>
    <p>Device authorization (RFC 8628); no bearer token. A program posts the form <code>client_id</code>,
  <code>scope</code> to <code>/oauth/device/code</code>, shows the person <code>user_code</code> and
  <code>verification_uri</code>, and posts <code>grant_type</code>
  <code>urn:ietf:params:oauth:grant-type:device_code</code>, <code>device_code</code> and
  <code>client_id</code> to <code>/oauth/token</code> every <code>interval</code> seconds until the code is
  approved on <a href="/oauth/device">/oauth/device</a>, with a code that the service prints where it runs,
  or with an access token. With the scope <code>offline_access</code> it gets a
  refresh token too: <code>grant_type</code> <code>refresh_token</code> gives a new access token and a new
  refresh token; the old one is then used up.</p>
  </section>
`;
