import { assertEquals } from "@std/assert";
import { type Axis, axisText, instantAt, placeOf, timeText } from "../../tools/live/axis.ts";

const TZ = "Europe/Berlin; from 2024-01-15T20:00:00Z America/New_York";
const at = (text: string): number => Date.parse(text);

Deno.test("a tooltip shows the traveller's local time", () => {
  const axis: Axis = {
    d: [at("2024-01-10T00:00Z"), at("2024-01-20T00:00Z")],
    r: [0, 1000],
    k: "instant",
    tz: TZ,
  };
  assertEquals(axisText(at("2024-01-12T22:00Z"), axis), "Fri 12 Jan 23:00");
  assertEquals(axisText(at("2024-01-18T04:00Z"), axis), "Wed 17 Jan 23:00");
  assertEquals(timeText(at("2024-01-15T19:59Z"), axis), "20:59");
  assertEquals(timeText(at("2024-01-15T20:00Z"), axis), "15:00");
});

Deno.test("the mark of an instant is on the row and hour of the traveller's local time", () => {
  const axis: Axis = { d: [0, 24], r: [0, 240], k: "clock", o: 12, tz: TZ };
  const first = at("2024-01-10T00:00Z"), day = 86_400_000;
  const rows: Axis = {
    d: [0, 10],
    r: [0, 100],
    k: "rows",
    w: 1,
    s: Array.from({ length: 10 }, (_, i) => first + i * day),
  };
  for (const [instant, row] of [["2024-01-12T22:00Z", 3], ["2024-01-18T04:00Z", 8]] as const) {
    const [x, y] = placeOf({ x: axis, y: rows }, at(instant))!;
    assertEquals([x, y], [110, 10 * row]);
    assertEquals(instantAt({ x: axis, y: rows }, x, y + 5), at(instant));
  }
});
