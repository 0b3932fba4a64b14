import { type Displayable, partHtml } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { htmlPage } from "../../display/htmlPage.ts";
import { languageCode } from "../../words/language.ts";

/** Section of a page: text, with charts or tables below it. */
export interface PageSection {
  /** Heading. */
  readonly heading: string;
  /** One or two sentences. */
  readonly text?: string;
  /** Charts and tables. */
  readonly show: readonly Displayable[];
  /** `true` to fold the section on a screen; on paper it is open. @default false */
  readonly isFolded?: boolean;
}

/** Content of a page. */
export interface PageContent {
  /** Title. */
  readonly title: string;
  /** First sentence. */
  readonly intro: string;
  /** Sections, in order. */
  readonly sections: readonly PageSection[];
  /** CSS rules in addition to the common ones. @default none */
  readonly style?: string;
  /** Origin: data, range, zone and version, so that the page can be reproduced. */
  readonly provenance: Readonly<Record<string, string>>;
}

/** Creates a self-contained HTML page: styles and charts are inside, and nothing is loaded. */
export async function page(content: PageContent): Promise<string> {
  const sections = await Promise.all(content.sections.map((section) => sectionHtml(section)));
  return htmlPage({
    title: content.title,
    lang: languageCode(),
    provenance: content.provenance,
    ...content.style === undefined ? {} : { style: content.style },
    body: [
      `<h1>${escapeHtml(content.title)}</h1>`,
      `<p>${escapeHtml(content.intro)}</p>`,
      ...sections,
    ].join("\n"),
  });
}

/** Space above a part of a notebook's output, which has no style sheet of its own. */
const APART = ' style="margin-top:1.5em"';

/** Returns a part of a page, or of a notebook's output, as HTML. */
export async function sectionHtml(
  { heading, text, show, isFolded = false }: PageSection,
  isNotebook = false,
): Promise<string> {
  const shown = await Promise.all(
    show.map(async (each) =>
      `<div${isNotebook ? APART : ""}>${await partHtml(each, isNotebook)}</div>`
    ),
  );
  // Keeps its triangle on the same line. A page's own style does this, but a notebook's does not.
  const style = isNotebook && isFolded ? ' style="display:inline"' : "";
  const title = `<h2${style}>${escapeHtml(heading)}</h2>`;
  return [
    isFolded
      ? `<section><details><summary${isNotebook ? APART : ""}>${title}</summary>`
      : `<section>${title}`,
    ...(text === undefined ? [] : [`<p>${escapeHtml(text)}</p>`]),
    ...shown,
    isFolded ? "</details></section>" : "</section>",
  ].join("\n");
}
