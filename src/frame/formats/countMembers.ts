const QUOTE = 0x22, BACKSLASH = 0x5c, COLON = 0x3a;
const OPEN = [0x7b, 0x5b], CLOSE = [0x7d, 0x5d];

/**
 * How many members the objects have that lie so deep in JSON text, each counted as often as it is
 * written: a parser keeps only the last of those with one name, so that rows of which damage made one
 * would go unseen.
 *
 * @param depth How many brackets stand around a member: 1 in an object, 2 in an object of an array.
 */
export function countMembers(json: Uint8Array, depth: number): number {
  let count = 0, at = 0, inText = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!;
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === COLON) {
      if (at === depth) count++;
    } else if (OPEN.includes(byte)) at++;
    else if (CLOSE.includes(byte)) at--;
  }
  return count;
}
