import type { MultilineText } from "./nbformat.ts";

/**
 * Joins text from a notebook's file into one string.
 *
 * @param text One string, or its lines with their line ends.
 * @returns The whole text.
 */
export function joinText(text: MultilineText): string {
  return typeof text === "string" ? text : text.join("");
}
