/**
 * Splits a text into lines with their line ends. Jupyter writes text this way, so that a diff shows
 * lines.
 *
 * @param text Any text.
 * @returns Its lines; an empty array for empty text. Joined, they equal the text.
 */
export function splitText(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}
