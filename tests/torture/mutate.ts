/** Returns a generator of random numbers that only depends on the seed (mulberry32). */
export function randomBy(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * below);
  };
}

/** Boundary values of lengths and offsets. */
const EDGES = [0n, 1n, -1n, 7n, 8n, 2n ** 24n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 40n, 2n ** 62n]
  .concat(-(2n ** 63n), 2n ** 63n - 1n);

/** Bytes that separate or enclose parts of text. */
const STRUCTURE = new TextEncoder().encode(',"\n\r[]{}: \\');

/**
 * Maximum length of a copy within text. A longer copy may replace rows by rows, which is a valid
 * body.
 */
const LONGEST_COPY = 16;

/**
 * Returns one mutant of a body. In every third mutant, the change is where a length or an offset
 * may be: in bytes, a number of 32 or 64 bits that is at most the length of the body; in text, its
 * punctuation.
 */
export function mutate(body: Uint8Array, isText: boolean, index: number): Uint8Array {
  const random = randomBy(index * 2_654_435_761 + body.length);
  const mutant = body.slice();
  if (index % 3 === 0) {
    if (isText) changeStructure(mutant, random);
    else changeLength(mutant, random);
    return mutant;
  }
  for (let changes = 1 + random(3); changes > 0; changes--) {
    const at = random(mutant.length);
    switch (random(4)) {
      case 0:
      case 1:
        mutant[at]! ^= 1 << random(8);
        break;
      case 2:
        mutant[at] = random(256);
        break;
      default:
        copy(mutant, at, random(mutant.length), random(isText ? LONGEST_COPY : mutant.length));
    }
  }
  return mutant;
}

function copy(mutant: Uint8Array, to: number, from: number, length: number): void {
  mutant.copyWithin(to, from, from + length);
}

function changeLength(mutant: Uint8Array, random: (below: number) => number): void {
  const view = new DataView(mutant.buffer, mutant.byteOffset, mutant.byteLength);
  for (let tries = 0; tries < 1000; tries++) {
    const at = random((mutant.length - 8) >> 2) * 4, wide = view.getBigInt64(at, true);
    const small = view.getInt32(at, true);
    if (small <= 0 || small > mutant.length) continue;
    const isWide = wide === BigInt(small);
    const near = BigInt(small) + BigInt(random(33) - 16);
    const value = random(3) === 0 ? near : EDGES[random(EDGES.length)]!;
    if (isWide && random(4) > 0) view.setBigInt64(at, value, true);
    else view.setInt32(at, Number(BigInt.asIntN(32, value)), true);
    return;
  }
  mutant[random(mutant.length)]! ^= 0x80;
}

function changeStructure(mutant: Uint8Array, random: (below: number) => number): void {
  const places = [...mutant.keys()].filter((at) => STRUCTURE.includes(mutant[at]!));
  mutant[places[random(places.length)]!] = STRUCTURE[random(STRUCTURE.length)]!;
}
