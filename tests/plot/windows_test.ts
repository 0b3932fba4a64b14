import { assert } from "@std/assert";
import { agreement } from "../../src/plot/agreement.ts";
import { compare } from "../../src/plot/compare.ts";
import { dayProfile } from "../../src/plot/dayProfile.ts";
import { distribution } from "../../src/plot/distribution.ts";
import { line } from "../../src/plot/line.ts";
import { overlay } from "../../src/plot/overlay.ts";
import type { Picture } from "../../src/plot/picture/picture.ts";
import { polarClock } from "../../src/plot/polarClock.ts";
import { scatter } from "../../src/plot/scatter.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { resample } from "../../src/series/resample.ts";

const tz = "Europe/Berlin", UNITS = { heart_rate: "bpm", pulse: "bpm" };
const RATES = toFrame(
  fromRows(
    Array.from({ length: 2000 }, (_, i) => ({
      time: new Date(Date.UTC(2024, 2, 1, 0, 10 * i)),
      heart_rate: 60 + (i * 37) % 41,
      pulse: 62 + (i * 31) % 37,
    })),
    { time: "time", heart_rate: "float64", pulse: "float64" },
  ),
  UNITS,
);
const a = { from: "2024-03-01", to: "2024-03-06" }, b = { from: "2024-03-06", to: "2024-03-12" };
const y = "heart_rate";

const KINDS: Readonly<Record<string, (frame: Frame) => Picture>> = {
  line: (frame) => line(frame, { y, tz }),
  overlay: (frame) => overlay(frame, frame, { y, tz }),
  distribution: (frame) => distribution(frame, { y }),
  dayProfile: (frame) => dayProfile(frame, { y, tz }),
  polarClock: (frame) => polarClock(frame, { y, tz }),
  compare: (frame) => compare(frame, { y, a, b, tz }),
  scatter: (frame) => scatter(frame, { x: "pulse", y, tz }),
  agreement: (frame) => agreement(frame, { reference: "pulse", other: y }),
};

const HOURS = resample(RATES, { every: "1h", tz, aggregate: "median" });

for (const [kind, draw] of Object.entries(KINDS)) {
  Deno.test(`${kind}() of a resampled frame says which windows it draws, and of samples none`, () => {
    const words = (frame: Frame): string => {
      const { title, subtitle } = draw(frame).spec.header;
      return [...title, ...subtitle].map(({ text }) => text).join(" ").toLowerCase();
    };
    assert(words(HOURS).includes("heart rate, median per hour"), words(HOURS));
    assert(!words(RATES).includes(" per hour"), words(RATES));
  });
}
