import { createHash } from "node:crypto";
import markdownIt from "markdown-it";
import { escapeHtml } from "../display/escapeHtml.ts";
import { htmlPage } from "../display/htmlPage.ts";
import { fromNotebook } from "../display/notebookHtml.ts";
import { joinText } from "./format/joinText.ts";
import type {
  MimeBundle,
  MultilineText,
  Notebook,
  NotebookCell,
  NotebookOutput,
} from "./format/nbformat.ts";

/** Options of {@linkcode exportHtml}. */
export interface ExportHtmlOptions {
  /** Title of a notebook without a heading, such as its file's name. */
  name: string;
  /** Facts about the notebook's origin, shown below it. */
  provenance: Readonly<Record<string, string>>;
}

// HTML in a notebook's text is shown as text: only outputs of cells may contain HTML.
const markdown = markdownIt({ html: false, linkify: true });

/**
 * Renders an executed notebook as a self-contained HTML page with text, code and all outputs.
 * Escapes text, code, printed lines and errors. HTML outputs of cells are unchanged, as in Jupyter,
 * so only export notebooks that you would run. Scripts in these outputs run, by their hashes. A
 * browser blocks handlers in attributes (`onclick`) and scripts that are added later. The page
 * requests nothing from the network: it does not load images that a text links to.
 */
export function exportHtml(notebook: Notebook, { name, provenance }: ExportHtmlOptions): string {
  const title = notebook.cells
    .filter(({ cell_type }) => cell_type === "markdown")
    .map(({ source }) => /^#\s+(.+)$/m.exec(joinText(source))?.[1])
    .find((heading) => heading !== undefined);
  const body = notebookBody(notebook);
  return htmlPage({ title: title ?? name, body, provenance, scripts: scriptHashes(body) });
}

/** Matches an inline script, up to the point where an HTML parser ends it. */
const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script(?=[\s/>])/gi;

/** Returns the hash of each script of a page, as in a content security policy. */
function scriptHashes(html: string): string[] {
  const hashes = Array.from(html.matchAll(SCRIPT), ([, script]) => {
    const parsed = script!.replaceAll(/\r\n?/g, "\n"); // as the parser has it
    return `sha256-${createHash("sha256").update(parsed).digest("base64")}`;
  });
  return [...new Set(hashes)];
}

/** Renders the cells with all outputs, one below the other, for your own page. */
export function notebookBody(notebook: Notebook): string {
  return notebook.cells.map(cellHtml).join("\n");
}

function cellHtml(cell: NotebookCell): string {
  const source = joinText(cell.source);
  if (cell.cell_type === "markdown") return `<div class="text">${markdown.render(source)}</div>`;
  if (cell.cell_type !== "code") return `<pre>${escapeHtml(source)}</pre>`;
  const code = source.trim() === "" ? "" : `<pre class="source">${escapeHtml(source)}</pre>`;
  return `<div class="code">${code}${cell.outputs.map(outputHtml).join("")}</div>`;
}

function outputHtml(output: NotebookOutput): string {
  switch (output.output_type) {
    case "stream":
      return `<pre class="output">${plain(output.text)}</pre>`;
    case "error":
      return `<pre class="output error">${
        plain(output.traceback.join("\n") || `${output.ename}: ${output.evalue}`)
      }</pre>`;
    default:
      return `<div class="output">${bundleHtml(output.data)}</div>`;
  }
}

/** Returns the richest representation of an output. */
function bundleHtml(data: MimeBundle): string {
  const text = (type: string): string | undefined =>
    data[type] === undefined ? undefined : joinText(data[type] as MultilineText);
  const html = text("text/html");
  if (html !== undefined) return fromNotebook(html);
  const svg = text("image/svg+xml");
  if (svg !== undefined) return `<img alt="" src="data:image/svg+xml,${encodeURIComponent(svg)}">`;
  for (const type of ["image/png", "image/jpeg", "image/gif"]) {
    const image = text(type);
    if (image !== undefined) {
      return `<img alt="" src="data:${type};base64,${image.replaceAll(/[^A-Za-z0-9+/=]/g, "")}">`;
    }
  }
  const written = text("text/markdown");
  if (written !== undefined) return markdown.render(written);
  return `<pre>${plain(text("text/plain") ?? "")}</pre>`;
}

/** Returns printed text without terminal colour codes. */
function plain(text: MultilineText): string {
  // deno-lint-ignore no-control-regex
  return escapeHtml(joinText(text).replaceAll(/\u001b\[[0-9;]*m/g, ""));
}
