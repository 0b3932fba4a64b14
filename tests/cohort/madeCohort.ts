import {
  float64Column,
  int64Column,
  textColumn,
  timeColumn,
} from "../../src/frame/columns/columns.ts";
import { concatColumns } from "../../src/frame/concatColumns.ts";
import type { Columns } from "../../src/frame/columns/columns.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { writeCohort } from "../../src/cohort/writeCohort.ts";

/** Zones of synthetic people, three of them with unusual daylight saving changes. */
export const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Auckland",
  "Africa/Cairo",
  "UTC",
  "America/Sao_Paulo",
] as const;

const MINUTE = 60_000_000n, DAY = 86_400_000_000n;

/** Pseudorandom numbers from 0 to 1, the same for the same seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Options of a synthetic cohort. */
export interface MadeOptions {
  /** Number of people. */
  people: number;
  /** Number of nights per person; by default they include a daylight saving change. @default 12 */
  nights?: number;
  /** Start of the data, in UTC. @default "2025-03-20T12:00Z" */
  start?: string;
  /** Names people by text instead of whole numbers. @default false */
  named?: boolean;
}

/** Returns the name of a synthetic person. */
export function nameOf(person: number, named = false): string | bigint {
  return named ? `person-${String(person).padStart(3, "0")}` : BigInt(person);
}

/** Returns the stages of one person, from a watch and an overlapping phone. */
export function madeStages(
  person: number,
  { nights = 12, start = "2025-03-20T12:00Z" }: MadeOptions,
): Columns {
  const random = numbersFrom(person * 7919 + 1), from: bigint[] = [], to: bigint[] = [];
  const stage: bigint[] = [], source: (string | null)[] = [];
  const whole = (most: number): bigint => BigInt(Math.floor(random() * most));
  const add = (start: bigint, end: bigint, code: bigint, by: string | null): void => {
    from.push(start);
    to.push(end);
    stage.push(code);
    source.push(by);
  };
  const first = BigInt(Date.parse(start)) * 1000n;
  for (let night = 0; night < nights; night++) {
    if (random() < 0.05) continue; // no data that night
    const bed = first + BigInt(night) * DAY +
      (600n - BigInt(person % 8) * 90n + whole(90)) * MINUTE;
    const up = bed + (420n + whole(90)) * MINUTE;
    for (let at = bed + whole(40) * 30_000_000n, k = 0; at < up; k++) {
      const end = at + (4n + whole(60)) * 30_000_000n, last = end < up ? end : up;
      add(at, last, [3n, 4n, 5n, 3n, 2n][(k + (random() < 0.2 ? 1 : 0)) % 5]!, "Wrist");
      at = last;
      if (random() < 0.02) at += 7n * MINUTE;
    }
    add(bed - 5n * MINUTE, up + 10n * MINUTE, 0n, "Phone\twith a tab");
    add(bed + 15n * MINUTE, up - 20n * MINUTE, 1n, "Phone\twith a tab");
    for (let wake = 0; wake < 3; wake++) {
      const at = bed + whole(400) * MINUTE;
      add(at, at + (1n + whole(12)) * MINUTE, 2n, wake === 0 ? null : "Phone\twith a tab");
    }
  }
  return {
    start_time: timeColumn(BigInt64Array.from(from)),
    end_time: timeColumn(BigInt64Array.from(to)),
    sleep_stage: int64Column(BigInt64Array.from(stage)),
    source: textColumn(source),
  };
}

/** Returns readings about every five minutes, with gaps, nulls and a NaN. */
export function madeHeartRate(
  person: number,
  { nights = 12, start = "2025-03-20T12:00Z" }: MadeOptions,
): Columns {
  const random = numbersFrom(person * 104_729 + 3), time: bigint[] = [], value: number[] = [];
  const valid: number[] = [];
  const first = BigInt(Date.parse(start)) * 1000n, end = first + BigInt(nights) * DAY;
  for (let at = first; at < end; at += 5n * MINUTE) {
    if (random() < 0.002) at += BigInt(Math.floor(random() * 180)) * MINUTE;
    time.push(at + BigInt(Math.floor(random() * 7)) * 1_000_001n);
    const day = Number(at % DAY) / Number(DAY);
    value.push(55 + person % 11 + 12 * Math.sin(2 * Math.PI * day) + 8 * random());
    valid.push(random() < 0.01 ? 0 : 1);
  }
  return {
    time: timeColumn(BigInt64Array.from(time)),
    value: float64Column(Float64Array.from(value), Uint8Array.from(valid)),
    steps: int64Column(BigInt64Array.from(value, (rate) => BigInt(Math.round(rate)))),
  };
}

/** Adds the person's column to rows. */
export function ofPerson(person: string | bigint, columns: Columns): Columns {
  const rows = (Object.values(columns)[0] as { values: ArrayLike<unknown> }).values.length;
  return {
    person: typeof person === "string"
      ? textColumn(new Array<string>(rows).fill(person))
      : int64Column(new BigInt64Array(rows).fill(person)),
    ...columns,
  };
}

/** Writes a synthetic cohort with tables `stages` and `heart_rate`. */
export async function writeMade(folder: string, options: MadeOptions, buckets = 4): Promise<void> {
  const people = Array.from({ length: options.people }, (_, i) => i);
  const name = (person: number) => nameOf(person, options.named);
  const table = (make: (person: number, options: MadeOptions) => Columns) =>
    toFrame(concatColumns(people.map((person) => ofPerson(name(person), make(person, options)))));
  await writeCohort(folder, {
    people: people.map((person) => ({
      person: name(person),
      zone: ZONES[person % ZONES.length]!,
      age: 20n + BigInt((person * 37) % 60),
    })),
    tables: { stages: table(madeStages), heart_rate: table(madeHeartRate) },
  }, { buckets });
}

/** Person with as many rows as all others together in `writeSkewed`. */
export const BIG = 3n;

/** Writes a synthetic cohort of eight people; one person has about half of all rows. */
export async function writeSkewed(folder: string): Promise<void> {
  const people = Array.from({ length: 8 }, (_, i) => BigInt(i));
  const nights = (person: bigint): number => person === BIG ? 70 : 10;
  const table = (make: (person: number, options: MadeOptions) => Columns) =>
    toFrame(
      concatColumns(people.map((person) =>
        ofPerson(person, make(Number(person), { people: 8, nights: nights(person) }))
      )),
    );
  await writeCohort(folder, {
    people: people.map((person) => ({ person, zone: ZONES[Number(person)]! })),
    tables: { stages: table(madeStages), heart_rate: table(madeHeartRate) },
  }, { buckets: 2 });
}
