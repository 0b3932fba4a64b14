import { assert, assertMatch } from "@std/assert";
import { agreement } from "../../src/plot/agreement.ts";
import { balance } from "../../src/plot/balance.ts";
import { calendar } from "../../src/plot/calendar.ts";
import { compare } from "../../src/plot/compare.ts";
import { dailyBars } from "../../src/plot/dailyBars.ts";
import { dayProfile } from "../../src/plot/dayProfile.ts";
import { distribution } from "../../src/plot/distribution.ts";
import { line } from "../../src/plot/line.ts";
import { overlay } from "../../src/plot/overlay.ts";
import { overview } from "../../src/plot/overview.ts";
import { tile } from "../../src/plot/tile.ts";
import { weekHours } from "../../src/plot/weekHours.ts";
import { weekMonths } from "../../src/plot/weekMonths.ts";
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
  weekHours: (frame) => weekHours(frame, { y, tz }),
  dailyBars: (frame) => dailyBars(frame, { y, tz, aggregate: "max" }),
  calendar: (frame) => calendar(frame, { y, tz, aggregate: "max" }),
  "calendar of weeks": (frame) => calendar(frame, { y, tz, aggregate: "max", form: "weeks" }),
  weekMonths: (frame) => weekMonths(frame, { y, tz, aggregate: "max" }),
  tile: (frame) => tile(frame, { y, tz, aggregate: "max" }),
  balance: (frame) => balance(frame, { y, tz, aggregate: "max", target: 90 }),
  overview: (frame) => overview(frame, { tz }),
  agreement: (frame) => agreement(frame, { reference: "pulse", other: y }),
};

const HOURS = resample(RATES, { every: "1h", tz, aggregate: "median" });

Deno.test("a chart of days names no day twice, and no sum of sums", () => {
  const title = (every: "1d" | "1h", given: "max" | "sum", aggregate: "max" | "sum"): string => {
    const name = given === "sum" ? "steps" : y;
    const rows = resample(RATES.rename({ heart_rate: name }), { every, tz, aggregate: given });
    return dailyBars(rows, { y: name, tz, aggregate }).spec.header.subtitle
      .map(({ text }) => text).join(" ");
  };
  assertMatch(title("1d", "max", "max"), /^Heart rate, max per day \(bpm\), Fri/);
  assertMatch(title("1h", "sum", "sum"), /^Steps per day \(bpm\), Fri/);
  assertMatch(title("1h", "sum", "max"), /^Steps per hour, max per day \(bpm\), Fri/);
  assertMatch(title("1h", "max", "max"), /^Heart rate, max per hour, max per day \(bpm\), Fri/);
});

for (const [kind, draw] of Object.entries(KINDS)) {
  Deno.test(`${kind}() names the windows of a resampled frame, and none for samples`, () => {
    const words = (frame: Frame): string => {
      const { header: { title, subtitle }, source } = draw(frame).spec;
      return [...title, ...subtitle, ...(source ?? [])].map(({ text }) => text).join(" ")
        .toLowerCase();
    };
    assert(words(HOURS).includes("heart rate, median per hour"), words(HOURS));
    assert(!words(RATES).includes(" per hour"), words(RATES));
  });
}
