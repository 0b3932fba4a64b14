// The verbs of sleep over nights of three sources against `sleep.merge` of the same frame, for few and
// for many nights: deno run --allow-all tests/bench/sleep.ts
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { medians, report } from "./ratio.ts";

const SOURCES = ["watch", "phone", "mattress"], DAY = 86_400_000_000n;

/** Nights as three devices tell them: spans of 5 to 40 minutes, time in bed of the mattress. */
function stagesOf(nights: number): ReturnType<typeof toFrame> {
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const start: bigint[] = [], end: bigint[] = [], stage: bigint[] = [], source: string[] = [];
  for (let night = 0; night < nights; night++) {
    for (const name of SOURCES) {
      const bed = 1_600_000_000_000_000n + BigInt(night) * DAY + BigInt(random(3600)) * 1_000_000n;
      let at = bed;
      for (let span = 0; span < 25; span++) {
        start.push(at);
        at += BigInt(300 + random(2100)) * 1_000_000n;
        end.push(at);
        stage.push(BigInt(1 + random(5)));
        source.push(name);
      }
      if (name !== "mattress") continue;
      start.push(bed);
      end.push(at);
      stage.push(0n);
      source.push(name);
    }
  }
  return toFrame({
    start_time: { type: "time", values: BigInt64Array.from(start), zone: "Europe/Berlin" },
    end_time: { type: "time", values: BigInt64Array.from(end), zone: "Europe/Berlin" },
    sleep_stage: { type: "int64", values: BigInt64Array.from(stage) },
    source: { type: "text", values: source },
  });
}

for (const nights of [300, 3000, 12_000]) {
  const frame = stagesOf(nights), merged = sleep.merge(frame, { inBed: "layer" });
  const times = medians({
    merge: () => sleep.merge(frame),
    stages: () => sleep.stages(frame),
    cycles: () => sleep.cycles(frame),
    aggregate: () => sleep.aggregate(frame, { tz: "Europe/Berlin" }),
    nights: () => sleep.nights(frame),
    timing: () => sleep.timing(frame),
    regularity: () => sleep.regularity(frame),
    statistics: () => sleep.statistics(merged),
    nremCycles: () => sleep.nremCycles(merged),
    findClones: () => sleep.findClones(frame),
  }, 5);
  for (const [name, step] of Object.entries(times)) {
    if (name !== "merge") {
      report(`sleep.${name}, ${nights} nights`, { step, floor: times.merge! }, 1.5);
    }
  }
}
