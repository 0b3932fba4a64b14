import { assertEquals, assertThrows } from "@std/assert";
import { align } from "../../src/series/align.ts";

const at = (minute: number): Date => new Date(Date.UTC(2024, 0, 1) + minute * 60_000);
const column = (frame: ReturnType<typeof align>, name: string): unknown[] =>
  frame.toRecords().map((row) => row[name]);

const rate = [0, 5, 20, 40].map((minute) => ({ time: at(minute), value: minute }));
const steps = [{ time: at(35), until: at(65), count: 60 }];
const place = [{ time: at(16), lat: 1, lon: 2 }];

Deno.test("align() joins series of different rates, each with its own function", () => {
  const frame = align({ rate, steps, place }, {
    every: "15m",
    tz: "Europe/Berlin",
    aggregate: { steps: "sum", place: { lat: "last known", lon: "last known" } },
    each: { steps: { end: "until", coverage: true }, place: {} },
  });
  assertEquals(Reflect.ownKeys(frame), [
    "time",
    "rate",
    "steps_count",
    "steps_coverage",
    "place_lat",
    "place_lon",
  ]);
  assertEquals(column(frame, "time"), [0, 15, 30, 45, 60].map(at));
  assertEquals(column(frame, "rate"), [2.5, 20, 40, null, null]);
  assertEquals(column(frame, "steps_count"), [null, null, 20, 30, 10]);
  assertEquals(column(frame, "place_lat"), [null, 1, null, null, null]);
});

Deno.test("align() covers the union or the intersection of the series", () => {
  const each = { steps: { end: "until" } }, options = { every: "15m", each } as const;
  const inner = align({ rate, steps }, { ...options, how: "inner" });
  assertEquals([column(inner, "time"), column(inner, "rate")], [[at(30)], [40]]);
  const apart = { rate, later: [{ time: at(600), value: 1 }] };
  assertEquals(align(apart, { every: "15m", how: "inner" }).getColumn("time").toArray(), []);
  assertEquals(align(apart, { every: "1h" }).getColumn("time").toArray().length, 11);
  assertEquals(column(align({ rate, none: [] as { time: Date }[] }, { every: "1h" }), "rate"), [
    16.25,
  ]);
  const filled = align({ rate, steps }, { ...options, fill: 0 });
  assertEquals(column(filled, "rate"), [2.5, 20, 40, 0, 0]);
});

Deno.test("align() joins on the same local days across a daylight saving change", () => {
  const a = [{ time: "2024-10-26T12:00Z", value: 1 }, { time: "2024-10-28T12:00Z", value: 3 }];
  const b = [{ time: "2024-10-27T22:59Z", value: 2 }, { time: "2024-10-27T23:00Z", value: 4 }];
  const frame = align({ a, b }, { every: "1d", tz: "Europe/Berlin", aggregate: "sum" });
  assertEquals([column(frame, "a"), column(frame, "b")], [[1, null, 3], [null, 2, 4]]);
});

Deno.test("align() rejects invalid options", () => {
  const one = { every: "1h" } as const;
  assertThrows(() => align({}, one), RangeError, "there are no frames");
  assertThrows(
    () => align({ rate }, { ...one, each: { heart: {} } }),
    TypeError,
    'there is no frame "heart"; available: rate',
  );
  assertThrows(() => align({ rate }, { ...one, how: "left" as "inner" }), RangeError, 'how "left"');
  assertThrows(() => align({ time: rate }, one), RangeError, 'two columns "time"');
});
