import type { Values } from "../../series/input/readValues.ts";
import { stepsOfSeries } from "../../series/describe/describeSeries.ts";
import { slidingMedians } from "./scores.ts";

/** Length of an epoch and of the rolling median, in seconds. */
const EPOCH = 5;
/** Samples per second that the rolling median uses at most, about. */
const RATE = 10;
const SECOND_US = 1_000_000, DEGREES = 180 / Math.PI;

/** Acceleration along the axes x, y and z. */
export type Axes = readonly [x: Values, y: Values, z: Values];

/**
 * Returns the angle of the arm's axis z to the horizontal in degrees, for epochs of 5 seconds, by van
 * Hees et al. (2015, doi 10.1371/journal.pone.0142533), as GGIR computes it: each axis has a rolling
 * median over 5 seconds, and the angles of these medians are averaged. Epochs with fewer than half of
 * their samples are left out.
 *
 * @throws {RangeError} if samples are more than a second apart
 */
export function armAngles(axes: Axes, action: string): Values {
  const [first] = axes, step = first.step, span = first.span;
  if (first.at.length < 2) return { ...first, step: EPOCH * SECOND_US };
  if (!(step > 0 && step <= SECOND_US)) {
    throw new RangeError(
      `Cannot ${action}: samples of the axes are ${step / SECOND_US} s apart. ` +
        "Use raw acceleration with at least one sample per second, or pass the angle as y.",
    );
  }
  const rate = SECOND_US / step, every = Math.max(1, Math.floor(rate / RATE + 1e-9));
  const width = Math.round((every > 1 ? RATE : rate) * EPOCH), half = Math.floor(width / 2);
  const known = axes.map((axis) => thinned(axis, step, span, every, action));
  const [x, y, z] = known.map((values) => slidingMedians(values, half, half, 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const angles = z.map((own, i) =>
    known.some((values) => Number.isNaN(values[i]))
      ? NaN
      : Math.atan2(own, Math.hypot(x[i]!, y[i]!)) * DEGREES
  );
  return { ...first, ...meanPerEpoch(angles, rate, every, span), step: EPOCH * SECOND_US };
}

/** Returns every n-th sample on a grid that starts with the frame; NaN where a sample is missing. */
function thinned(
  axis: Values,
  step: number,
  { first, last }: Values["span"],
  every: number,
  action: string,
): Float64Array {
  const steps = stepsOfSeries(axis, step, action);
  const start = axis.at.length === 0 ? 0 : Math.round((axis.at[0]! - first) / step);
  const count = Math.round((last - first) / step) + 1;
  return Float64Array.from(
    { length: Math.ceil(count / every) },
    (_, i) => steps[i * every - start] ?? NaN,
  );
}

/** Returns the mean angle of each complete epoch, by the number of samples that an angle stands for. */
function meanPerEpoch(
  angles: Float64Array,
  rate: number,
  every: number,
  { first, last }: Values["span"],
): Pick<Values, "at" | "value"> {
  const samples = Math.round((last - first) / SECOND_US * rate) + 1;
  const at: number[] = [], value: number[] = [];
  for (let epoch = 0;; epoch++) {
    const from = Math.round(epoch * EPOCH * rate), to = Math.round((epoch + 1) * EPOCH * rate);
    if (to > samples) break;
    let sum = 0, n = 0;
    for (let i = from; i < to; i++) {
      const angle = angles[Math.floor(i / every)]!;
      if (Number.isNaN(angle)) continue;
      sum += angle;
      n++;
    }
    if (2 * n < to - from) continue;
    at.push(first + epoch * EPOCH * SECOND_US);
    value.push(sum / n);
  }
  return { at: Float64Array.from(at), value: Float64Array.from(value) };
}
