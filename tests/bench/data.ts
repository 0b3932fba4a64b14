// Synthetic data as Polars frames, the same in each run, built without code of src/.
import pl from "nodejs-polars";

/** Numbers from 0 to below 1 that look like chance (Lehmer's generator). */
export function randomOf(seed = 1): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Returns a column of instants from microseconds since 1970. */
export function instants(name: string, values: BigInt64Array, zone = "Europe/Berlin"): pl.Series {
  return int64s(name, values).cast(pl.Datetime("us", zone));
}

/** Returns a column of integers. Polars' types do not list all inputs of its constructor. */
export function int64s(name: string, values: BigInt64Array): pl.Series {
  return pl.Series(name, values as unknown as Float64Array);
}

export const START = 1_704_063_600_000_000n; // 2024-01-01 in Berlin
export const SECOND = 1_000_000n, DAY = 86_400n * SECOND;

/** Returns instants at a distance in seconds. */
export function grid(count: number, seconds: number): BigInt64Array {
  return BigInt64Array.from({ length: count }, (_, i) => START + BigInt(i * seconds) * SECOND);
}

/**
 * Returns a random walk around a daily curve, as multiples of 1/1024: sums are exact in any order,
 * so all programs have to agree to the bit.
 */
export function walk(count: number, seconds: number): Float64Array {
  const random = randomOf(), value = new Float64Array(count);
  for (let i = 0, off = 0; i < count; i++) {
    off = 0.99 * off + random() - 0.5;
    const level = 60 + 10 * Math.cos(2 * Math.PI * i * seconds / 86_400) + off;
    value[i] = Math.round(level * 1024) / 1024;
  }
  return value;
}

/** Returns `time` and `value` at a distance in seconds. */
export function seriesFrame(count: number, seconds: number, zone?: string): pl.DataFrame {
  return pl.DataFrame([
    instants("time", grid(count, seconds), zone),
    pl.Series("value", walk(count, seconds)),
  ]);
}

/**
 * Returns nights as devices report them: 25 spans of 5 to 40 minutes each, with the time in bed of
 * the last.
 */
export function nightsFrame(
  nights: number,
  sources: readonly string[],
  people = 1,
): pl.DataFrame {
  const random = randomOf(), below = (count: number): number => Math.floor(random() * count);
  const count = people * nights * (25 * sources.length + 1);
  const start = new BigInt64Array(count), end = new BigInt64Array(count);
  const stage = new BigInt64Array(count), source: string[] = [], user: string[] = [];
  let row = 0;
  const add = (from: bigint, to: bigint, code: number, name: string, person: string): void => {
    start[row] = from;
    end[row] = to;
    stage[row++] = BigInt(code);
    source.push(name);
    user.push(person);
  };
  for (let person = 0; person < people; person++) {
    for (let night = 0; night < nights; night++) {
      for (const name of sources) {
        const bed = START - DAY / 8n + BigInt(night) * DAY + BigInt(below(3600)) * SECOND;
        let at = bed;
        for (let span = 0; span < 25; span++) {
          const next = at + BigInt(300 + below(1000)) * SECOND;
          add(at, next, 1 + below(5), name, `person ${person}`);
          at = next;
        }
        if (name === sources.at(-1)) add(bed, at, 0, name, `person ${person}`);
      }
    }
  }
  return pl.DataFrame([
    instants("start_time", start),
    instants("end_time", end),
    int64s("sleep_stage", stage),
    pl.Series("source", source),
    ...people > 1 ? [pl.Series("user", user)] : [],
  ]);
}

/** Returns consecutive spans of three sources, sometimes with a day between two nights. */
export function overlappingSpans(count: number): pl.DataFrame {
  const random = randomOf(), below = (most: number): number => Math.floor(random() * most);
  const sources = ["watch", "phone", "mattress"];
  const start = new BigInt64Array(count), end = new BigInt64Array(count);
  const stage = new BigInt64Array(count), source: string[] = [];
  let row = 0;
  for (const [place, name] of sources.entries()) {
    let at = 1_600_000_000_000_000n + BigInt(place) * 7_000_000n;
    for (; row < Math.floor(count * (place + 1) / sources.length); row++) {
      start[row] = at;
      at += BigInt(30 * (1 + below(20))) * SECOND;
      end[row] = at;
      stage[row] = BigInt(below(6));
      source.push(name);
      if (below(100) === 0) at += 50_000n * SECOND;
    }
  }
  return pl.DataFrame([
    instants("start_time", start, "UTC"),
    instants("end_time", end, "UTC"),
    int64s("sleep_stage", stage),
    pl.Series("source", source),
  ]);
}

/** Returns epochs of 30 s whose stage changes every twenty minutes. */
export function epochsFrame(count: number, shift: number, source: string): pl.DataFrame {
  const start = grid(count, 30);
  return pl.DataFrame([
    instants("start_time", start, "UTC"),
    instants("end_time", start.map((at) => at + 30n * SECOND), "UTC"),
    int64s("sleep_stage", start.map((_, i) => BigInt(2 + Math.floor((i + shift) / 40) % 4))),
    pl.Series("source", new Array<string>(count).fill(source)),
  ]);
}
