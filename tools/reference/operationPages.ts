import { html } from "hono/html";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";
import type { Html } from "../../src/service/encode/pageFrame.ts";
import { prose } from "../../src/service/openapi/htmlTables.ts";
import { operationsByNoun } from "../../src/service/openapi/operationParts.ts";
import { operationPage } from "./operationPage.ts";
import { referencePage } from "./referencePage.ts";

/** What the pages of the operations are made of. */
export interface OperationPagesOptions {
  /** What stands below each page: who made it. @default nothing */
  readonly provenance?: Readonly<Record<string, string>>;
}

/**
 * The reference of the interface: a page for each operation, made of the tables that client and
 * service are made of, and an index by noun.
 *
 * @returns each page's HTML by its file name: `index.html`, `metrics.samples.html`
 */
export async function operationPages(
  { provenance = {} }: OperationPagesOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const page = (title: string, body: string): string => referencePage(title, body, provenance);
  const pages = new Map([["index.html", page("Operations", await indexBody())]]);
  for (const [noun, operations] of operationsByNoun()) {
    for (const [name, endpoint] of operations) {
      const id = `${noun}.${name}`;
      pages.set(`${id}.html`, page(`me.${id}`, await operationPage(id, endpoint)));
    }
  }
  return pages;
}

async function indexBody(): Promise<string> {
  return String(
    await html`
      <nav><a href="../index.html">Reference</a></nav>
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
