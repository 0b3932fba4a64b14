import { assert, assertEquals } from "@std/assert";
import { LENGTHS, middle, simulate, STATISTICS } from "../../tools/enough.ts";

const page = await Deno.readTextFile(new URL("../../docs/enough.md", import.meta.url));

Deno.test("docs/enough.md has a range for every statistic and number of days", () => {
  for (const [name] of STATISTICS) {
    const row = page.split("\n").find((line) => line.startsWith(`| ${name} `));
    assertEquals(row?.match(/-?[\d.]+ to -?[\d.]+/g)?.length, LENGTHS.length, name);
  }
});

Deno.test("four weeks are closer to the year than three days", () => {
  const errors = simulate(4);
  for (const [name] of STATISTICS) {
    const [few, many] = [3, 28].map((days) => {
      const [low, high] = middle(errors[name][days]!);
      return high - low;
    });
    assert(many! < few!, name);
  }
});
