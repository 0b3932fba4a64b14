import { htmlPage } from "../../src/show/htmlPage.ts";
import { REFERENCE_STYLE } from "./referenceStyle.ts";

/** A page of the reference with a body of its own, such as that of the gallery. */
export function referencePage(
  title: string,
  body: string,
  provenance: Readonly<Record<string, string>>,
): string {
  return htmlPage({ title, body, style: REFERENCE_STYLE, provenance });
}

/**
 * The first page of the reference: where everything is.
 *
 * @param namespaces The folders of the namespaces' pages by their names.
 */
export function referenceIndex(
  namespaces: Readonly<Record<string, string>>,
  provenance: Readonly<Record<string, string>>,
): string {
  const modules = Object.entries(namespaces)
    .map(([name, path]) => `<a href="functions/${path}/index.html"><code>${name}</code></a>`)
    .join(", ");
  return referencePage(
    "lifeframe",
    `<h1>lifeframe</h1>
<p>Personal data, as data frames, in a notebook.</p>
<table>
<tr><td><a href="functions/index.html">Functions and types</a></td>
<td>Everything that the module gives, with types, options, errors and examples: <code>demo</code>,
<code>connect</code>, what they give, and the functions of
${modules}.</td></tr>
<tr><td><a href="operations/index.html">Operations</a></td>
<td>Every operation of the interface as a method of the client: what it takes, what it gives, a call.</td></tr>
<tr><td><a href="pictures/index.html">Pictures</a></td>
<td>Each function of <code>plot</code> with a call and what it draws.</td></tr>
</table>`,
    provenance,
  );
}
