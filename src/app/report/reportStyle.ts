import { SPARKLINE_PAINT } from "./sparkline.ts";
import { darkStyle, INK_TOKENS, type Token } from "../../display/colors.ts";
import { MARKS_PAINT } from "./changeMarks.ts";
import { languageCode, say } from "../../words/language.ts";

const color = ({ light, dark }: Token): string => `light-dark(${light}, ${dark})`;
const LINE = color(INK_TOKENS.grid), QUIET = color(INK_TOKENS.ink3), SOFT = color(INK_TOKENS.ink2);

/** Style rules of reports, in addition to the rules of every page: its first page, phones, and paper. */
const STYLE = `
body { max-width: 736px; line-height: 1.5; font-variant-numeric: tabular-nums; color: ${
  color(INK_TOKENS.ink)
}; background: ${color(INK_TOKENS.paper)}; }
h1, h1 + p, h2 { text-wrap: balance; } h1 { font-size: 28px; line-height: 34px; margin: 0; } h1 + p { color: ${SOFT}; margin: 4px 0 0; }
h2 { font-size: 20px; line-height: 26px; margin: 48px 0 12px; } section:first-of-type h2 { margin-top: 24px; }
section > div, details > div { overflow-x: auto; margin: 24px 0 0; } section > div:first-of-type { margin-top: 12px; }
summary h2 { display: inline; } summary { margin-top: 48px; cursor: pointer; }
.tile { border-top: 2px solid ${LINE}; padding-top: 8px; font-size: 14px; line-height: 20px; }
.tile .label { font-weight: 600; } .tile .big { font-size: 32px !important; line-height: 36px; font-weight: 600; margin: 4px 0; }
.tile .big small { font-size: 16px; line-height: 1; font-weight: 400; } .tile .usual { font-size: 12px; text-wrap: balance; } .tile .usual, .tile .label { color: ${SOFT}; } .clear { font-weight: 600; }
.change { display: block; fill: none; max-width: 100%; } .tile .change { margin: 8px 0 4px; }
.measures { border-collapse: collapse; width: 100%; font-size: 14px; line-height: 20px; margin-top: 24px; }
.measures th, .measures td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-top: 1px solid ${LINE}; }
.measures thead th { border-top: 0; font-size: 12px; font-weight: 600; color: ${SOFT}; }
.measures tbody th { font-weight: 600; } .measures small { font-size: 12px; font-weight: 400; }
.measures .within > * { color: ${QUIET}; } .measures .value { white-space: nowrap; } .measures td:nth-child(3) { white-space: nowrap; } .course { width: 140px; } .course .change { max-width: none; }
.sparkline { display: block; width: 130px; height: 26px; max-width: none; } ${
  darkStyle(SPARKLINE_PAINT, ".sparkline")
} ${darkStyle(MARKS_PAINT, ".change")}
.lines p { margin: 12px 0 0; } .line { border-top: 1px solid ${LINE}; padding: 6px 0; } .line .sparkline { flex: none; }
.facts { padding-left: 1.2rem; margin: 16px 0 0; } .facts li { margin: 4px 0; }
.note { font-size: 12px; line-height: 18px; color: ${SOFT}; margin: 8px 0 0; }
.method { font-size: 14px; line-height: 20px; } .method ul { padding-left: 1.2rem; }
footer { font-size: 12px; line-height: 18px; color: ${SOFT}; }
@media screen and (min-width: 601px) { .measures .value small { display: block; } }
@media screen and (max-width: 600px) {
  .wide { display: none; } .narrow { display: block !important; }
  h1 { font-size: 24px; line-height: 30px; } .tiles { grid-template-columns: 1fr 1fr !important; } .tile .big { font-size: 28px !important; }
  .measures thead, .measures br { display: none; } .measures tr { display: grid; grid-template-columns: 1fr auto; border-top: 1px solid ${LINE}; padding: 6px 0; }
  .measures th, .measures td { border: 0; padding: 1px 0; }
  .measures td[data-label] { grid-column: 1 / -1; display: flex; gap: 8px; align-items: baseline; flex-wrap: wrap; }
  .measures td[data-label]::before { content: attr(data-label); flex: 0 0 64px; font-size: 12px; } .measures td .band { flex: 1 0 100%; margin-left: 72px; }
  .sparkline { width: 110px; } .course .change { width: 130px; } dl { grid-template-columns: 1fr; } dt { font-weight: 600; }
}
@page { size: A4; margin: 11mm 14mm 13mm; @bottom-right { content: counter(page) " PAGE_OF " counter(pages); font: 7.5pt system-ui, sans-serif; color: ${INK_TOKENS.ink2.light}; } }
@media print {
  :root { color-scheme: light; } body { font-size: 10pt; line-height: 1.35; padding: 0; background: none; }
  h1 { font-size: 16pt; line-height: 20pt; } h1 + p { font-size: 9pt; } h2 { font-size: 12pt; line-height: 15pt; margin: 3mm 0 1mm; break-after: avoid; }
  section:first-of-type h2 { margin-top: 4mm; } section { break-inside: auto; }
  .tile { font-size: 9pt; line-height: 12pt; } .tile .big { font-size: 20pt !important; line-height: 24pt; } .tile .big small { font-size: 10pt; }
  .measures { font-size: 7.5pt; line-height: 10.5pt; margin-top: 3mm; } .measures th, .measures td { padding: .7mm 1.5mm .7mm 0; border-top: .5pt solid ${INK_TOKENS.grid.light}; }
  .measures br { display: none; } .measures .band { font-size: 7pt; white-space: nowrap; } .measures .band::before { content: "("; } .measures .band::after { content: ")"; } .measures .value small { font-size: 6.5pt; } .course, .course .change { width: 24mm; }
  .measures small, .measures thead th, .note, .method, .tile .usual, footer { font-size: 7.5pt; line-height: 10pt; } .facts { font-size: 9pt; margin-top: 3mm; }
  .sparkline { width: 120px; height: 24px; }
  section > div, details > div { overflow: visible; margin-top: 2mm; } .wide, .row > div, svg, tr, .tile, figure, footer, .facts li { break-inside: avoid; }
  .row { gap: 4mm !important; grid-template-columns: 1fr 1fr !important; } .pair .wide { display: none; } .pair .narrow { display: block !important; } svg.lifeframe { width: 100%; }
  details > p { font-size: 7.5pt; line-height: 10pt; } .method ul { columns: 2; column-gap: 6mm; } .method li { break-inside: avoid; }
  .method dl, footer dl { grid-template-columns: max-content 1fr max-content 1fr; } .method dl, .method ul, .method p, details > p { margin: 1mm 0; }
  details { break-inside: avoid; } footer { break-before: avoid; }
  summary { list-style: none; margin-top: 4mm; break-after: avoid; } summary h2 { display: block; margin: 0; } footer { margin-top: 1mm; padding-top: 0; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .sparkline *, .change * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/** Lets intervals wrap in languages with longer words than English. */
const WRAPPED = `.measures td:nth-child(3) { white-space: normal; min-width: 9.5rem; }
@media screen and (max-width: 600px) { .measures td .band { flex-basis: calc(100% - 72px); } }
@media print { .measures td:nth-child(3) { min-width: 46mm; } .measures { line-height: 10pt; margin-top: 2mm; } .measures th, .measures td { padding: .5mm 2mm .5mm 0; } .tile { line-height: 11pt; } .facts { margin-top: 2mm; } }
`;

/** Returns the rules in the language of the page: paper has page numbers. */
export function reportStyle(): string {
  return STYLE.replace("PAGE_OF", say("of")) + (languageCode() === "en" ? "" : WRAPPED);
}

/** Returns a rule that prints a text at the foot of each page, beside its number. */
export function runningFoot(text: string): string {
  const escaped = text.replaceAll(
    /[^\w .,:-]/gu,
    (sign) => `\\${sign.codePointAt(0)!.toString(16)} `,
  );
  return `@page { @bottom-left { content: "${escaped}"; font: 7.5pt system-ui, sans-serif; color: ${INK_TOKENS.ink2.light}; } }`;
}
