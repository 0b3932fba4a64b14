/** Style of the site's pages. */
export const SITE_STYLE = `
:root { color-scheme: light dark; --accent: light-dark(#1d5f94, #8cc4f0); --line: #8884; --paper: light-dark(#fff, #16191d); --ink: light-dark(#1f2328, #e6e9ed); --soft: light-dark(#57606a, #a9b1ba); --box: light-dark(#f4f6f8, #20252b); }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0; background: var(--paper); color: var(--ink); }
a { color: var(--accent); }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; z-index: 9; background: var(--paper); padding: .25rem .5rem; }
body > header { position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; align-items: center; padding: .5rem 1rem; background: var(--paper); border-bottom: 1px solid var(--line); }
body > header a { text-decoration: none; } body > header nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; } body > header a[aria-current] { font-weight: 600; color: inherit; }
.brand { font-weight: 700; color: inherit; } .version { color: var(--soft); font-size: .8rem; }
.theme, .code-box button { font: inherit; font-size: .8rem; background: var(--paper); color: var(--ink); border: 1px solid #8888; border-radius: 4px; padding: .2rem .5rem; cursor: pointer; }
.search { position: relative; margin-left: auto; flex: 0 1 18rem; min-width: 9rem; }
.search input { width: 100%; font: inherit; font-size: .9rem; padding: .3rem .6rem; border: 1px solid #8888; border-radius: 4px; background: transparent; color: inherit; } .search input::placeholder { color: var(--soft); opacity: 1; }
.search ul { position: absolute; right: 0; width: min(36rem, 92vw); max-height: 75vh; overflow: auto; margin: .25rem 0 0; padding: 0; list-style: none; background: var(--paper); border: 1px solid #8888; border-radius: 4px; }
.search li a { display: block; padding: .4rem .75rem; color: inherit; border-bottom: 1px solid var(--line); } .search li a:hover, .search li a:focus { background: var(--box); }
.search small { color: var(--soft); display: block; } .search li span { color: var(--soft); font-size: .8rem; margin-left: .5rem; }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } .nothing { position: absolute; right: 0; width: min(24rem, 92vw); background: var(--paper); border: 1px solid #8888; border-radius: 4px; padding: .4rem .75rem; margin: .25rem 0 0; }
.columns { display: grid; grid-template-columns: 16rem minmax(0, 1fr) 14rem; grid-template-areas: "side main contents"; gap: 0 2rem; max-width: 96rem; margin: 0 auto; padding: 0 1rem; }
.columns > * { min-width: 0; }
.side { grid-area: side; } main { grid-area: main; } .contents { grid-area: contents; }
.side, .contents { position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow-y: auto; font-size: .875rem; padding: 1.25rem 0; }
.side h2, .contents h2 { font-size: .8rem; margin: 1rem 0 .25rem; color: var(--soft); } .side h2:first-child, .contents h2 { margin-top: 0; }
.side summary { display: none; }
.side ul, .contents ul { list-style: none; margin: 0; padding: 0; } .side li a, .contents li a { display: block; padding: .15rem 0; text-decoration: none; color: inherit; overflow-wrap: anywhere; } .side a:hover, .contents a:hover { text-decoration: underline; } .side a[aria-current] { font-weight: 600; color: var(--accent); }
.contents .deep a { padding-left: .75rem; color: var(--soft); }
main { padding: 1.25rem 0; max-width: 52rem; width: 100%; margin: 0 auto; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: .25rem 0 1rem; overflow-wrap: anywhere; } main h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; overflow-wrap: anywhere; } main h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; overflow-wrap: anywhere; }
.kind-of { color: var(--soft); font-size: .85rem; margin: 0; }
pre { overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; margin: .5rem 0; }
.code-box { position: relative; margin-top: 1.25rem; } .code-box button { position: absolute; top: -.75rem; right: .5rem; font-size: .75rem; }
pre.source { background: var(--box); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; } .wrap { white-space: pre-wrap; overflow-wrap: anywhere; } pre.error { color: light-dark(#a3301c, #f0907e); }
.code-box pre.source { padding-top: .9rem; }
pre.output { white-space: pre; } div.output { overflow-x: auto; margin: .5rem 0; }
code { font: .9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; } pre code { font-size: 1em; overflow-wrap: normal; }
.hl-comment { color: light-dark(#59636e, #9aa4ae); } .hl-string { color: light-dark(#0a5c36, #8fd3a8); } .hl-number { color: light-dark(#8a3c00, #f0b27a); } .hl-keyword { color: light-dark(#8a1f6b, #e59ad0); } .hl-call { color: light-dark(#1d4f91, #8cc4f0); }
svg, img { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
main table { border-collapse: collapse; font-size: .9rem; } main > table { display: block; overflow-x: auto; } main .wide > table { min-width: 100%; }
main :is(.wide, .output) > table :is(th, td), main > table :is(th, td) { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); }
main td p { margin: 0 0 .25rem; } td code { overflow-wrap: normal; }
dl.fields dt { margin-top: .8rem; } dl.fields dd { margin: .1rem 0 0 1rem; } dl.fields dd p { margin: .15rem 0; } .type { color: var(--soft); }
.toc { columns: 14rem; font-size: .9rem; padding: 0; list-style: none; } .toc li { break-inside: avoid; }
.pages { padding-left: 1.1rem; } .pages li { margin: .35rem 0; }
.route { font-size: .9em; } .kind { font-size: .8rem; color: var(--soft); font-weight: normal; }
.warning { border-left: 3px solid #c8803c; padding: .25rem .75rem; }
.turn { display: flex; justify-content: space-between; gap: 1rem; margin-top: 3rem; } .turn a { flex: 0 1 48%; min-width: 0; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; text-decoration: none; } .turn a:last-child { margin-left: auto; text-align: right; } .turn small { display: block; color: var(--soft); }
main footer { margin: 2rem 0 1rem; padding: .75rem 0 0; border-top: 1px solid var(--line); font-size: .85rem; color: var(--soft); }
@media (max-width: 76rem) { .columns { grid-template-columns: 15rem minmax(0, 1fr); grid-template-areas: "side main"; } .contents { display: none; } }
@media (max-width: 52rem) { html { scroll-padding-top: 8rem; } .columns { display: block; } .side { position: static; max-height: none; border-top: 1px solid var(--line); } .side summary { display: list-item; font-size: 1rem; padding: .25rem 0; } .search { flex-basis: 100%; } pre { font-size: 12px; } }
@media (max-width: 40rem) { main table.rows :is(thead, td:empty) { display: none; } main table.rows, main table.rows :is(tbody, tr, td) { display: block; } main table.rows tr { padding: .4rem 0; border-bottom: 1px solid var(--line); } main .wide > table.rows td { border: 0; padding: .1rem 0; overflow-wrap: anywhere; } main td[data-label]:not([data-label=""], :first-child)::before { content: attr(data-label) ": "; color: var(--soft); } main .rows td code { overflow-wrap: anywhere; } }
@media print { body > header, .side, .contents, .turn, .code-box button { display: none; } .columns { display: block; } }
`;
