import { loadModule } from "../options/loadModule.ts";

const ASCII = /^[\x20-\x7e]*$/;

/**
 * Returns the width of a text in terminal cells: wide characters take two, combining marks none.
 */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return loadModule<typeof import("string-width")>("string-width").default(text);
}
