import type { ExportReport } from "./makerExport.ts";
import { countText } from "../../options/countText.ts";

/** Describes line by line what a reader read and skipped, and why. */
export function reportText(report: ExportReport): string {
  const { reader, files, read, repeated, skipped, ignored, problems, notes } = report;
  const left = { ...skipped, ...repeated > 0 && { "the same as another row": repeated } };
  const isAnything = Object.keys(read).length > 0;
  return [
    `${reader}: ${count(files.read)} of ${countText(files.seen, "file")} read`,
    ...isAnything ? section("read", read) : ["nothing in them that is read"],
    ...section("left out", left),
    ...problems.length > 0 ? ["the first of them:"] : [],
    ...problems.slice(0, SHOWN).map(({ file, where, reason }) =>
      `  ${file.replace(/^.*\//, "")}${where === null ? "" : `, ${where}`}: ${reason}`
    ),
    ...section("files that are not read", ignored),
    ...notes.map((note) => `note: ${note}`),
  ].join("\n");
}

/** Maximum numbers of problems and of lines per list. */
const SHOWN = 5, MOST = 20;

/**
 * Returns a heading and a line for each name with its number, in descending order if there are
 * many.
 */
function section(title: string, counts: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(counts);
  if (entries.length === 0) return [];
  const shown = entries.length > MOST
    ? entries.toSorted(([, a], [, b]) => b - a).slice(0, MOST)
    : entries;
  const width = Math.max(...shown.map(([, value]) => count(value).length));
  const rest = entries.length - shown.length;
  return [
    `${title}:`,
    ...shown.map(([name, value]) => `  ${count(value).padStart(width)}  ${name}`),
    ...rest > 0 ? [`  and ${rest} more`] : [],
  ];
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
