import { html } from "hono/html";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";
import type { Html } from "../../src/service/encode/pageFrame.ts";
import { prose } from "../../src/service/openapi/htmlTables.ts";
import { operationsByNoun } from "../../src/service/openapi/operationParts.ts";
import { operationPage } from "./operationPage.ts";
import type { SearchEntry, SitePage } from "./sitePage.ts";

/**
 * The operations of the interface: a page for each, made of the tables that client and service are made
 * of, and an index by noun.
 */
export async function operationPages(): Promise<{ pages: SitePage[]; entries: SearchEntry[] }> {
  const pages: SitePage[] = [
    { path: "operations/index.html", title: "Operations", body: await indexBody() },
  ];
  const entries: SearchEntry[] = [];
  for (const [noun, operations] of operationsByNoun()) {
    for (const [name, endpoint] of operations) {
      const id = `${noun}.${name}`, path = `operations/${id}.html`;
      pages.push({ path, title: `me.api.${id}`, body: await operationPage(id, endpoint) });
      entries.push({ title: `me.api.${id}`, kind: "operation", path, text: endpoint.summary });
    }
  }
  return { pages, entries };
}

async function indexBody(): Promise<string> {
  return String(
    await html`
      <h1>Operations</h1>
      <p>Every operation of the interface is a method of the client, <code>me.&lt;noun&gt;.&lt;method&gt;</code>;
      arguments carry their names on the wire.</p>
      <nav class="nouns" aria-label="Nouns">${operationsByNoun().map(([noun, operations]) =>
        html`
          <a href="#${noun}">${noun}</a> ${operations.length}
        `
      )}</nav>
      ${operationsByNoun().map(([noun, operations]) =>
        html`<h2 id="${noun}">${noun}</h2>
<table>${operations.map(([name, endpoint]) => row(noun, name, endpoint))}</table>`
      )}
    `,
  );
}

function row(
  noun: string,
  name: string,
  { route, summary, deprecated }: Endpoint,
): Html {
  const { method, path } = splitRoute(route);
  return html`
    <tr>
      <td><a href="${noun}.${name}.html"><code>${name}</code></a></td>
      <td>${prose(summary)}${deprecated === undefined ? "" : html`
        <strong>Deprecated.</strong>
      `}<br>
    <span class="route">${method} <code>${path}</code></span></td>
    </tr>
  `;
}
