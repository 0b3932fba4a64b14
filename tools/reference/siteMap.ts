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
  /** Heading at which the page ends; the rest has pages of its own. */
  readonly until?: string;
}

/** Pages in the order of the navigation. A page of docs/ or a notebook without a row is a how-to. */
export const GUIDES: Readonly<Record<string, GuideRow>> = {
  "docs/start.md": {
    kind: "start",
    keywords:
      "phone iphone android laptop install installation setup set up requirements begin quick start try online docker container first report windows macos mac linux cite run terminal command line beginner no programming uninstall update upgrade need to run type first",
  },
  "notebooks/01_first_night.ipynb": { kind: "start" },
  "notebooks/02_tour.ipynb": { kind: "start" },
  "docs/cookbook.md": { kind: "how-to", keywords: "recipes questions examples" },
  "docs/cookbook-sleep.md": {
    kind: "how-to",
    keywords:
      "hours rem light stages usual normal wake up nights bed tired insomnia lark owl nap snoring bedtime average total sleep time per week",
  },
  "docs/cookbook-heart.md": {
    kind: "how-to",
    keywords:
      "pulse heartbeat body resting average at night blood pressure weight stress fever temperature ill illness sick",
  },
  "docs/cookbook-activity.md": {
    kind: "how-to",
    keywords:
      "walking running exercise sport travel birthday diary streak distance calories burned training zones cycling swimming",
  },
  "docs/cookbook-compare.md": {
    kind: "how-to",
    keywords:
      "two months periods rain weather holiday vacation time off dinner meal smoking quit stress partner effect cause better worse alcohol wine before after influence weekend weekdays this year last year does it help medication treatment",
  },
  "docs/cookbook-data.md": {
    kind: "how-to",
    keywords:
      "spreadsheet excel notes diary csv save table as file filter sort group join polars own metrics",
  },
  "docs/cookbook-share.md": {
    kind: "how-to",
    keywords:
      "doctor friend send delete save export excel csv pdf email weekly summary print png svg",
  },
  "docs/your-data.md": {
    kind: "how-to",
    keywords:
      "check what was imported automatically every day without typing import upload load vendor watch phone ring supported devices brands apps formats archive zip missing wrong time zone after import",
  },
  "docs/report.md": {
    kind: "how-to",
    keywords:
      "doctor pdf print anonymous language german weekly summary every month schedule html page without programming command line",
  },
  "docs/notebooks.md": {
    kind: "how-to",
    keywords:
      "jupyter lab kernel slider dropdown input stop interrupt cell crash died restart out of memory progress completion vs code colab",
  },
  "docs/pictures.md": {
    kind: "how-to",
    keywords:
      "bigger larger text letters background legend colour scale palette two charts one axis side by side on top of each other style dark colours colors theme font png size zoom interactive hover colour blind title axis limits labels gap null empty missing",
  },
  "docs/mirror.md": {
    kind: "how-to",
    keywords: "offline backup sync delete export remove everything move to another computer",
  },
  "docs/service.md": {
    kind: "how-to",
    keywords:
      "address already in use automatically every day server login password token host my own run own service self hosted rest api sqlite database https port",
  },
  "docs/exchange.md": {
    kind: "how-to",
    keywords:
      "google sheets libreoffice grafana tableau power bi pivot table python r pandas duckdb parquet excel xlsx save table as csv spss matlab julia arrow export",
  },
  "docs/assistant.md": {
    kind: "how-to",
    keywords: "mcp chatbot ai claude chat questions in plain words without programming",
  },
  "docs/research.md": {
    kind: "how-to",
    keywords:
      "study r statistics science actigraphy counts non wear reproduce reproducible how many nights days needed enough methods paper bootstrap mixed model light hrv hypnogram edf validation",
  },
  "docs/cohort.md": {
    kind: "how-to",
    keywords:
      "many people study participants spark cluster pseudonym withdraw remove a participant",
  },
  "docs/npm.md": { kind: "how-to", keywords: "node bun package command line npx typescript types" },
  "docs/help.md": {
    kind: "how-to",
    keywords:
      "typeerror unknown option phone app mobile econnrefused unexpected token column bug problem issue error fails support contact cite citation paper does not work permission denied notcapable out of memory crash kernel died empty missing values wrong",
  },
  "docs/days.md": {
    kind: "reference",
    keywords:
      "columns nightly daily meaning null empty cell missing nights shift work sleeps during the day nap cut night midnight",
  },
  "docs/glossary.md": {
    kind: "reference",
    keywords:
      "n in a report noon time in bed definition meaning abbreviation how is it computed formula waso tst sol sri null",
  },
  "docs/times.md": {
    kind: "reference",
    keywords:
      "german dates settings unknown zone time zone dst clock change language format wrong hour shifted travel flew flight utc local",
  },
  "docs/limits.md": {
    kind: "reference",
    keywords: "maximum size budget file too large memory rate limits too many requests",
  },
  "docs/deno.md": {
    kind: "reference",
    keywords:
      "version requirements windows macos mac linux disk space which deno proxy firewall permission",
  },
  "docs/promises.md": {
    kind: "reference",
    keywords:
      "computer breaks crash power failure during an import tested reliable safe lost data guarantee",
  },
  "docs/comparisons.md": {
    kind: "reference",
    keywords:
      "right numbers compare with other programs alternatives competitor instead of replaces validated correct peers apps",
  },
  "docs/performance.md": {
    kind: "reference",
    keywords: "speed fast slow benchmark memory how long does it take",
  },
  "docs/gallery.md": {
    kind: "reference",
    keywords: "charts plots pictures heat map which chart",
  },
  "CHANGELOG.md": {
    kind: "reference",
    keywords: "what is new last version since update release notes history results changed",
  },
  "docs/analysis.md": {
    kind: "explanation",
    keywords:
      "how is it computed definition formula why missing nights shift work noon waso choices",
  },
  "docs/sources.md": {
    kind: "explanation",
    keywords: "disagree devices duplicate twice double counted supported",
  },
  "docs/enough.md": {
    kind: "explanation",
    keywords:
      "minimal detectable smallest change icc intraclass how old must data be useful minimum days nights needed error short record how long should I measure accuracy",
  },
  "docs/trust.md": {
    kind: "explanation",
    keywords:
      "autocorrelation dependent days sample size significance chance real false alarm how many nights days do I need enough multiple testing power random seed simulation",
  },
  "docs/privacy.md": {
    kind: "explanation",
    keywords:
      "secret network upload cloud gdpr is my data sent anywhere telemetry tracking internet who sees encrypted medical advice send home leave computer account sign up pay price free of charge",
  },
  "SECURITY.md": { kind: "explanation", keywords: "vulnerability private sent anywhere attack" },
  "docs/architecture.md": { kind: "explanation", keywords: "code internals" },
  "CONTRIBUTING.md": {
    kind: "explanation",
    keywords: "develop add a reader vendor watch build from source tests",
  },
  "docs/interface.md": {
    kind: "interface",
    until: "## Operations",
    keywords: "rest api endpoints http operations webhooks schema arrow",
  },
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
