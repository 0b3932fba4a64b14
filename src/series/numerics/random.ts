/**
 * Returns a seeded generator of numbers from 0 to below 1. A seed gives the same numbers on every
 * machine. The generator is splitmix32 (after Steele, Lea and Flood 2014, with MurmurHash3's
 * finalizer).
 */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mix32(state) / 0x1_0000_0000;
  };
}

/** Mixes 32 bits with the finalizer of MurmurHash3. */
export function mix32(bits: number): number {
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
