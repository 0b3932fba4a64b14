import { escapeHtml } from "./escapeHtml.ts";

/**
 * Writes facts as a list of names and values that needs no style sheet. (JupyterLab's own rules
 * would squeeze each name into a fifth of the width.)
 */
export function factsHtml(facts: Iterable<readonly [name: string, value: string]>): string {
  const rows = Array.from(
    facts,
    ([name, value]) =>
      `<dt style="float:none;width:auto;margin:0;font-weight:normal;white-space:nowrap;opacity:0.65">${
        escapeHtml(name)
      }</dt>\n<dd style="margin:0;overflow-wrap:anywhere">${escapeHtml(value)}</dd>`,
  );
  return `<dl style="display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;font-size:13px">${
    rows.join("\n")
  }</dl>`;
}
/** Width of a narrow terminal, in characters. */
const COLUMNS = 80;

/** Writes each fact on one line; a longer fact continues on as few further lines as possible. */
export function factsText(facts: readonly (readonly [about: string, text: string])[]): string {
  const width = Math.max(...facts.map(([about]) => about.length)) + 2;
  return facts.flatMap(([about, text]) => {
    const lines = [about.padEnd(width).trimEnd()];
    for (const word of text.split(" ")) {
      const last = lines.at(-1)!, isEmpty = last.length < width;
      const longer = isEmpty ? last.padEnd(width) + word : `${last} ${word}`;
      if (longer.length <= COLUMNS || isEmpty) lines[lines.length - 1] = longer;
      else lines.push(" ".repeat(width) + word);
    }
    return lines;
  }).join("\n");
}
