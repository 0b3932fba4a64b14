/**
 * Seeded random number generator: equal keys give equal sequences on every machine.
 *
 * Every part of the sample has its own generator, keyed by its kind and day. A part or day can
 * therefore be omitted without changing the others. The generator is sfc32 (Chris Doty-Humphrey,
 * PractRand); its state is the FNV-1a hashes of the keys.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(...keys: readonly (number | string)[]) {
    const text = keys.join("/");
    this.#a = hash("a", text) | 0;
    this.#b = hash("b", text) | 0;
    this.#c = hash("c", text) | 0;
    for (let i = 0; i < 12; i++) this.word();
  }

  /** Returns an integer from 0 to 2^32 - 1. */
  word(): number {
    const b = this.#b, c = this.#c;
    const result = (this.#a + b + this.#counter) | 0;
    this.#a = b ^ (b >>> 9);
    this.#b = (c + (c << 3)) | 0;
    this.#c = (((c << 21) | (c >>> 11)) + result) | 0;
    this.#counter = (this.#counter + 1) | 0;
    return result >>> 0;
  }

  /** Returns a number of at least `low` and less than `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * (this.word() / 0x1_0000_0000);
  }

  /** Returns true with this probability. */
  chance(probability: number): boolean {
    return this.between(0, 1) < probability;
  }

  /** Returns a normally distributed number (Box and Muller, 1958). */
  normal(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.between(0, 1)));
    return mean + deviation * radius * Math.cos(this.between(0, 2 * Math.PI));
  }

  /** Picks an item. */
  pick<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.between(0, items.length))] ?? items[0];
  }
}

function hash(first: string, text: string): number {
  let value = Math.imul(0x811c9dc5 ^ first.charCodeAt(0), 0x01000193);
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}
