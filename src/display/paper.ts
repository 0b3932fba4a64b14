import { INK_TOKENS } from "./colors.ts";

/** Text and background colours of a chart outside a page. */
export const PAPERS = {
  light: { ink: INK_TOKENS.ink.light, paper: INK_TOKENS.paper.light },
  dark: { ink: INK_TOKENS.ink.dark, paper: INK_TOKENS.paper.dark },
} as const;

/** Style of a self-contained chart. */
export const STANDALONE_STYLE = `
svg.lifeframe{color-scheme:light dark;color:${PAPERS.light.ink};background:${PAPERS.light.paper}}
@media (prefers-color-scheme:dark){svg.lifeframe{color:${PAPERS.dark.ink};background:${PAPERS.dark.paper}}}
@media print{svg.lifeframe{color-scheme:light;color:#000000;background:#ffffff}}
`;
