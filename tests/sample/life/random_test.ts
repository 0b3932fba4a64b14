import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { Random } from "../../../src/sample/life/random.ts";

function words(random: Random): number[] {
  return Array.from({ length: 100 }, () => random.word());
}

Deno.test("Random gives equal numbers for equal keys and other numbers for other keys", () => {
  const first = words(new Random(1, "a", 20));
  assertEquals(words(new Random(1, "a", 20)), first);
  for (const other of [new Random(2, "a", 20), new Random(1, "b", 20), new Random(1, "a", 21)]) {
    assertNotEquals(words(other), first);
  }
});

Deno.test("Random distributes its numbers evenly over all bits and neighbouring keys", () => {
  const counts = Array<number>(32).fill(0);
  for (let key = 0; key < 4000; key++) {
    const word = new Random(1, "spread", key).word();
    for (let bit = 0; bit < 32; bit++) counts[bit] = (counts[bit] ?? 0) + ((word >>> bit) & 1);
  }
  // Five standard deviations of a fair coin tossed 4000 times.
  for (const count of counts) assert(Math.abs(count - 2000) < 160, `${count}`);
});

Deno.test("Random returns chances, ranges and normal numbers with the given moments", () => {
  const random = new Random(3);
  const n = 20_000;
  let [heads, sum, squares] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    if (random.chance(0.3)) heads++;
    const value = random.normal(10, 2);
    sum += value;
    squares += (value - 10) ** 2;
    const between = random.between(-1, 1);
    assert(between >= -1 && between < 1);
  }
  assert(Math.abs(heads / n - 0.3) < 0.02);
  assert(Math.abs(sum / n - 10) < 0.1);
  assert(Math.abs(squares / n - 4) < 0.2);
});

Deno.test("Random picks every item", () => {
  const random = new Random(4);
  const picked = new Set(Array.from({ length: 100 }, () => random.pick(["a", "b", "c"])));
  assertEquals([...picked].sort(), ["a", "b", "c"]);
});
