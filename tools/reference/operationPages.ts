import { html } from "hono/html";
import type { Endpoint } from "../../src/api/fields/endpoint.ts";
import type { Html } from "../../src/service/encode/pageFrame.ts";
import { prose } from "../../src/service/openapi/htmlTables.ts";
import { operationsByNoun } from "../../src/service/openapi/operationParts.ts";
import { operationPage } from "./operationPage.ts";
import type { SitePage } from "./sitePage.ts";

/**
 * Returns a page for each operation of the interface, from the tables of client and service, and an
 * index by noun.
 */
export async function operationPages(): Promise<SitePage[]> {
  const pages: SitePage[] = [{
    path: "operations/index.html",
    title: "Operations",
    body: await indexBody(),
    kind: "interface",
    isList: true,
    group: "operations",
  }];
  for (const [noun, operations] of operationsByNoun()) {
    for (const [name, endpoint] of operations) {
      const id = `${noun}.${name}`, path = `operations/${id}.html`;
      pages.push({
        path,
        title: `me.api.${id}`,
        body: await operationPage(id, endpoint),
        kind: "interface",
        keywords: endpoint.summary,
        isWhole: true,
        group: noun,
      });
    }
  }
  return pages;
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
  { summary, deprecated }: Endpoint,
): Html {
  return html`
    <tr>
      <td><a href="${noun}.${name}.html"><code>${name}</code></a></td>
      <td>${prose(summary)}${deprecated === undefined ? "" : html`
        <strong>Deprecated.</strong>
      `}</td>
    </tr>
  `;
}
