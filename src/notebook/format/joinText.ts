import type { MultilineText } from "./nbformat.ts";

/**
 * One string from text as nbformat writes it.
 *
 * @param text One string, or its lines, each with its line end.
 * @returns The whole text.
 */
export function joinText(text: MultilineText): string {
  return typeof text === "string" ? text : text.join("");
}
