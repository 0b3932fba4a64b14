import { escapeHtml } from "../../src/display/escapeHtml.ts";

const KEYWORDS = "as async await break case catch class const continue default delete do else " +
  "export extends false finally for from function if import in instanceof interface let new null " +
  "of readonly return static switch this throw true try type typeof undefined var void while yield";

/** Highlighted tokens of TypeScript, in order of precedence. */
const TYPESCRIPT: readonly (readonly [kind: string, pattern: string])[] = [
  ["comment", String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`],
  ["string", String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|` + "`(?:\\\\.|[^`\\\\])*`"],
  ["number", String.raw`\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b`],
  ["keyword", String.raw`\b(?:${KEYWORDS.replaceAll(" ", "|")})\b(?!\s*:)`],
  ["call", String.raw`\b[A-Za-z_$][\w$]*(?=\()`],
];

const SHELL: typeof TYPESCRIPT = [
  ["comment", String.raw`(?<=^|\s)#[^\n]*`],
  ["string", String.raw`"[^"\n]*"|'[^'\n]*'`],
  ["keyword", String.raw`(?<=\s)--?[a-z][\w-]*`],
];

const LANGUAGES: Readonly<Record<string, typeof TYPESCRIPT>> = {
  ts: TYPESCRIPT,
  js: TYPESCRIPT,
  json: TYPESCRIPT,
  sh: SHELL,
};

/** Returns highlighted source as HTML. Source in an unknown language is only escaped. */
export function highlight(source: string, language: string): string {
  const parts = LANGUAGES[language];
  if (parts === undefined) return escapeHtml(source);
  const pattern = new RegExp(parts.map(([kind, one]) => `(?<${kind}>${one})`).join("|"), "g");
  let html = "", end = 0;
  for (const match of source.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)!;
    html += escapeHtml(source.slice(end, match.index)) +
      `<span class="hl-${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(source.slice(end));
}

/** Returns a block of code with a copy button that can be scrolled by keyboard. */
export function codeBlock(source: string, language: string): string {
  return `<div class="code-box"><pre class="source" tabindex="0"><code>${
    highlight(source.trimEnd(), language)
  }</code></pre></div>`;
}
