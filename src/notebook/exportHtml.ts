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

/** How a notebook becomes a page. */
export interface ExportHtmlOptions {
  /** The title of a notebook that has no heading, such as its file's name. */
  name: string;
  /** What the notebook was made of, written below it. */
  provenance: Readonly<Record<string, string>>;
}

// HTML in a notebook's text is shown as text: only what cells gave may be HTML.
const markdown = markdownIt({ html: false, linkify: true });

/**
 * An executed notebook as a page of HTML that stands alone: text, code and all outputs. Text, code,
 * printed lines and errors are escaped; what a cell showed as HTML stands as it is, as it does in
 * Jupyter, so export only what you would run. Scripts that are in it run, by their hashes; a browser
 * blocks handlers in attributes (`onclick`) and scripts that are added later. The page asks no network for anything: a picture that a text
 * names by its address is not loaded.
 */
export function exportHtml(notebook: Notebook, { name, provenance }: ExportHtmlOptions): string {
  const title = notebook.cells
    .filter(({ cell_type }) => cell_type === "markdown")
    .map(({ source }) => /^#\s+(.+)$/m.exec(joinText(source))?.[1])
    .find((heading) => heading !== undefined);
  const body = notebookBody(notebook);
  return htmlPage({ title: title ?? name, body, provenance, scripts: scriptHashes(body) });
}

/** An inline script, up to where an HTML parser ends it. */
const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script(?=[\s/>])/gi;

/** Returns the hash of each script of a page, as a policy names it. */
function scriptHashes(html: string): string[] {
  const hashes = Array.from(html.matchAll(SCRIPT), ([, script]) => {
    const parsed = script!.replaceAll(/\r\n?/g, "\n"); // as the parser has it
    return `sha256-${createHash("sha256").update(parsed).digest("base64")}`;
  });
  return [...new Set(hashes)];
}

/** Its cells with all outputs, one below the other, for a page of one's own. */
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

/** The richest form of what a cell showed. */
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

/** Printed text without the codes by which a terminal colours it. */
function plain(text: MultilineText): string {
  // deno-lint-ignore no-control-regex
  return escapeHtml(joinText(text).replaceAll(/\u001b\[[0-9;]*m/g, ""));
}
