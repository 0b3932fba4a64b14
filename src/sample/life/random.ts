/**
 * A seeded source of random numbers: equal keys give an equal sequence on every machine.
 *
 * Every part of the sample draws from a source of its own, keyed by what it makes and for which day,
 * so that a part or a day can be left out and the others stay as they are. The generator is sfc32
 * (Chris Doty-Humphrey, PractRand), its state the FNV-1a hashes of the keys.
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

  /** An integer from 0 to 2^32 - 1. */
  word(): number {
    const b = this.#b, c = this.#c;
    const result = (this.#a + b + this.#counter) | 0;
    this.#a = b ^ (b >>> 9);
    this.#b = (c + (c << 3)) | 0;
    this.#c = (((c << 21) | (c >>> 11)) + result) | 0;
    this.#counter = (this.#counter + 1) | 0;
    return result >>> 0;
  }

  /** A number from `low` up to, not including, `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * (this.word() / 0x1_0000_0000);
  }

  /** Whether something of this probability happens. */
  chance(probability: number): boolean {
    return this.between(0, 1) < probability;
  }

  /** A normally distributed number (Box and Muller, 1958). */
  normal(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.between(0, 1)));
    return mean + deviation * radius * Math.cos(this.between(0, 2 * Math.PI));
  }

  /** One of the items. */
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
