import { SPARKLINE_PAINT } from "./sparkline.ts";
import { darkStyle, INK_TOKENS } from "../../display/colors.ts";

const LINE = `light-dark(${INK_TOKENS.grid.light}, ${INK_TOKENS.grid.dark})`;

/** Style rules of reports, in addition to the rules of every page: its first page, phones, and paper. */
export const REPORT_STYLE = `
.front .head { margin: .5rem 0 1rem; }
.front .head dt { font-size: .75rem; opacity: .7; } .front .head dd { margin: 0; font-weight: 600; }
.front h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; } .front ul { margin: .25rem 0; padding-left: 1.2rem; }
.measures { border-collapse: collapse; width: 100%; font-size: .875rem; }
.measures th, .measures td { text-align: left; vertical-align: top; padding: .35rem .5rem .35rem 0; border-top: 1px solid ${LINE}; }
.measures thead th { border-top: 0; font-size: .75rem; font-weight: 600; opacity: .8; }
.measures tbody th { font-weight: 600; min-width: 9rem; } .measures small { font-size: .75rem; font-weight: 400; opacity: .75; }
.measures td:not(:last-child) .band { white-space: nowrap; }
.measures .value { white-space: nowrap; }
.mark { font-weight: 600; } .beyond td:last-child { font-weight: 600; }
.sparkline { display: block; width: 130px; height: 26px; max-width: none; } ${
  darkStyle(SPARKLINE_PAINT, ".sparkline")
}
.front .columns { display: grid; grid-template-columns: 2fr 1fr; gap: 0 2rem; }
.front .note, .front .method { font-size: .75rem; opacity: .8; } .front .method { margin-top: 1rem; border-top: 1px solid ${LINE}; padding-top: .5rem; }
@media screen and (max-width: 600px) {
  .wide { display: none; } .narrow { display: block !important; }
  h1 { font-size: 1.35rem; } .front .columns { display: block; }
  .measures thead, .measures br { display: none; } .measures tr { display: grid; grid-template-columns: 1fr auto; border-top: 1px solid ${LINE}; padding: .4rem 0; }
  .measures th, .measures td { border: 0; padding: .1rem 0; }
  .measures td[data-label] { grid-column: 1 / -1; display: flex; gap: .5rem; align-items: baseline; flex-wrap: wrap; }
  .measures td[data-label]::before { content: attr(data-label); flex: 0 0 3.5rem; font-size: .75rem; opacity: .75; }
   .sparkline { width: 110px; } .measures tbody th { min-width: 0; } dl { grid-template-columns: 1fr; } dt { font-weight: 600; }
}
@page { size: A4; margin: 14mm; }
@media print {
  :root { color-scheme: light; } body { font-size: 10pt; line-height: 1.35; padding: 0; }
  h1 { font-size: 16pt; margin: 0; } h1 + p { margin: 0; font-size: 9pt; } h2 { font-size: 12pt; margin: 1.25rem 0 .25rem; break-after: avoid; }
  .front { font-size: 9pt; } .front h3 { font-size: 10pt; margin: .6rem 0 .1rem; } .front .head { margin: .2rem 0; gap: .1rem 1.5rem; }
  .measures { font-size: 8.5pt; line-height: 1.2; } .measures th, .measures td { padding-top: .2rem; padding-bottom: .2rem; }
  .measures small, .front .note, .front .method, .front .head dt { font-size: 7.5pt; } .front p, .front ul { margin: .15rem 0; }
  .sparkline { width: 120px; height: 24px; } .front .method { margin-top: .5rem; }
  section:first-of-type { break-inside: auto; break-after: page; } section:first-of-type h2 { margin-top: .5rem; }
  section > div { overflow: visible; } svg, tr, figure, footer { break-inside: avoid; }
  .sparkline *, .mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
