import { escapeHtml } from "./escapeHtml.ts";
import { liveOnce, PAGE_POLICY } from "./liveTag.ts";
import { TABLES_ON_PAPER } from "./tablesOnPaper.ts";

/** Contents of an HTML page. */
export interface HtmlPage {
  readonly title: string;
  /** Language of its text. @default en */
  readonly lang?: string;
  /** Body as HTML. */
  readonly body: string;
  /** CSS rules in addition to the rules of every page. @default none */
  readonly style?: string;
  /** Settings and inputs needed to reproduce the page, printed below the body. */
  readonly provenance: Readonly<Record<string, string>>;
  /** Hashes of further inline scripts that may run, such as `sha256-...`. @default none */
  readonly scripts?: readonly string[];
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .25rem; }
p { margin: .25rem 0 1rem; } section { break-inside: avoid; }
pre { overflow-x: auto; font: 13px/1.45 ui-monospace, monospace; margin: .5rem 0; }
pre.source { background: #8881; border-left: 3px solid #8886; padding: .5rem .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.error { color: #c8503c; }
pre.output { white-space: pre-wrap; overflow-wrap: anywhere; }
section > div, .output { overflow-x: auto; margin: .5rem 0; }
svg, img { max-width: 100%; height: auto; }
footer { margin-top: 3rem; border-top: 1px solid #8888; padding-top: .75rem; font-size: .85rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
@media print { body { max-width: none; margin: 0; } pre { white-space: pre-wrap; } }
${TABLES_ON_PAPER}
`;

/**
 * Returns a self-contained page of HTML. Styles and charts are embedded, and the page makes no
 * network requests. Its policy allows only the script of charts and tables, if there are any, and
 * the given scripts.
 */
export function htmlPage(
  { title, lang = "en", body, style = "", provenance, scripts = [] }: HtmlPage,
): string {
  const facts = Object.entries(provenance)
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  const policy = [PAGE_POLICY, ...scripts.map((hash) => `'${hash}'`)].join(" ");
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
<main>
${liveOnce(body)}
</main>
<footer><dl>${facts.join("")}</dl></footer>
</body>
</html>
`;
}
