const QUOTE = 0x22, BACKSLASH = 0x5c, COLON = 0x3a;
const OPEN = [0x7b, 0x5b], CLOSE = [0x7d, 0x5d];

/**
 * Counts the members of the objects at a depth of JSON text, including repeated names. A parser
 * only keeps the last member of each name, so it would hide rows that damage has merged.
 *
 * @param depth Number of brackets around a member: 1 in an object, 2 in an object of an array.
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
