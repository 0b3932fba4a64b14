import { loadModule } from "../options/loadModule.ts";

const ASCII = /^[\x20-\x7e]*$/;

/** How many cells of a terminal a text takes: wide characters take two, marks on others none. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return loadModule<typeof import("string-width")>("string-width").default(text);
}
