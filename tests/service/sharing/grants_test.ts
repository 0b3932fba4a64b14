import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Grants } from "../../../src/service/sharing/grants.ts";
import type { Permission } from "../../../src/store/shares.ts";

interface Given {
  types?: string[];
  all?: boolean;
  start?: bigint | null;
  end?: bigint | null;
}

function grants(...shares: Given[]): Grants {
  return new Grants(shares.map(({ types = [], all = false, start = null, end = null }) => ({
    permission: "p",
    id: "s",
    userid: "u",
    created: 0n,
    body: JSON.stringify({ svc_data_types: types }),
    allData: all,
    start,
    end,
  } satisfies Permission)));
}

const UUID = "7b0a3a0c-7d5e-4c0e-9b43-0f6f2f1c2a10";
const MOMENT = { start: 5n, end: 6n };

Deno.test("a share covers its data types, types based on them, and files below its paths", () => {
  const cases: [string, string, boolean][] = [
    ["HeartRate", "HeartRate", true],
    ["HeartRate", "HeartRateVariability", false],
    ["HeartRate", "heartrate", false],
    ["Event", `Event/${UUID}`, true],
    [`Event/${UUID}`, `Event/${UUID}`, true],
    [`Event/${UUID}`, "Event", false],
    ["Event", "Events", false],
    ["Event", "Annotation", false],
    ["file:/a/", "file:/a/b", true],
    ["file:/a/", "file:/a/b/c.csv", true],
    ["file:/a", "file:/a/b", true],
    ["file:/a", "file:/ab", false],
    ["file:/a/b.csv", "file:/a/b.csv", true],
    ["file:/a/b.csv", "file:/a/b.csv.bak", false],
    ["file:/", "file:/a", true],
    ["file:/a/", "file:/", false],
    ["calendars", "calendars", true],
    ["calendars", "calendar_events", false],
  ];
  for (const [shared, asked, covered] of cases) {
    assertEquals(grants({ types: [shared] }).covers(asked, MOMENT), covered, `${shared}: ${asked}`);
    assertEquals(grants({ all: true }).covers(asked, MOMENT), true);
    assertEquals(grants().covers(asked, MOMENT), false);
    assertEquals(new Grants("everything").covers(asked, MOMENT), true);
  }
});

Deno.test("a range is covered if the windows of all shares of the type leave no gap", () => {
  const bound = fc.option(fc.bigInt({ min: 0n, max: 12n }));
  const given = fc.record({
    types: fc.subarray(["A", "B"], { minLength: 1 }),
    start: bound,
    end: bound,
  });
  fc.assert(fc.property(
    fc.array(given, { maxLength: 4 }),
    fc.bigInt({ min: 0n, max: 12n }),
    fc.bigInt({ min: 1n, max: 6n }),
    (shares, start, length) => {
      const isShared = (at: bigint): boolean =>
        shares.some((share) =>
          share.types.includes("A") && (share.start ?? at) <= at && (share.end ?? at + 1n) > at
        );
      const moments = Array.from({ length: Number(length) }, (_, i) => start + BigInt(i));
      assertEquals(
        grants(...shares).covers("A", { start, end: start + length }),
        moments.every(isShared),
      );
      assertEquals(grants(...shares).covers("A", { start, end: start }), isShared(start));
    },
  ));
});

Deno.test("any share of its type covers data without a time", () => {
  assertEquals(grants({ types: ["A"], start: 1n, end: 2n }).covers("A", null), true);
  assertEquals(grants({ types: ["B"] }).covers("A", null), false);
});
