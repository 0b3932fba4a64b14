// `sleep.merge` of a million intervals of three sources, one after the other, against Polars' sort
// of the same frame: deno run --allow-all tests/bench/merge.ts
import { assertEquals } from "@std/assert";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { merge } from "../../src/sleep/merge.ts";
import { medians, report } from "./ratio.ts";

const COUNT = 1_000_000, SOURCES = ["watch", "phone", "mattress"];

let seed = 1;
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};

const start = new BigInt64Array(COUNT), end = new BigInt64Array(COUNT);
const stage = new BigInt64Array(COUNT), source: string[] = [];
let row = 0, covered = 0n;
for (const [place, name] of SOURCES.entries()) {
  let at = 1_600_000_000_000_000n + BigInt(place) * 7_000_000n;
  for (; row < COUNT * (place + 1) / SOURCES.length; row++) {
    start[row] = at;
    at += BigInt(30 * (1 + random(20))) * 1_000_000n;
    end[row] = at;
    stage[row] = BigInt(random(6));
    source.push(name);
    if (random(100) === 0) at += 50_000_000_000n; // a day between two nights
  }
  covered += at;
}
const frame = toFrame({
  start_time: { type: "time", values: start, zone: "UTC" },
  end_time: { type: "time", values: end, zone: "UTC" },
  sleep_stage: { type: "int64", values: stage },
  source: { type: "text", values: source },
});

const merged = merge(frame);
assertEquals(merged.frameEqual(merge(frame.sort("start_time"))), true);
const times = medians({
  sort: () => frame.sort("start_time"),
  merge: () => merge(frame),
  priority: () => merge(frame, { sourcePriority: ["mattress", "watch"] }),
});
report(`sleep.merge to ${merged.height} spans`, { step: times.merge!, floor: times.sort! }, 3);
report("sleep.merge with sourcePriority", { step: times.priority!, floor: times.sort! }, 3);
