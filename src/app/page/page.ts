import type { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { htmlPage } from "../../display/htmlPage.ts";

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
  /** Rules of CSS in addition to those of every page. @default none */
  readonly style?: string;
  /** What it was made of: data, range, zone and version, so that it can be made again. */
  readonly provenance: Readonly<Record<string, string>>;
}

/** A page of HTML that stands alone: its style and its pictures are inside, nothing is loaded. */
export async function page(content: PageContent): Promise<string> {
  const sections = await Promise.all(content.sections.map(sectionHtml));
  return htmlPage({
    title: content.title,
    provenance: content.provenance,
    ...content.style === undefined ? {} : { style: content.style },
    body: [
      `<h1>${escapeHtml(content.title)}</h1>`,
      `<p>${escapeHtml(content.intro)}</p>`,
      ...sections,
    ].join("\n"),
  });
}

/** A part of a page as HTML. */
export async function sectionHtml({ heading, text, show }: PageSection): Promise<string> {
  const shown = await Promise.all(show.map(async (each) => `<div>${await each.html()}</div>`));
  return [
    `<section><h2>${escapeHtml(heading)}</h2>`,
    ...(text === undefined ? [] : [`<p>${escapeHtml(text)}</p>`]),
    ...shown,
    "</section>",
  ].join("\n");
}
