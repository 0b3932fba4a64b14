/** Rule that drops intervals between beats. */
export type BeatFilter = "none" | "malik" | "karlsson" | "kamath" | "acar";

/** Implementation of a filter; `paper` is the publication's. */
export type BeatVariant = "paper" | "hrv-analysis";

/** Number of accepted intervals that Acar's rule averages. */
const ACAR = 9;

/**
 * Returns whether each interval is kept. `malik` (Task Force 1996) drops intervals that differ by
 * more than 20 % from the interval before, `kamath` (Kamath and Fallen 1995) those that are more than
 * 32.5 % longer or 24.5 % shorter, `karlsson` (Karlsson et al. 2012) those that differ by more than
 * 20 % from the mean of both neighbours, `acar` (Acar et al. 2000) by more than 20 % from the mean
 * of the last 9 kept ones.
 *
 * @param follows 1 for each interval that follows the previous one without a gap.
 */
export function keptBeats(
  intervals: Float64Array,
  follows: Uint8Array,
  filter: BeatFilter,
  variant: BeatVariant,
): Uint8Array {
  const kept = new Uint8Array(intervals.length).fill(1);
  if (filter === "none") return kept;
  const sparesNext = variant === "hrv-analysis" && (filter === "malik" || filter === "kamath");
  const recent: number[] = [];
  for (let i = 0; i < intervals.length; i++) {
    const own = intervals[i]!, before = follows[i] === 1 ? intervals[i - 1] : undefined;
    const after = follows[i + 1] === 1 ? intervals[i + 1] : undefined;
    const isSpared = sparesNext && i > 0 && kept[i - 1] === 0;
    if (!isSpared) kept[i] = isOdd(filter, own, before, after, recent) ? 0 : 1;
    if (kept[i] === 1) {
      recent.push(own);
      if (recent.length > ACAR) recent.shift();
    }
  }
  return kept;
}

function isOdd(
  filter: Exclude<BeatFilter, "none">,
  own: number,
  before: number | undefined,
  after: number | undefined,
  recent: readonly number[],
): boolean {
  const differs = (from: number | undefined): boolean =>
    from !== undefined && Math.abs(own - from) > 0.2 * from;
  switch (filter) {
    case "malik":
      return differs(before);
    case "kamath":
      return before !== undefined && (own > 1.325 * before || own < 0.755 * before);
    case "karlsson":
      return before !== undefined && after !== undefined && differs((before + after) / 2);
    case "acar":
      return recent.length === ACAR && differs(recent.reduce((sum, one) => sum + one, 0) / ACAR);
  }
}

/** Length of a window of frequency bands, in seconds (Task Force 1996). */
const WINDOW = 300;
/** Share of a window that intervals must cover. */
const COVERED = 0.8;

/** Bands in Hz: from, to. */
export const BANDS = { VLF: [0.0033, 0.04], LF: [0.04, 0.15], HF: [0.15, 0.4] } as const;

/**
 * Returns the power of each band in windows of 5 minutes by Lomb and Scargle, averaged over windows
 * that are covered by 80 %, and their number. The power of all frequencies is the variance.
 *
 * @param at Seconds of each interval's end.
 * @param intervals Milliseconds.
 */
export function bandPowers(
  at: Float64Array,
  intervals: Float64Array,
): { readonly windows: number; readonly power: Readonly<Record<keyof typeof BANDS, number>> } {
  const sum = { VLF: 0, LF: 0, HF: 0 };
  let windows = 0;
  for (let from = 0; from < at.length;) {
    const start = at[from]! - intervals[from]! / 1000;
    let to = from, covered = 0;
    while (to < at.length && at[to]! - start <= WINDOW) covered += intervals[to++]! / 1000;
    if (covered >= COVERED * WINDOW) {
      const power = windowPowers(at.subarray(from, to), intervals.subarray(from, to));
      for (const name of ["VLF", "LF", "HF"] as const) sum[name] += power[name];
      windows++;
    }
    from = Math.max(to, from + 1);
  }
  const mean = (name: keyof typeof BANDS): number => sum[name] / windows;
  return { windows, power: { VLF: mean("VLF"), LF: mean("LF"), HF: mean("HF") } };
}

function windowPowers(at: Float64Array, intervals: Float64Array) {
  const n = at.length, mean = intervals.reduce((sum, one) => sum + one, 0) / n;
  const powers = { VLF: 0, LF: 0, HF: 0 };
  for (let k = 1; k / WINDOW < BANDS.HF[1]; k++) {
    const hertz = k / WINDOW, turn = 2 * Math.PI * hertz;
    const band = (["VLF", "LF", "HF"] as const).find((name) =>
      hertz >= BANDS[name][0] && hertz < BANDS[name][1]
    );
    if (band === undefined) continue;
    let c = 0, s = 0, cc = 0, ss = 0, cs = 0;
    for (let i = 0; i < n; i++) {
      const angle = turn * at[i]!, own = intervals[i]! - mean;
      const x = Math.cos(angle), y = Math.sin(angle);
      c += x * own;
      s += y * own;
      cc += x * x;
      ss += y * y;
      cs += x * y;
    }
    const determinant = cc * ss - cs * cs;
    if (!(determinant > 0)) continue;
    powers[band] += (ss * c * c + cc * s * s - 2 * cs * c * s) / determinant / n;
  }
  return powers;
}
