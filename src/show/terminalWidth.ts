const NO_WIDTH = /\p{Mn}|\p{Me}|\u200d|[\ufe00-\ufe0f]/u;
const DOUBLE_WIDTH =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;

/** How many cells of a terminal a text takes: two for wide characters, none for combining ones. */
export function terminalWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    width += NO_WIDTH.test(character) ? 0 : DOUBLE_WIDTH.test(character) ? 2 : 1;
  }
  return width;
}
