// The verbs of a series over a year of minutes, and of sleep over 960,000 epochs, against the time
// that it takes to read the columns; rolling over a million rows against Polars' groupByRolling:
// deno run --allow-all tests/bench/series.ts [words of names]
import pl from "nodejs-polars";
import { openFrame } from "../../src/frame/open.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { line } from "../../src/plot/line.ts";
import { align } from "../../src/series/align.ts";
import { around } from "../../src/series/around.ts";
import { compare } from "../../src/series/compare.ts";
import { cosinor } from "../../src/series/cosinor.ts";
import { dateParts } from "../../src/series/dateParts.ts";
import { periodogram } from "../../src/series/periodogram.ts";
import { readValues } from "../../src/series/input/readValues.ts";
import type { Reducer, RollingReducer } from "../../src/series/input/reducers.ts";
import { resample } from "../../src/series/resample.ts";
import { rhythm } from "../../src/series/rhythm.ts";
import { rolling } from "../../src/series/rolling.ts";
import { thin } from "../../src/series/thin.ts";
import { agreement } from "../../src/sleep/agreement.ts";
import { consensus } from "../../src/sleep/consensus.ts";
import { medians, report } from "./ratio.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const tz = "Europe/Berlin", words = Deno.args.length === 0 ? [""] : Deno.args;

/** Prints each function's ratio to a floor, if its name was asked for. */
function timed(
  floor: () => unknown,
  functions: Readonly<Record<string, () => unknown>>,
  reach?: number,
): void {
  for (const [name, step] of Object.entries(functions)) {
    if (!words.some((word) => name.includes(word))) continue;
    const times = medians({ floor, step }, 3);
    report(name, { step: times["step"]!, floor: times["floor"]! }, reach);
  }
}

/** A random walk about a daily curve, `step` seconds apart. */
function made(count: number, step: number): { time: BigInt64Array; value: Float64Array } {
  const time = new BigInt64Array(count), value = new Float64Array(count);
  for (let i = 0, walk = 0, seed = 1; i < count; i++) {
    seed = (seed * 48_271) % 2_147_483_647;
    walk = 0.99 * walk + seed / 2_147_483_647 - 0.5;
    time[i] = 1_704_063_600_000_000n + BigInt(i * step) * 1_000_000n;
    value[i] = 60 + 10 * Math.cos(2 * Math.PI * i * step / 86_400) + walk;
  }
  return { time, value };
}

function frameOf({ time, value }: ReturnType<typeof made>): Frame {
  return toFrame({
    time: { type: "time", values: time, zone: tz },
    value: { type: "float64", values: value },
  });
}

const year = frameOf(made(525_600, 60));
const read = (): unknown => readValues(openFrame(year), { y: "value" });
const events = toFrame({
  start_time: { type: "time", values: made(365, 86_400).time, zone: tz },
});
const halves = toFrame({
  time: { type: "time", values: made(525_600, 60).time, zone: tz },
  value: { type: "float64", values: made(525_600, 60).value },
  part: { type: "text", values: Array.from({ length: 525_600 }, (_, i) => i % 3 ? "a" : "b") },
});
const spans = toFrame({
  start_time: { type: "time", values: made(525_600, 60).time, zone: tz },
  end_time: {
    type: "time",
    values: made(525_600, 60).time.map((at) => at + 60_000_000n),
    zone: tz,
  },
  value: { type: "float64", values: made(525_600, 60).value },
  code: {
    type: "int64",
    values: BigInt64Array.from(made(525_600, 60).value, (one) => BigInt(Math.round(one) % 5)),
  },
});
const over = (aggregate: Reducer, value: string): () => unknown => () =>
  resample(spans, {
    every: "15m",
    tz,
    time: "start_time",
    end: "end_time",
    aggregate: { [value]: aggregate },
  });
timed(read, {
  "series.rhythm": () => rhythm(year),
  "series.cosinor": () => cosinor(year, { harmonics: 2 }),
  "series.periodogram": () => periodogram(year),
  "series.periodogram chi-square": () => periodogram(year, { method: "chi-square" }),
  "series.around": () => around(year, events),
  "series.compare": () => compare(halves, { condition: "part", y: "value" }),
  "series.resample weighted mean": over("weighted mean", "value"),
  "series.resample sum of shares": over("sum", "value"),
  "series.resample durations": over("durations", "code"),
  "series.resample last known": over("last known", "code"),
  "series.align": () => align({ a: year, b: year }, { every: "15m", tz }),
  "series.dateParts": () => dateParts(year, { tz }),
  "series.thin": () => thin(year),
  "series.rolling 7d": () => rolling(year, { window: "7d" }),
});

const million = frameOf(made(1_000_000, 1));
for (const reducer of ["mean", "sum", "min", "max", "median", "count"] as RollingReducer[]) {
  const own = pl.col("value")[reducer as "mean"]();
  timed(
    () => million.groupByRolling({ indexColumn: "time", period: "5m" }).agg(own),
    {
      [`series.rolling ${reducer}`]: () => rolling(million, { window: "5m", aggregate: reducer }),
    },
    3,
  );
}
timed(() => readValues(openFrame(million), {}), {
  "plot.line of a million": () => line(million, { y: "value" }),
}, 12);

const hypnogram = (count: number, shift: number, source: string): Frame => {
  const { time } = made(count, 30);
  return toFrame({
    start_time: { type: "time", values: time, zone: "UTC" },
    end_time: { type: "time", values: time.map((at) => at + 30_000_000n), zone: "UTC" },
    sleep_stage: {
      type: "int64",
      values: BigInt64Array.from(time, (_, i) => BigInt(1 + Math.floor((i + shift) / 40) % 5)),
    },
    source: { type: "text", values: Array(count).fill(source) },
  });
};
const ours = hypnogram(960_000, 0, "a"), theirs = hypnogram(960_000, 3, "b");
const three = pl.concat(["a", "b", "c"].map((name, i) => hypnogram(320_000, i, name))) as Frame;
timed(() => ours.getColumn("start_time").cast(pl.Int64).toTypedArray(), {
  "sleep.agreement": () => agreement(ours, theirs),
  "sleep.consensus": () => consensus(three),
});
