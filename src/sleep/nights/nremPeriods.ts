import type { Runs } from "../kernel/runs.ts";
import type { StageKind } from "../stages/stageKinds.ts";

/** Lengths of the rule, in microseconds. */
export interface NremRule {
  readonly leastNrem: number;
  readonly leastRem: number;
  readonly longestNrem: number;
  readonly leastLighter: number;
  readonly fromN1: boolean;
}

/** Part of a night, in microseconds after its start. */
export interface RunInterval {
  readonly from: number;
  readonly to: number;
}

/** A NREM period, and its REM period if it has one. */
export interface NremCycle {
  readonly nrem: RunInterval;
  readonly rem: RunInterval | null;
}

interface KindInterval extends RunInterval {
  readonly kind: StageKind;
}

/** A NREM period and the REM period that ends it, during the search. */
interface Found {
  readonly nrem: RunInterval;
  rem: { from: number; to: number; length: number };
}

/** Finds the cycles of one night by the rule of Feinberg and Floyd. */
export function nremPeriods(
  { offset, from, to, stage }: Runs,
  night: number,
  kinds: readonly StageKind[],
  rule: NremRule,
): NremCycle[] {
  const pieces: KindInterval[] = [];
  for (let run = offset[night]!; run < offset[night + 1]!; run++) {
    const kind = kinds[stage[run]!]!;
    if (kind === "unknown" || kind === "asleep") continue;
    pieces.push({ from: from[run]!, to: to[run]!, kind });
  }
  const { found, reached } = pairWithRem(pieces, rule);
  const cycles: NremCycle[] = found.map(({ nrem, rem }) => ({ nrem, rem }));
  const tail = nremAfter(pieces, reached, Infinity, rule);
  if (tail !== null) cycles.push({ nrem: tail, rem: null });
  return cycles.flatMap(({ nrem, rem }) => {
    const parts = splitPeriod(pieces, nrem, rule);
    return parts.map((part, i) => ({ nrem: part, rem: i === parts.length - 1 ? rem : null }));
  });
}

/**
 * Returns NREM periods that a REM period ends, and the end of the last REM period, or of REM sleep
 * without one.
 */
function pairWithRem(
  pieces: readonly KindInterval[],
  rule: NremRule,
): { found: readonly Found[]; reached: number } {
  const found: Found[] = [];
  let reached = -Infinity;
  for (const { from, to } of pieces.filter(({ kind }) => kind === "rem")) {
    const nrem = nremAfter(pieces, reached, from, rule), last = found.at(-1);
    if (nrem !== null) found.push({ nrem, rem: { from, to, length: to - from } });
    else if (last !== undefined) {
      last.rem = { ...last.rem, to, length: last.rem.length + to - from };
    }
    reached = to;
  }
  // A REM period that is too short does not count: the NREM period continues over it.
  const kept: Found[] = [];
  let begin: number | undefined;
  found.forEach(({ nrem, rem }, i) => {
    const from = begin ?? nrem.from;
    if (i > 0 && rem.length < rule.leastRem) begin = from;
    else {
      kept.push({ nrem: { from, to: nrem.to }, rem });
      begin = undefined;
    }
  });
  return { found: kept, reached: kept.at(-1)?.rem.to ?? reached };
}

/**
 * Returns the NREM period between two moments: from the first NREM sleep to the second moment, or
 * without one to the last NREM sleep. Null if its NREM sleep and wake are too short.
 */
function nremAfter(
  pieces: readonly KindInterval[],
  after: number,
  until: number,
  rule: NremRule,
): RunInterval | null {
  const inside = pieces.filter(({ from, to }) => from >= after && to <= until);
  const first = inside.findIndex(({ kind }) => canBegin(kind, rule));
  if (first < 0) return null;
  const last = until < Infinity ? inside.length - 1 : inside.findLastIndex(isNrem);
  const length = inside.slice(first, last + 1)
    .reduce((sum, { from, to, kind }) => kind === "rem" ? sum : sum + to - from, 0);
  if (length < rule.leastNrem) return null;
  return { from: inside[first]!.from, to: until < Infinity ? until : inside[last]!.to };
}

/** Splits a NREM period that is too long where deep sleep resumes after lighter sleep. */
function splitPeriod(
  pieces: readonly KindInterval[],
  nrem: RunInterval,
  rule: NremRule,
): RunInterval[] {
  if (nrem.to - nrem.from <= rule.longestNrem) return [nrem];
  let wasDeep = false, lighter = 0;
  for (const { from, to, kind } of pieces) {
    if (from < nrem.from || to > nrem.to) continue;
    if (kind !== "deep") {
      if (kind !== "wake") lighter += to - from;
      continue;
    }
    const fits = from - nrem.from >= rule.leastNrem && nrem.to - from >= rule.leastNrem;
    if (wasDeep && lighter >= rule.leastLighter && fits) {
      return [
        { from: nrem.from, to: from },
        ...splitPeriod(pieces, { from, to: nrem.to }, rule),
      ];
    }
    wasDeep = true;
    lighter = 0;
  }
  return [nrem];
}

function isNrem({ kind }: KindInterval): boolean {
  return kind === "n1" || kind === "light" || kind === "deep";
}

function canBegin(kind: StageKind, { fromN1 }: NremRule): boolean {
  return kind === "light" || kind === "deep" || (kind === "n1" && fromN1);
}
