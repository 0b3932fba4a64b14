import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { spreadApart } from "../../../src/plot/picture/endLabels.ts";
import { wrapName } from "../../../src/plot/picture/textWidth.ts";

Deno.test("labels that are apart stay, others move away from both ends", () => {
  assertEquals(spreadApart([10, 100], 15, 200), [10, 100]);
  assertEquals(spreadApart([100, 100, 102], 15, 200), [100, 115, 130]);
  assertEquals(spreadApart([198, 199], 15, 200), [185, 200]);
});

Deno.test("labels are always apart, in their order and on the axis", () => {
  fc.assert(fc.property(
    fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 12 }),
    (places) => {
      const moved = spreadApart(places, 15, 200);
      const pairs = places.map((place, i) => ({ place, at: moved[i]! }))
        .sort((a, b) => a.at - b.at);
      pairs.forEach(({ place, at }, i) => {
        assert(at >= -1e-9 && at <= 200 + 1e-9, `${at}`);
        if (i === 0) return;
        assert(at - pairs[i - 1]!.at >= 15 - 1e-9);
        assert(place >= pairs[i - 1]!.place);
      });
    },
  ));
});

Deno.test("a name that is too wide breaks after a hyphen, and only then ends with an ellipsis", () => {
  assertEquals(wrapName("28-Tage-Median", 96, 13), ["28-Tage-", "Median"]);
  assertEquals(wrapName("7-day median", 200), ["7-day median"]);
  assertEquals(wrapName("Usual, 28-day median", 96), ["Usual, 28-day", "median"]);
  assertEquals(wrapName("Resting heart rate", 76), ["Resting", "heart rate"]);
  assertEquals(wrapName("  two  spaces ", 48), ["two", "spaces"]);
  assertEquals(wrapName("Berlin, place 2", 66), ["Berlin,", "place 2"]);
  assertEquals(wrapName("Middle 50 % of days", 80), ["Middle 50 %", "of days"]);
  assertEquals(wrapName("95-%-Intervall des Mittelwerts", 96, 12, 3), [
    "95-%-",
    "Intervall des",
    "Mittelwerts",
  ]);
  const [line] = wrapName("Donaudampfschifffahrtsgesellschaft", 96);
  assert(line!.endsWith("…"), line);
});
