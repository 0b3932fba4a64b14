// `series.resample` of ten million rows with gaps filled, against Polars' bare groupByDynamic:
// deno run --allow-all tests/bench/resample.ts
import pl from "nodejs-polars";
import { assertEquals } from "@std/assert";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { resample } from "../../src/series/resample.ts";
import { medians, report } from "./ratio.ts";

const COUNT = 10_000_000, tz = "Europe/Berlin";

const at = new BigInt64Array(COUNT), value = new Float64Array(COUNT);
for (let i = 0; i < COUNT; i++) {
  // A second apart, with an hour missing every week, over the change of the clock in March.
  at[i] = 1_704_000_000_000_000n + BigInt(i + 3600 * Math.floor(i / 600_000)) * 1_000_000n;
  value[i] = 60 + 10 * Math.sin(i / 1000);
}
const frame = toFrame({
  time: { type: "time", values: at, zone: tz },
  value: { type: "float64", values: value },
});

for (const every of ["15m", "1d"]) {
  const bare = () =>
    frame.groupByDynamic({ indexColumn: "time", every, startBy: "window" })
      .agg(pl.col("value").mean());
  const ours = () => resample(frame, { every, tz, fill: "last" });
  assertEquals(bare().join(ours(), { on: "time" }).height, bare().height);
  const times = medians({ bare, ours });
  report(`series.resample to ${every}`, { step: times.ours!, floor: times.bare! }, 1.3);
}
