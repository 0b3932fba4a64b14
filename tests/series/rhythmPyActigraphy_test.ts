import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fixture from "../fixtures/pyactigraphy_expected.json" with { type: "json" };
import { ACTIVITY_RECORDS } from "./activityRecords.ts";
import { comparable, ours, type PyActigraphy } from "./rhythmPyActigraphy.ts";

for (const record of ACTIVITY_RECORDS) {
  const above = record.threshold === null ? "" : `, above ${record.threshold}`;
  Deno.test(`rhythm() of the variant pyActigraphy equals pyActigraphy 1.2.2: ${record.name}${above}`, () => {
    const own = fixture.records.find(({ name, threshold }) =>
      name === record.name && threshold === record.threshold
    );
    const expected = comparable(record, own!.expected as unknown as PyActigraphy);
    assert(Object.keys(expected).length >= 10);
    for (const [label, found] of Object.entries(ours(record, expected))) {
      const wanted = [expected[label]!].flat();
      assertEquals([found].flat().length, wanted.length, label);
      [found].flat().forEach((one, i) => assertAlmostEquals(one, wanted[i]!, 1e-9, label));
    }
  });
}
