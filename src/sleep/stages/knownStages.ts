import { suggest } from "../../options/suggest.ts";
import type { StageRows } from "./readStages.ts";
import { type StageKind, stageKinds } from "./stageKinds.ts";
import { STAGES_KNOWN } from "./stageTableOf.ts";
import { KNOWN, wordsOf } from "./knownWords.ts";

/** Bits of a source that detects all stages: a laboratory, or any source with REM sleep. */
export const ALL_KNOWN = 15;

/** Longest gap inside a sleep of one source: 3 hours, in microseconds. */
const GAP = 3n * 3_600_000_000n;

/** Bit of each stage; sleep of unknown stage has none. */
const BIT_OF: Readonly<Record<StageKind, number>> = {
  wake: KNOWN.awake,
  n1: KNOWN.light,
  light: KNOWN.light,
  deep: KNOWN.deep,
  rem: KNOWN.rem,
  asleep: 0,
  unknown: 0,
};

/** Returns the bit of a source that detects a stage; 0 for sleep of unknown stage. */
export function knownBit(kind: StageKind): number {
  return BIT_OF[kind];
}

/**
 * Tests whether a stage may really have been another. Sleep may be any stage that its source does
 * not detect, and sleep of unknown stage may be any stage of sleep.
 *
 * @param bits Stages that the source of `kind` detects.
 */
export function mayBe(kind: StageKind, bits: number, other: StageKind): boolean {
  if (kind === other || kind === "wake" || kind === "unknown" || other === "unknown") return false;
  if (other === "wake" && kind !== "asleep") return false; // a stage of sleep is not wake
  return other === "asleep" || (bits & BIT_OF[other]) === 0;
}

/**
 * Returns the bits of {@linkcode KNOWN} of each row; `undefined` if every row has all bits. Sleep
 * of unknown stage has at most the bit of wake.
 *
 * The column `stages_known` decides. Without it, the stages that the same source recorded in the
 * same sleep (with gaps of at most 3 hours) decide:
 * - REM sleep: it detects all stages and wake;
 * - deep but no REM sleep: it detects light and deep sleep;
 * - only light sleep: it calls all sleep light, and detects no other stage;
 * - only sleep of unknown stage: it detects no stage.
 *
 * In the last two cases, and for sleep of unknown stage, it detects wake only if it recorded any.
 *
 * A table without sleep of unknown stage, such as `aasm`, is used by laboratories: all is known.
 */
export function knownStages(rows: StageRows): Uint8Array | undefined {
  const kinds = stageKinds(rows.table);
  const declared = rows.known?.codes();
  if (declared === undefined && !kinds.includes("asleep")) return undefined;
  const known = kinds.includes("asleep")
    ? inferKnown(rows, kinds)
    : new Uint8Array(rows.stage.length).fill(ALL_KNOWN);
  if (declared !== undefined) {
    const bits = declared.names.map((names) => names === null ? undefined : bitsOf(names));
    for (let row = 0; row < known.length; row++) {
      const own = bits[declared.codes[row]!];
      if (own !== undefined) known[row] = own;
    }
  }
  const least = kinds.map((kind) => kind === "wake" || kind === "unknown" ? ALL_KNOWN : 0);
  const most = kinds.map((kind) => kind === "asleep" ? KNOWN.awake : ALL_KNOWN);
  let all = ALL_KNOWN;
  for (let row = 0; row < known.length; row++) {
    const stage = rows.stage[row]!;
    all &= known[row] = known[row]! & most[stage]! | least[stage]!;
  }
  return all === ALL_KNOWN ? undefined : known;
}

/** Words of `stages_known` for each combination of bits. */
export const KNOWN_WORDS: readonly string[] = Array.from(
  { length: ALL_KNOWN + 1 },
  (_, bits) =>
    Object.entries(KNOWN).filter(([, bit]) => (bits & bit) !== 0).map(([name]) => name).join(" "),
);

/** Infers the bits of each row from the other stages of its source in the same sleep. */
function inferKnown(rows: StageRows, kinds: readonly StageKind[]): Uint8Array {
  const { start, end, stage, order } = rows;
  const { codes, names } = rows.source?.codes() ?? { codes: undefined, names: [null] };
  const count = order?.length ?? start.length;
  const sleepOf = new Uint32Array(start.length), seen: number[] = [];
  // By source: its current sleep, and the last start that still belongs to this sleep.
  const sleeps = new Int32Array(names.length).fill(-1), until = new BigInt64Array(names.length);
  const bitOf = kinds.map((kind) => kind === "unknown" ? -1 : BIT_OF[kind]);
  for (let i = 0; i < count; i++) {
    const row = order === undefined ? i : order[i]!, bit = bitOf[stage[row]!]!;
    if (bit < 0) continue;
    const source = codes === undefined ? 0 : codes[row]!;
    const reach = BigInt.asIntN(64, end[row]! + GAP); // compiled to one machine instruction
    const isNew = sleeps[source]! < 0 || start[row]! > until[source]!;
    if (isNew) sleeps[source] = seen.push(0) - 1;
    if (isNew || reach > until[source]!) until[source] = reach;
    const sleep = sleepOf[row] = sleeps[source]!;
    if (start[row]! < end[row]!) seen[sleep]! |= bit;
  }
  const bits = seen.map(bitsSeen), known = new Uint8Array(start.length);
  const isPlain = kinds.map((kind) => kind === "asleep");
  for (let row = 0; row < known.length; row++) {
    const sleep = sleepOf[row]!;
    // A source that detects stages may still record plain sleep, including wakes.
    known[row] = isPlain[stage[row]!] ? (seen[sleep] ?? 0) & KNOWN.awake : bits[sleep] ?? ALL_KNOWN;
  }
  return known;
}

/** Returns the bits of a source from the stages that it recorded in a sleep. */
function bitsSeen(seen: number): number {
  if ((seen & KNOWN.rem) !== 0) return ALL_KNOWN;
  if ((seen & KNOWN.deep) !== 0) seen |= KNOWN.light;
  return seen & (KNOWN.awake | KNOWN.light | KNOWN.deep);
}

/** @throws {RangeError} if a word is not one of {@linkcode KNOWN} */
function bitsOf(words: string): number {
  return wordsOf(words).reduce((bits, word) => {
    if (Object.hasOwn(KNOWN, word)) return bits | KNOWN[word as keyof typeof KNOWN];
    const names = Object.keys(KNOWN);
    throw new RangeError(
      `Cannot read ${STAGES_KNOWN}: ${JSON.stringify(word)} is not one of ${names.join(", ")}` +
        suggest(word, names),
    );
  }, 0);
}
