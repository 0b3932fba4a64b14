/** A purpose of pages: learn, solve a task, look up, understand; the interface is apart. */
export type Kind = "start" | "how-to" | "reference" | "explanation" | "interface";

/** The kinds in the order of the navigation: title, page that lists them, and audience. */
export const KINDS: Readonly<
  Record<Kind, { readonly title: string; readonly path: string; readonly about: string }>
> = {
  start: {
    title: "Get started",
    path: "guides/get-started.html",
    about: "Learn lifeframe by doing: from nothing to a report on your own export.",
  },
  "how-to": {
    title: "How-to",
    path: "guides/how-to.html",
    about: "One task per page, for readers who know what they want to do.",
  },
  reference: {
    title: "Reference",
    path: "guides/reference.html",
    about: "Facts to look up: functions, columns, charts, metrics, limits.",
  },
  explanation: {
    title: "Explanation",
    path: "guides/explanation.html",
    about: "How results come about, and how far you can trust them.",
  },
  interface: {
    title: "Interface",
    path: "operations/index.html",
    about: "The operations of a service, for readers who call or run one.",
  },
};

/** A page that is written by hand. */
export interface GuideRow {
  readonly kind: Kind;
  /** Words that readers may search for and the page does not contain. */
  readonly keywords?: string;
  /** Number of pages that a long one becomes. @default 1 */
  readonly parts?: number;
  /** Heading at which the page ends; the rest has pages of its own. */
  readonly until?: string;
}

/** Pages in the order of the navigation. A page of docs/ or a notebook without a row is a how-to. */
export const GUIDES: Readonly<Record<string, GuideRow>> = {
  "docs/start.md": {
    kind: "start",
    keywords:
      "install installation setup set up requirements begin quick start try online docker " +
      "container first report windows macos linux cite run",
  },
  "notebooks/01_first_night.ipynb": { kind: "start" },
  "notebooks/02_tour.ipynb": { kind: "start" },
  "docs/cookbook.md": { kind: "how-to", keywords: "recipes questions examples" },
  "docs/cookbook-sleep.md": { kind: "how-to", keywords: "nights bed tired" },
  "docs/cookbook-heart.md": { kind: "how-to", keywords: "pulse heartbeat body" },
  "docs/cookbook-activity.md": {
    kind: "how-to",
    keywords: "walking running exercise sport travel",
  },
  "docs/cookbook-compare.md": {
    kind: "how-to",
    keywords: "effect cause better worse alcohol wine",
  },
  "docs/cookbook-data.md": { kind: "how-to", keywords: "spreadsheet excel notes diary" },
  "docs/cookbook-share.md": { kind: "how-to", keywords: "doctor friend send delete" },
  "docs/your-data.md": {
    kind: "how-to",
    parts: 3,
    keywords: "import upload load vendor watch phone ring",
  },
  "docs/report.md": { kind: "how-to", keywords: "doctor pdf print anonymous language german" },
  "docs/notebooks.md": { kind: "how-to", keywords: "jupyter lab kernel slider" },
  "docs/pictures.md": {
    kind: "how-to",
    keywords: "two charts one axis side by side style dark colours png",
  },
  "docs/mirror.md": { kind: "how-to", keywords: "offline backup sync delete export" },
  "docs/service.md": { kind: "how-to", keywords: "server login password token" },
  "docs/exchange.md": { kind: "how-to", keywords: "python r pandas duckdb parquet excel" },
  "docs/assistant.md": { kind: "how-to", keywords: "mcp chatbot ai claude" },
  "docs/research.md": { kind: "how-to", keywords: "study r statistics science" },
  "docs/cohort.md": { kind: "how-to", keywords: "many people study participants spark cluster" },
  "docs/npm.md": { kind: "how-to", keywords: "node bun package" },
  "docs/help.md": {
    kind: "how-to",
    keywords: "bug problem issue error fails support contact cite citation paper does not work",
  },
  "docs/days.md": { kind: "reference", keywords: "columns nightly daily meaning" },
  "docs/glossary.md": { kind: "reference", keywords: "definition meaning abbreviation" },
  "docs/times.md": { kind: "reference", keywords: "time zone dst clock change language format" },
  "docs/limits.md": { kind: "reference", parts: 2, keywords: "maximum size budget" },
  "docs/deno.md": { kind: "reference", keywords: "version requirements windows macos disk space" },
  "docs/promises.md": { kind: "reference" },
  "docs/comparisons.md": {
    kind: "reference",
    keywords: "compare with other programs alternatives",
  },
  "docs/performance.md": { kind: "reference", parts: 2, keywords: "speed fast slow benchmark" },
  "docs/gallery.md": { kind: "reference", parts: 2, keywords: "charts plots pictures heat map" },
  "CHANGELOG.md": { kind: "reference", parts: 6, keywords: "new version release notes history" },
  "docs/analysis.md": { kind: "explanation" },
  "docs/sources.md": { kind: "explanation", keywords: "disagree devices duplicate twice" },
  "docs/trust.md": { kind: "explanation", keywords: "significance chance real" },
  "docs/privacy.md": { kind: "explanation", keywords: "secret network upload cloud gdpr" },
  "SECURITY.md": { kind: "explanation", keywords: "vulnerability private" },
  "docs/architecture.md": { kind: "explanation", keywords: "code internals" },
  "CONTRIBUTING.md": { kind: "explanation", keywords: "develop add a reader vendor watch" },
  "docs/interface.md": { kind: "interface", until: "## Operations" },
};

/** Pages that are made from other sources than their Markdown. */
export const MADE_ELSEWHERE: Readonly<Record<string, string>> = {
  "docs/functions.md": "functions/index.html",
  "docs/api.md": "functions/index.html",
  "docs/operations.md": "operations/index.html",
};

/** Returns the row of a page. */
export function guideRow(source: string): GuideRow {
  return GUIDES[source] ?? { kind: "how-to" };
}

/** Returns the position of a page in the navigation; pages without a row come last. */
export function guideOrder(source: string): number {
  const at = Object.keys(GUIDES).indexOf(source);
  return at < 0 ? Infinity : at;
}
