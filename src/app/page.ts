import type { Displayable } from "../show/displayable.ts";
import { escapeHtml } from "../show/escapeHtml.ts";

/** A part of a page: words, and a picture or a table under them. */
export interface PageSection {
  /** What it is about. */
  readonly heading: string;
  /** What it says, in a sentence or two. */
  readonly text?: string;
  /** What it shows. */
  readonly show: readonly Displayable[];
}

/** What stands on a page. */
export interface PageContent {
  /** Its title. */
  readonly title: string;
  /** What it says first. */
  readonly intro: string;
  /** Its parts, in order. */
  readonly sections: readonly PageSection[];
  /** What it was made of: data, range, zone and version, so that it can be made again. */
  readonly madeOf: Readonly<Record<string, string>>;
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .25rem; }
p { margin: .25rem 0 1rem; } section { break-inside: avoid; }
section > div { overflow-x: auto; margin: .5rem 0; }
svg { max-width: 100%; height: auto; }
footer { margin-top: 3rem; border-top: 1px solid #8888; padding-top: .75rem; font-size: .85rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; } dd { margin: 0; }
`;

/** A page of HTML that stands alone: its style and its pictures are inside, nothing is loaded. */
export async function page(content: PageContent): Promise<string> {
  const sections = await Promise.all(content.sections.map(sectionHtml));
  const madeOf = Object.entries(content.madeOf)
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(content.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(content.title)}</h1>
<p>${escapeHtml(content.intro)}</p>
${sections.join("\n")}
<footer><dl>${madeOf.join("")}</dl></footer>
</body>
</html>
`;
}

async function sectionHtml({ heading, text, show }: PageSection): Promise<string> {
  const shown = await Promise.all(show.map(async (each) => `<div>${await each.html()}</div>`));
  return [
    `<section><h2>${escapeHtml(heading)}</h2>`,
    ...(text === undefined ? [] : [`<p>${escapeHtml(text)}</p>`]),
    ...shown,
    "</section>",
  ].join("\n");
}
