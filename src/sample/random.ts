/**
 * A seeded source of random numbers: equal keys give an equal sequence on every machine.
 *
 * Every part of the sample draws from a source of its own, keyed by what it makes and for which day,
 * so that a part or a day can be left out and the others stay as they are. The generator is sfc32
 * (Chris Doty-Humphrey, PractRand), its state the FNV-1a hashes of the keys.
 */
export class Random {
  readonly #state: Uint32Array;

  constructor(...keys: readonly (number | string)[]) {
    const text = keys.join("/");
    this.#state = Uint32Array.of(hash(`a${text}`), hash(`b${text}`), hash(`c${text}`), 1);
    for (let i = 0; i < 12; i++) this.word();
  }

  /** A whole number from 0 to 2^32 - 1. */
  word(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = this.#state;
    const result = (a + b + counter) >>> 0;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = c + (c << 3);
    this.#state[2] = ((c << 21) | (c >>> 11)) + result;
    this.#state[3] = counter + 1;
    return result;
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

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}
