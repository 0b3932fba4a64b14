/** Controls apart from line feed and tab, and marks that turn the direction of writing. */
const CONTROLS =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns foreign text without characters that a terminal obeys; each becomes a replacement character. */
export function plainText(text: string): string {
  return text.replaceAll(CONTROLS, "\ufffd");
}

/** Returns foreign text as one line of a log, or a part of a file's name: without line breaks, too. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/[\n\t]/g, "\ufffd");
}
