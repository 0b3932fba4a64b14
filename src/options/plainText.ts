/**
 * Control characters except line feed and tab, and marks that change the direction of writing.
 */
const CONTROLS =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Returns foreign text without characters that control a terminal; each becomes a replacement
 * character.
 */
export function plainText(text: string): string {
  return text.replaceAll(CONTROLS, "\ufffd");
}

/** Returns foreign text on one line, for a log or a file name. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/[\n\t]/g, "\ufffd");
}
