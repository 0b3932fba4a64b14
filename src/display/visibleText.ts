import { loadModule } from "../options/loadModule.ts";

/**
 * Control characters, line breaks and marks that change the direction of writing: each would alter
 * the text around it.
 */
const UNSEEN =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Returns foreign text on one line, cut to a length. Control characters are written as escapes, so
 * they can neither move the cursor nor reverse the text next to them.
 */
export function visibleText(text: string, limit: number): string {
  const head = text.length > limit * 2 ? text.slice(0, limit * 2) : text;
  const seen = head.replaceAll(
    UNSEEN,
    (character) =>
      SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const characters = [...seen];
  return characters.length <= limit && head === text
    ? seen
    : `${characters.slice(0, limit - 1).join("")}…`;
}

const ASCII = /^[\x20-\x7e]*$/;

/**
 * Returns the width of a text in terminal cells: wide characters take two, combining marks none.
 */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return loadModule<typeof import("string-width")>("string-width").default(text);
}
