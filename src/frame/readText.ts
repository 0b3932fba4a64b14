import type { TextReader } from "./columns/codedText.ts";
import { type FrameLike, openFrame } from "./open.ts";

export type { CodedText, TextReader } from "./columns/codedText.ts";

/** A column of text to be read later; undefined if there is no such column. */
export function readText(input: FrameLike, name: string, action: string): TextReader | undefined {
  return openFrame(input, { action }).text(name);
}
