import type { places } from "@lifeframe/lifeframe";
import type { PublicCalls } from "./publicCall.ts";

const tz = "Europe/Berlin";
const WAY = [0, 10, 20].map((minutes) => ({
  timestamp: new Date(Date.UTC(2024, 2, 30, 8, minutes)),
  latitude_degrees: 52.5 + minutes / 1000,
  longitude_degrees: 13.4,
}));
const POINTS = { accuracy: 100, columns: {}, tz, bridge: "PT1H" };
const BERLIN = { latitude: 52.52, longitude: 13.4 };

/** Calls of `places`. */
export const PLACES: PublicCalls<typeof places> = {
  dayPath: { args: () => [WAY, { ...POINTS, date: "2024-03-30", tolerance: 10 }], options: 1 },
  distance: { args: () => [WAY, { ...POINTS, every: "1h", threshold: 10 }], options: 1 },
  metersBetween: { args: () => [BERLIN, BERLIN] },
  nearestCity: { args: () => [BERLIN, { within: 1000 }], options: 1 },
  photoperiod: {
    args: () => [WAY, { place: BERLIN, angle: 6, tz, by: "timestamp", columns: {} }],
    options: 1,
  },
  visits: {
    args: () => [WAY, {
      ...POINTS,
      minStay: "PT5M",
      radius: 100,
      jitter: "PT1M",
      city: true,
      names: { home: { latitude: 52.5, longitude: 13.4 } },
    }],
    options: 1,
  },
  zones: { args: () => [WAY, { accuracy: 100, columns: {}, tz, minStay: "PT1H" }], options: 1 },
};
