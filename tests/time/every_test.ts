import { assertEquals, assertThrows } from "@std/assert";
import { every } from "../../src/time/every.ts";

Deno.test("every() reads clock units as elapsed microseconds", () => {
  for (
    const [text, seconds] of [
      ["1s", 1],
      ["15m", 900],
      ["1h", 3600],
      ["1h30m", 5400],
      ["2h3m4s", 7384],
      ["90m90s", 5490],
      ["0h5m", 300],
      ["007s", 7],
    ] as const
  ) assertEquals(every(text), { kind: "clock", micros: BigInt(seconds) * 1_000_000n }, text);
  assertEquals(every("1ms"), { kind: "clock", micros: 1_000n });
  assertEquals(every("1us"), { kind: "clock", micros: 1n });
  assertEquals(every("1m1ms1us"), { kind: "clock", micros: 60_001_001n });
});

Deno.test("every() reads calendar units as days or as months", () => {
  for (
    const [text, days, months] of [
      ["1d", 1, 0],
      ["1w", 7, 0],
      ["1w2d", 9, 0],
      ["1mo", 0, 1],
      ["1q", 0, 3],
      ["1y", 0, 12],
      ["1y6mo", 0, 18],
      ["0y1d", 1, 0],
    ] as const
  ) assertEquals(every(text), { kind: "calendar", days, months }, text);
});

for (
  const text of [
    "",
    "d",
    "1",
    "1.5h",
    "-1d",
    "1 d",
    " 1d",
    "1d ",
    "1D",
    "1x",
    "1dx",
    "x1d",
    "1month",
  ]
) {
  Deno.test(`every() rejects ${JSON.stringify(text)}`, () => {
    assertThrows(
      () => every(text),
      RangeError,
      `Cannot read window length ${JSON.stringify(text)}: write a number and a unit, such as 15m`,
    );
  });
}

Deno.test("every() rejects a length of zero in every unit", () => {
  for (const text of ["0us", "0ms", "0s", "0m", "0h", "0d", "0w", "0mo", "0q", "0y", "0h0d"]) {
    assertThrows(() => every(text), RangeError, `${JSON.stringify(text)}: it is zero`);
  }
});

Deno.test("every() rejects lengths that combine kinds of units", () => {
  for (const text of ["1d1h", "1h1d", "1mo1h", "1us1y", "1d1mo", "1y1w"]) {
    assertThrows(() => every(text), RangeError, "clock units, days and months do not mix");
  }
});

Deno.test("every() parses a length after a failure", () => {
  assertThrows(() => every("1d?"), RangeError);
  assertEquals(every("1d"), { kind: "calendar", days: 1, months: 0 });
});
