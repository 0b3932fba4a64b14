/** How the pages of the reference look, in addition to what all pages have. */
export const REFERENCE_STYLE = `
:root { --accent: light-dark(#1d5f94, #8cc4f0); }
a { color: var(--accent); }
body { max-width: 60rem; } h1 code { font-size: 1.5rem; }
nav { font-size: .9rem; } nav.nouns { margin: 1rem 0; } nav.nouns span { display: inline-block; margin-right: .9rem; }
code { font: .9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid #8884; }
.output table { min-width: 36rem; } td code { overflow-wrap: normal; }
td:first-child { white-space: nowrap; }
.route { font-size: .9em; opacity: .85; }
.warning { border-left: 3px solid #c8803c; padding: .25rem .75rem; }
`;
