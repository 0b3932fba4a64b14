import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { bisectLeft, bisectRight } from "../../src/time/bisect.ts";
import { windowOf } from "../../src/time/windows.ts";

const instants = fc.uniqueArray(fc.bigInt({ min: -20n, max: 20n }), { maxLength: 12 })
  .map((list) => BigInt64Array.from(list).sort());
const instant = fc.bigInt({ min: -25n, max: 25n });

Deno.test("bisectLeft() and bisectRight() count the instants before, and up to, another instant", () => {
  fc.assert(fc.property(instants, instant, (sorted, at) => {
    const repeated = BigInt64Array.from([...sorted, ...sorted]).sort();
    assertEquals(bisectLeft(repeated, at), repeated.filter((one) => one < at).length);
    assertEquals(bisectRight(repeated, at), repeated.filter((one) => one <= at).length);
  }));
});

Deno.test("bisectLeft() and bisectRight() between two indices stay between them", () => {
  fc.assert(
    fc.property(
      instants,
      instant,
      fc.tuple(fc.integer({ min: 0 }), fc.integer({ min: 0 })),
      (sorted, at, ends) => {
        const [from, to] = ends.map((end) => end % (sorted.length + 1)).sort((a, b) => a - b);
        const within = sorted.subarray(from, to);
        assertEquals(bisectLeft(sorted, at, from, to), from! + bisectLeft(within, at));
        assertEquals(bisectRight(sorted, at, from, to), from! + bisectRight(within, at));
      },
    ),
  );
});

Deno.test("windowOf() finds the window with the latest start before an instant, or the first or last window", () => {
  fc.assert(fc.property(instants, instant, (boundaries, at) => {
    if (boundaries.length < 2) return;
    const inside = boundaries.findLastIndex((boundary, i) =>
      i < boundaries.length - 1 && boundary <= at
    );
    assertEquals(windowOf(boundaries, at), Math.max(0, inside));
  }));
});
