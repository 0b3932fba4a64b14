/** A colour on light paper and on dark paper. */
export interface Token {
  /** Colour on light paper, `#rrggbb`; it identifies the token in a drawing. */
  readonly light: string;
  /** Colour on dark paper. */
  readonly dark: string;
}

const token = (light: string, dark: string): Token => ({ light, dark });

/** Paper, and inks from strong to faint. `ink` colours text on a cell; other text inherits its colour. */
export const INK_TOKENS = {
  paper: token("#ffffff", "#16191d"),
  ink: token("#14181d", "#eceff3"),
  ink2: token("#4a525c", "#b7bec7"),
  ink3: token("#69727d", "#8f98a3"),
  axis: token("#8b939d", "#79828d"),
  hatch: token("#b4bac2", "#565e68"),
  grid: token("#e3e6ea", "#2b3037"),
  unknown: token("#eef0f2", "#31383f"),
  daylight: token("#fbf3d9", "#2a2718"),
} as const;

/** Errors of data. Red would look like `notes` to readers without green cones. */
export const ALERT_TOKEN = token("#9549e5", "#d0f505");

/** Sleep stages; deeper sleep is darker on both papers. */
export const STAGE_TOKENS = {
  awake: token("#bc8c0b", "#ffddb1"),
  rem: token("#03887d", "#49d5ce"),
  n1: token("#95503f", "#dc925e"),
  core: token("#005a90", "#5b98d6"),
  deep: token("#132b53", "#4a6aba"),
} as const;

/** Colours of the stages as text. */
export const STAGE_TEXT_TOKENS = {
  awake: token("#8a6400", "#ffddb1"),
  rem: token("#027268", "#49d5ce"),
  n1: token("#95503f", "#dc925e"),
  core: token("#005a90", "#5b98d6"),
  deep: token("#132b54", "#8fa6e2"),
} as const;

/** Kinds of measure. */
export const DOMAIN_TOKENS = {
  sleep: token("#005a90", "#5b98d6"),
  heart: token("#890238", "#d9405e"),
  activity: token("#469063", "#99d8a1"),
  body: token("#ac83cc", "#edd4ff"),
  notes: token("#7e6400", "#d0a32a"),
} as const;

/** Colours of kinds of measure as text. */
export const DOMAIN_TEXT_TOKENS = {
  ...DOMAIN_TOKENS,
  heart: token("#8a0239", "#ee6d84"),
  activity: token("#33774d", "#99d8a1"),
  body: token("#7d55a3", "#edd4ff"),
} as const;

/** Groups, sources and lines of one chart, in order of use. */
export const CATEGORY_TOKENS: readonly Token[] = [
  token("#751f58", "#b04377"),
  token("#c26e52", "#ffac7e"),
  token("#0e827d", "#63b8b1"),
  token("#b51a4c", "#f95888"),
  token("#9a86e5", "#e4d5fe"),
  token("#443202", "#a07c00"),
];

/** Classes of a value from low to high, each with the colour of text on it. */
export const SEQUENTIAL_TOKENS: readonly { readonly cell: Token; readonly text: Token }[] = [
  { cell: token("#cbe8ed", "#18416d"), text: INK_TOKENS.ink },
  { cell: token("#7fc2da", "#02699c"), text: INK_TOKENS.ink },
  { cell: token("#3298c3", "#0393c3"), text: token("#14181e", "#16191d") },
  { cell: token("#0b6b9e", "#68bcd7"), text: INK_TOKENS.paper },
  { cell: token("#024174", "#bbe4eb"), text: INK_TOKENS.paper },
];

/** Classes from far below to far above; the middle class is as usual. */
export const DIVERGING_TOKENS: readonly Token[] = [
  token("#055a81", "#8dcdfe"),
  token("#248fc0", "#40a2d4"),
  token("#97c2d8", "#467084"),
  token("#efeeec", "#3e3d3c"),
  token("#dbb48f", "#856442"),
  token("#be753e", "#d3874f"),
  token("#91390e", "#feb696"),
];

/** Every token. */
export const ALL_TOKENS: readonly Token[] = [
  ...Object.values(INK_TOKENS),
  ALERT_TOKEN,
  ...Object.values(STAGE_TOKENS),
  ...Object.values(STAGE_TEXT_TOKENS),
  ...Object.values(DOMAIN_TOKENS),
  ...Object.values(DOMAIN_TEXT_TOKENS),
  ...CATEGORY_TOKENS,
  ...SEQUENTIAL_TOKENS.flatMap(({ cell, text }) => [cell, text]),
  ...DIVERGING_TOKENS,
];

const DARK: ReadonlyMap<string, string> = new Map(
  ALL_TOKENS.map(({ light, dark }) => [light, dark]),
);
const HEX = /#[0-9a-f]{6}\b/g;

/** Replaces the tokens of a drawing with their colours on dark paper, for renderers without CSS. */
export function toDark(svg: string): string {
  return svg.replaceAll(HEX, (hex) => DARK.get(hex) ?? hex);
}

/** Style of a chart inside a page: it follows the themes of JupyterLab and VS Code, and paper is light. */
export const THEME_STYLE =
  `[data-jp-theme-light="false"] svg.lifeframe,.vscode-dark svg.lifeframe{color-scheme:dark}
[data-jp-theme-light="true"] svg.lifeframe,.vscode-light svg.lifeframe{color-scheme:light}
@media print{svg.lifeframe{color-scheme:light}}
`;

/**
 * Returns the style that converts the tokens of a drawing on dark paper. It follows `color-scheme`;
 * older browsers and other programs keep the light colours.
 */
export function darkStyle(svg: string, selector = "svg.lifeframe"): string {
  const rules = [...new Set(svg.match(/ (?:fill|stroke)="#[0-9a-f]{6}"/g) ?? [])].toSorted()
    .flatMap((attribute) => {
      const [, name, hex] = /(fill|stroke)="(#[0-9a-f]{6})"/.exec(attribute)!;
      const dark = DARK.get(hex!);
      return dark === undefined
        ? []
        : [`${selector} [${name}="${hex}"]{${name}:light-dark(${hex},${dark})}`];
    });
  return rules.length === 0 ? "" : `@supports (color:light-dark(red,red)){${rules.join("")}}`;
}
