import { assertEquals, assertThrows } from "@std/assert";
import { api } from "../../../src/api/api.ts";
import {
  countPieces,
  evenCuts,
  findGap,
  gridCuts,
  MOST_PIECES,
} from "../../../src/client/pieces/cuts.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

const DAY = 86_400_000_000n, MINUTE = 60_000_000n;
const at = (time: string): bigint => BigInt(Date.parse(time)) * 1000n;
const iso = (time: bigint): string => new Date(Number(time / 1000n)).toISOString().slice(0, 16);

Deno.test("evenCuts() cuts between the ends, and never at an end", () => {
  assertEquals(evenCuts({ start: 0n, end: 10n }, 5n), [5n]);
  assertEquals(evenCuts({ start: 0n, end: 11n }, 5n), [5n, 10n]);
  assertEquals(evenCuts({ start: 3n, end: 8n }, 5n), []);
  assertEquals([countPieces(0n, 10n, 5n), countPieces(0n, 11n, 5n)], [2n, 3n]);
  assertEquals(evenCuts({ start: 0n, end: MOST_PIECES }, 1n).length, 999);
  assertThrows(() => evenCuts({ start: 0n, end: MOST_PIECES + 1n }, 1n), RangeError, "1001 pieces");
});

const RANGE = { start: at("2024-01-15T00:00Z"), end: at("2024-12-15T00:00Z") };

/** Returns the cuts of a year into pieces of a number of days. */
function cuts(args: object, days: bigint, { limited = false, tz = "UTC" } = {}): string[] {
  return gridCuts(api.metrics.timeSeries, args as Record<string, string>, {
    range: RANGE,
    piece: days * DAY,
    limited,
    tz,
  }).map(iso);
}

Deno.test("gridCuts() cuts at multiples of the rate from the range's start", () => {
  assertEquals(cuts({ samprate: "86400" }, 200n), ["2024-08-02T00:00"]);
  assertEquals(cuts({ samprate: String(7 * 86_400) }, 200n), ["2024-07-29T00:00"]); // 28 weeks
  assertEquals(cuts({ samprate: String(300 * 86_400) }, 200n), ["2024-11-10T00:00"]);
  assertEquals(cuts({ samprate: "0.5" }, 400n), []);
  assertEquals(cuts({ samprate: "0.0000001" }, 200n), []);
  assertEquals(cuts({ samprate: "0" }, 200n), []);
  const short = { range: { start: 0n, end: 10n }, piece: 4n, limited: false };
  assertEquals(gridCuts(api.metrics.timeSeries, { samprate: "0.000001" }, short), [4n, 8n]);
  assertEquals(cuts({ samprate: "86400", calculations: ["rollingmean"] }, 200n), []);
  assertEquals(cuts({ samprate: "86400", calculations: ["mean"] }, 200n).length, 1);
});

Deno.test("gridCuts() cuts calendar windows at their boundaries in their zone", () => {
  assertEquals(cuts({ samprate: "1mo" }, 100n), [
    "2024-04-01T00:00",
    "2024-08-01T00:00",
    "2024-11-01T00:00",
  ]);
  assertEquals(cuts({ samprate: "1d" }, 200n, { tz: "Europe/Berlin" }), ["2024-08-01T22:00"]);
  assertEquals(cuts({ samprate: "1h" }, 200n), ["2024-08-02T00:00"]);
  assertEquals(cuts({ samprate: "nonsense" }, 100n), []);
  // Windows longer than the pieces: no cut occurs twice or at the start of the range.
  const begun = { start: at("2024-01-01T00:00Z"), end: at("2024-03-15T00:00Z") };
  const own = { range: begun, piece: 10n * DAY, limited: false };
  assertEquals(gridCuts(api.metrics.timeSeries, { samprate: "1mo" }, own).map(iso), [
    "2024-02-01T00:00",
    "2024-03-01T00:00",
  ]);
});

Deno.test("gridCuts() makes pieces of at most 150,000 rows by default", () => {
  const limited = { limited: true };
  const rows = (minutes: bigint): string => iso(RANGE.start + minutes * MINUTE);
  assertEquals(cuts({}, 366n, limited)[0], rows(150_000n)); // one row per minute, according to the table
  assertEquals(cuts({ samprate: "60" }, 366n, limited)[0], rows(150_000n));
  assertEquals(cuts({ samprate: "120" }, 366n, limited)[0], rows(300_000n));
  assertEquals(cuts({ samprate: "1m" }, 366n, limited)[0], rows(150_000n));
  for (const samprate of ["1d", "1mo", "86400"]) {
    assertEquals(cuts({ samprate }, 366n, limited), [], samprate);
  }
  assertEquals(cuts({ samprate: "60" }, 366n), []);
});

Deno.test("findGap() returns the middle of the longest time without a sample, if it is longer than the gap", () => {
  const frame = (...spans: (readonly [number, number])[]) => {
    const times = (i: 0 | 1) => BigInt64Array.from(spans, (span) => BigInt(span[i]));
    return toFrame({
      start_time: { type: "time", values: times(0), zone: "UTC" },
      end_time: { type: "time", values: times(1), zone: "UTC" },
    });
  };
  const window = { start: 0n, end: 100n };
  assertEquals(findGap(frame([0, 20], [60, 100]), window, 39n), 40n);
  assertEquals(findGap(frame([0, 20], [60, 100]), window, 40n), undefined);
  assertEquals(findGap(frame([60, 100], [0, 20]), window, 10n), 40n); // in any order
  assertEquals(findGap(frame([0, 50], [10, 20], [80, 100]), window, 10n), 65n); // one inside another
  assertEquals(findGap(frame([40, 90]), window, 10n), 20n); // before the first
  assertEquals(findGap(frame([0, 30]), window, 10n), 65n); // after the last
  assertEquals(findGap(frame(), window, 10n), 50n);
  assertEquals(findGap(frame([0, 20], [40, 60], [80, 100]), window, 10n), 30n); // the first of equal ones
  assertEquals(findGap(frame([0, 99]), window, 0n), undefined); // no time between two instants
  assertEquals(findGap(frame([0, 98]), window, 0n), 99n);
});
