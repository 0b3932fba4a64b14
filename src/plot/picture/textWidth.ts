import { FONT_SIZE } from "./theme.ts";

/** Mean width of a character in em, in a wide font (DejaVu Sans), so that no label is cut. */
const MEAN = 0.62;
/** Characters much narrower or wider than the mean. */
const NARROW = /[ .,:;'|!ijl\u2009]/;
const WIDE = /[MWmw%@\u2013\u2014\u2192\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Estimates the width of a text in pixels; errs on the wide side. */
export function textWidth(text: string, size = FONT_SIZE): number {
  let em = 0;
  for (const character of text) {
    em += NARROW.test(character) ? 0.36 : WIDE.test(character) ? 0.98 : MEAN;
  }
  return em * size;
}

/** Joins parts into lines, as many per line as fit; a part that is too long gets its own line. */
export function joinLines(
  parts: readonly string[],
  separator: string,
  fits: (line: string) => boolean,
): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length === 0 ? part : `${lines.at(-1)}${separator}${part}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/**
 * Splits a name into at most two or more lines of the given width, the last one with an ellipsis if
 * needed. Numbers stay with the word before; a word that is too wide breaks after its hyphens.
 */
export function wrapName(name: string, room: number, size = FONT_SIZE, most = 2): string[] {
  const fits = (text: string): boolean => textWidth(text.trimEnd(), size) <= room;
  const parts = name.trim().split(/(?<=\s)(?=[^\s\d%])/).flatMap((word) =>
    fits(word) ? word : word.split(/(?<=[-\s])/)
  );
  const lines = joinLines(parts, "", fits), rest = lines.slice(most - 1).join("");
  return [...lines.slice(0, most - 1), ...(rest === "" ? [] : [rest])].map((line) =>
    cut(line.replaceAll(/\s+/g, " ").trimEnd(), room, size)
  );
}

/** Cuts a line with an ellipsis if it is wider than the room. */
function cut(line: string, room: number, size: number): string {
  if (textWidth(line, size) <= room) return line;
  const characters = [...line];
  while (characters.length > 1 && textWidth(`${characters.join("")}…`, size) > room) {
    characters.pop();
  }
  return `${characters.join("").trimEnd()}…`;
}

/** Maximum number of characters of a name in a margin. */
const LONGEST = 28;

/** Cuts a name with an ellipsis if it is too long for the margin. */
export function shortenName(name: string, longest = LONGEST): string {
  const characters = [...name.replaceAll(/\s+/g, " ")];
  return characters.length <= longest
    ? characters.join("")
    : `${characters.slice(0, longest - 1).join("")}…`;
}
