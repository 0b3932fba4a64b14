/**
 * The lines of a text, each with its line end, as Jupyter writes text into a notebook's file so
 * that a diff shows lines.
 *
 * @param text Any text.
 * @returns Its lines; none for the empty text. Joined, they are the text again.
 */
export function splitText(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}
