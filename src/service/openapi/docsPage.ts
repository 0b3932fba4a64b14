import { html } from "hono/html";
import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import { FORMATS } from "../../frame/formats/formats.ts";
import { makePause } from "../../options/pause.ts";
import type { Renaming } from "../../api/fields/names.ts";
import { type Html, pageFrame } from "../encode/pageFrame.ts";
import { prose } from "./htmlTables.ts";
import {
  answerTable,
  bodyTable,
  operationsByNoun,
  parametersTable,
  SECRETS,
} from "./operationParts.ts";

/**
 * Returns the reference of the service for people: every operation by noun, with the client's
 * method, parameters, body and answer, as a self-contained page.
 *
 * @param toWire Renaming to a deployment's words. @default neutral words
 */
export async function docsPage(toWire?: Renaming): Promise<string> {
  const nouns = operationsByNoun(), pause = makePause(undefined), sections: Html[] = [];
  for (const [noun, operations] of nouns) {
    sections.push(nounSection(noun, operations, toWire));
    await pause();
  }
  return await pageFrame(
    "The service's interface",
    html`
      <p>For programs: <a href="openapi.json">/openapi.json</a>. Every operation takes a bearer
      token (<code>Authorization: Bearer ...</code>) unless it says otherwise; programs get one by
      <a href="#signIn">signing in</a>. Errors are JSON <code>{"detail": ...}</code>, or
      problem documents (<code>application/problem+json</code>) for files: 401 without a valid token, 403 for
      data that is not shared, 404 for missing data, 405 for a wrong method, 422 for invalid input.</p>
      <nav>
        <ul>${nouns.map(([noun, operations]) =>
          html`
            <li><a href="#${noun}">${noun}</a> (${operations.length})</li>
          `
        )}<li><a href="#signIn">signIn</a></li></ul>
      </nav>
      ${sections}
      ${SIGN_IN}
    `,
  );
}

function nounSection(
  noun: string,
  operations: [string, Endpoint][],
  toWire: Renaming | undefined,
): Html {
  return html`
    <section><h2 id="${noun}">${noun}</h2>
    ${operations.map(([name, endpoint]) =>
      operationPart(`${noun}.${name}`, endpoint, toWire)
    )}</section>
  `;
}

function operationPart(id: string, endpoint: Endpoint, toWire: Renaming | undefined): Html {
  const reader = { isWire: true, toWire };
  const { method, path } = splitRoute(endpoint.route);
  const nameOf = (name: string): string => toWire?.name(name) ?? name;
  const address = (toWire?.path(path) ?? path)
    .replaceAll(/\{(\w+)\}/g, (_, name) => `{${nameOf(name)}}`);
  const { summary, deprecated, auth, body } = endpoint;
  return html`
    <article id="${id}"><h3><a href="#${id}"><span class="method">${method}</span>
    <code class="${deprecated === undefined ? "" : "deprecated"}">${address}</code></a></h3>
    <p>${prose(summary)} <span class="note">In the client: <code>${id}()</code>.</span>
    ${deprecated === undefined ? "" : html`<strong>Deprecated.</strong> ${prose(deprecated)}`}
    ${auth === undefined ? "" : html`<strong>${SECRETS[auth]}</strong>`}</p>
    ${parametersTable(endpoint, reader)}
    ${body === "records" ? RECORDS : foldTable("Body: JSON", bodyTable(endpoint, reader))}
    <p>Answers ${wireAnswer(endpoint)}</p>
    ${foldTable(ANSWERS[endpoint.returns.kind], answerTable(endpoint, reader))}</article>
  `;
}

const RECORDS = html`<p>Body: one record as JSON, or a record a line
(<code>application/x-jsonl</code>, <code>application/x-ndjson</code>); the catalog gives the schema of a
data type's records. The header <code>content-length</code> is required.</p>`;

/** Titles above the fields of an answer. */
const ANSWERS = {
  json: "Answer: JSON",
  records: "Answer: each record",
  lines: "Answer: each record",
  frame: "Answer: columns",
  bytes: "",
  nothing: "",
} as const;

/** Describes an HTTP answer in a sentence. */
function wireAnswer({ status, seeOther, returns }: Endpoint): string {
  if (seeOther !== undefined) return `303; read the result at ${seeOther}.`;
  switch (returns.kind) {
    case "json":
      return `${status ?? 200} with JSON${returns.isList ? ", a list" : ""}.`;
    case "frame":
      return `${status ?? 200} with a table in the format of output: ${
        Object.entries(FORMATS)
          .map(([output, { contentType }]) => `${output} (${contentType.split(";", 1)[0]})`)
          .join(", ")
      }.`;
    case "records":
      return `${status ?? 200} with a JSON array of records, or with CSV with format=csv.`;
    case "lines":
      return `${status ?? 200} with records as JSON lines, or as CSV with format=csv.`;
    case "bytes":
      return `${status ?? 200} with the bytes of the file.`;
    case "nothing":
      return "204 without a body.";
  }
}

/** Returns a table to unfold; empty without a table. */
function foldTable(title: string, table: Html): Html {
  if (String(table) === "") return html``;
  return html`
    <details>
      <summary>${title}</summary>
      ${table}
    </details>
  `;
}

const SIGN_IN = html`
  <section>
    <h2 id="signIn">signIn</h2>
    <p>Device authorization (RFC 8628); no bearer token. A program posts the form <code>client_id</code>,
  <code>scope</code> to <code>/oauth/device/code</code>, shows the person <code>user_code</code> and
  <code>verification_uri</code>, and posts <code>grant_type</code>
  <code>urn:ietf:params:oauth:grant-type:device_code</code>, <code>device_code</code> and
  <code>client_id</code> to <code>/oauth/token</code> every <code>interval</code> seconds until the code is
  approved on <a href="oauth/device">/oauth/device</a>, with a code that the service prints where it runs,
  or with an access token. With the scope <code>offline_access</code> it gets a
  refresh token too: <code>grant_type</code> <code>refresh_token</code> gives a new access token and a new
  refresh token; the old one is then used up.</p>
  </section>
`;
