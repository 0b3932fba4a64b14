/** Text and background colours of a chart outside a page. */
export const PAPERS = {
  light: { ink: "#1f2328", paper: "#ffffff" },
  dark: { ink: "#e6e9ed", paper: "#16191d" },
} as const;

/** Style of a self-contained chart. */
export const STANDALONE_STYLE = `
svg.lifeframe{color-scheme:light dark;color:${PAPERS.light.ink};background:${PAPERS.light.paper}}
@media (prefers-color-scheme:dark){svg.lifeframe{color:${PAPERS.dark.ink};background:${PAPERS.dark.paper}}}
@media print{svg.lifeframe{color:#000000;background:#ffffff}}
`;
