import { html, raw } from "hono/html";
import { type Endpoint, type Split, splitRoute } from "../../src/api/fields/endpoint.ts";
import type { Html } from "../../src/service/encode/pageFrame.ts";
import { prose } from "../../src/service/openapi/htmlTables.ts";
import {
  answerTable,
  bodyTable,
  clientAnswer,
  parametersTable,
  SECRETS,
} from "../../src/service/openapi/operationParts.ts";
import { exampleCall } from "./exampleCall.ts";
import { codeBlock } from "./highlight.ts";

/** Ways in which the client splits a long range. */
const SPLITS: Readonly<Record<Split, string>> = {
  grid: "A long range is fetched in pieces, cut at multiples of the sample rate.",
  records: "A long range is fetched in pieces, joined without doubles.",
  nights: "A long range is fetched in pieces, cut in gaps between cycles.",
  never: "",
};

/**
 * Returns the body of an operation's page: description, example call, parameters and result.
 *
 * @param id Name of the method with its noun: `metrics.timeSeries`.
 */
export async function operationPage(id: string, endpoint: Endpoint): Promise<string> {
  const { method, path } = splitRoute(endpoint.route);
  const { summary, deprecated, auth, split } = endpoint;
  const noun = id.slice(0, id.indexOf("."));
  return String(
    await html`
      <nav><a href="index.html">Operations</a> ›
      <a href="index.html#${noun}">${noun}</a></nav>
      <h1><code>me.api.${id}</code></h1>
      <p>${prose(summary)} ${auth === undefined ? "" : SECRETS[auth]}</p>
      ${deprecated === undefined
        ? ""
        : html`<p class="warning"><strong>Deprecated.</strong> ${prose(deprecated)}</p>`}
      <p class="route"><strong>${method}</strong> <code>${path}</code></p>
      ${raw(codeBlock(exampleCall(id, endpoint), "ts"))}
      ${titleTable("Parameters", parametersTable(endpoint, {}))}
      ${endpoint.body === "records" ? RECORDS : titleTable("Body", bodyTable(endpoint, {}))}
      <h2>Answer</h2>
      <p>${clientAnswer(endpoint.returns)} ${SPLITS[split]}</p>
      ${answerTable(endpoint, {})}
    `,
  );
}

function titleTable(title: string, table: Html): Html {
  return String(table) === "" ? html`` : html`<h2>${title}</h2>${table}`;
}

const RECORDS = html`
  <h2>Body</h2>
  <p>A record as JSON, or records as JSON lines;
  <a href="catalog.schema.html"><code>me.catalog.schema</code></a> gives the schema of a data type's
  records. <code>me.api.ingest.records</code> takes an array or a frame.</p>
`;
