import { assert, assertEquals, assertThrows } from "@std/assert";
import { series, sleep } from "../../mod.ts";

const hours = Array.from({ length: 48 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 0, 1, i)),
  steps: 100,
}));
const night = [{
  start_time: new Date("2024-01-01T22:00Z"),
  end_time: new Date("2024-01-02T05:00Z"),
  sleep_stage: 3,
}];

Deno.test("verbs that need local days reject data without a time zone, and suggest a fix", () => {
  const calls: (() => unknown)[] = [
    () => series.resample(hours, { every: "1d" }),
    () => series.resample(series.resample(hours, { every: "15m" }), { every: "1d" }),
    () => series.rolling(hours, { window: "7d" }),
    () => series.dateParts(hours),
    () => series.trend(hours, { y: "steps" }),
    () => series.light(hours),
    () => series.extendedCosinor(hours),
    () => sleep.nightly(night),
    () => sleep.nightly(sleep.merge(night)),
    () => sleep.timing(night),
    () => sleep.aggregate(night),
  ];
  for (const call of calls) assertThrows(call, RangeError, 'Pass tz, such as tz: "Europe/Berlin"');
});

Deno.test("verbs that only need instants accept data without a time zone", () => {
  assertEquals(series.resample(hours, { every: "15m" }).height, 189);
  assert(sleep.merge(night).height === 1);
  const minutes = hours.map(({ steps }, i) => ({
    time: new Date(Date.UTC(2024, 0, 1, 0, i)),
    steps,
  }));
  assertEquals(sleep.fromActivity(minutes, { algorithm: "sadeh", wake: "all" }).height, 1);
});
