import { joinText } from "./format/joinText.ts";
import type { MultilineText, Notebook, NotebookOutput } from "./format/nbformat.ts";
import { countText } from "../options/countText.ts";

/** An output of a cell, compared with the same output of another run. */
export interface ComparedOutput {
  /** Index of the cell, from 0. */
  readonly cell: number;
  /** A chart, a table or a text, with its count of numbers: `table (12 numbers)`. */
  readonly what: string;
  /** Difference of the other run; `null` if the outputs are equal. */
  readonly difference: string | null;
}

/** Differing numbers that are named. */
const NAMED = 3;

const NUMBER = /[-−+]?\d+(?:[.,:]\d+)*/g;

/**
 * Compares all outputs of two runs of a notebook, in order: charts by their bytes, texts by their
 * words and numbers. Both come from `withStaticPictures`, so that charts are images.
 */
export function compareOutputs(before: Notebook, after: Notebook): ComparedOutput[] {
  return before.cells.flatMap((cell, index) => {
    const other = after.cells[index];
    if (cell.cell_type !== "code" || other?.cell_type !== "code") return [];
    const count = Math.max(cell.outputs.length, other.outputs.length);
    return Array.from({ length: count }, (_, i) => {
      const one = cell.outputs[i], two = other.outputs[i];
      return { cell: index, what: kindOf((one ?? two)!), difference: differenceOf(one, two) };
    });
  });
}

function differenceOf(
  before: NotebookOutput | undefined,
  after: NotebookOutput | undefined,
): string | null {
  if (before === undefined) return "is new";
  if (after === undefined) return "is missing";
  const [one, two] = [before, after].map(wordsOf) as [string, string];
  if (one !== two) return textDifference(one, two);
  const plain = [before, after].map(plainOf) as [string, string];
  if (!plain.includes("") && plain[0] !== plain[1]) return textDifference(...plain);
  return figureOf(before) === figureOf(after) ? null : "another image";
}

/** Names the numbers that differ, or the place at which two texts diverge. */
function textDifference(before: string, after: string): string {
  const one = before.match(NUMBER) ?? [], two = after.match(NUMBER) ?? [];
  const others = before.replace(NUMBER, "#") === after.replace(NUMBER, "#")
    ? one.flatMap((number, i) => number === two[i] ? [] : [`${number} became ${two[i]}`])
    : [];
  if (others.length > NAMED) {
    return `${others.slice(0, NAMED).join(", ")} and ${others.length - NAMED} more numbers`;
  }
  if (others.length > 0) return others.join(", ");
  const at = Array.from(before).findIndex((letter, i) => letter !== Array.from(after)[i]);
  const from = before.lastIndexOf(" ", at < 0 ? before.length : at) + 1;
  const part = (text: string): string => JSON.stringify(text.slice(from, from + 40).trim());
  return `${part(before)} became ${part(after)}`;
}

function kindOf(output: NotebookOutput): string {
  if (output.output_type === "error") return "error";
  const numbers = wordsOf(output).match(NUMBER)?.length ?? 0;
  const kind = figureOf(output) !== "" ? "chart" : /<table/.test(htmlOf(output)) ? "table" : "text";
  return numbers === 0 ? kind : `${kind} (${countText(numbers, "number")})`;
}

/** Returns the images of an output as text; `""` if it has none. */
function figureOf(output: NotebookOutput): string {
  const image = "data" in output ? textOf(output.data["image/png"]) : "";
  return image + (htmlOf(output).match(/<svg[\s\S]*?<\/svg>|<img[^>]*>/g) ?? []).join("");
}

/** Returns what a person reads in an output. */
function wordsOf(output: NotebookOutput): string {
  if (output.output_type === "error") return `${output.ename}: ${output.evalue}`;
  if (output.output_type === "stream") return joinText(output.text).trim();
  const html = htmlOf(output);
  const text = html === "" ? textOf(output.data["text/plain"]) : html
    .replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, "").replace(/<[^>]+>/g, " ");
  return text.replace(/\s+/g, " ").trim();
}

/** Returns the plain-text version of an output. */
function plainOf(output: NotebookOutput): string {
  return "data" in output ? textOf(output.data["text/plain"]).replace(/\s+/g, " ").trim() : "";
}

function htmlOf(output: NotebookOutput): string {
  return "data" in output ? textOf(output.data["text/html"]) : "";
}

function textOf(value: unknown): string {
  return value === undefined ? "" : joinText(value as MultilineText);
}
