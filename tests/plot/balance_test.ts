import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { balance } from "../../src/plot/balance.ts";
import { tile } from "../../src/plot/tile.ts";
import { UNKNOWN } from "../../src/plot/picture/theme.ts";
import { shown } from "./rawLives.ts";
import { golden } from "./golden.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
/** Hours asleep of 30 nights; two are missing. */
const nights = Array.from({ length: 30 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 2, 1 + i, 6)),
  asleep: i === 11 || i === 12 ? null : 7.4 + ((i * 7919) % 19 - 9) / 8 + (i % 7 > 4 ? 1 : 0),
}));
const known = nights.flatMap(({ asleep }) => asleep ?? []);

Deno.test("balance() sums the differences from a target, and leaves missing nights out", async () => {
  const options = { y: "asleep", unit: "h", target: 8, tz };
  const picture = balance(nights, options), svg = await golden("balance", picture);
  const sums: number[] = [];
  for (const hours of known) sums.push((sums.at(-1) ?? 0) + hours - 8);
  const bars = found(svg, "[aria-label=rect] rect[y]").filter((bar) =>
    bar.parentElement?.getAttribute("fill") !== UNKNOWN
  );
  assertEquals(bars.length, 28);
  const deepest = Math.min(...sums), pixels = Math.max(...bars.map((bar) => number(bar, "height")));
  bars.forEach((bar, i) =>
    assertAlmostEquals(number(bar, "height") / pixels, Math.abs(sums[i]!) / -deepest, 0.02)
  );
  assertEquals(found(svg, `[fill="${UNKNOWN}"] rect`).length, 1); // two nights, one band
  const end = String(shown(sums.at(-1)!)).replace("-", "−");
  assertEquals(
    picture.spec.header.title[0]!.text,
    `${end.slice(1)} h below 8 h a day, over 28 days`,
  );
  assert(textBoxes(svg).some(({ text }) => text === `${end} h`), end);
  await golden("balance-narrow", balance(nights, { ...options, width: 340 }));
});

Deno.test("balance() needs a target that is a number", () => {
  for (const target of [undefined, null, "8", NaN, { label: "Need" }] as never[]) {
    assertThrows(
      () => balance(nights, { y: "asleep", target, tz }),
      TypeError,
      "Cannot draw a balance: ",
    );
  }
});

Deno.test("tile() shows the last value next to the usual range of the 28 days before", async () => {
  const picture = tile(nights, { y: "asleep", unit: "h", aggregate: "mean", tz });
  const svg = await golden("tile", picture), before = known.slice(0, -1).sort((a, b) => a - b);
  const middle = (values: readonly number[]): number => {
    const sorted = values.toSorted((a, b) => a - b), half = sorted.length / 2;
    return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
  };
  const usual = before.slice(), median = middle(usual);
  const half = 1.4826 * middle(usual.map((value) => Math.abs(value - median)));
  const [low, high] = [median - half, median + half].map((value) => String(shown(value)));
  assertEquals(
    picture.spec.header.title[0]!.text,
    `Asleep ${shown(known.at(-1)!)} h`,
  );
  assert(picture.spec.header.subtitle[0]!.text.startsWith(`Usual ${low} to ${high} h`), low);
  assertEquals(found(svg, "[aria-label=dot] circle").length, 1);
});

Deno.test("tile() of a day that is not over shows the day before", () => {
  const now = "2024-03-30T12:00+01:00";
  const picture = tile(nights, { y: "asleep", unit: "h", now, tz });
  assertEquals(
    picture.spec.header.title[0]!.text,
    `Asleep ${shown(known.at(-2)!)} h`,
  );
});
