import { assertEquals } from "@std/assert";
import { countNights, nightCountText } from "../../../src/app/nights/nightCount.ts";
import { pageLabels } from "../../../src/app/page/pageLabels.ts";
import { textColumn } from "../../../src/frame/columns/columns.ts";
import { nullable } from "../../../src/frame/columns/nullable.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

const LABELS = pageLabels({}, "Europe/Berlin");
const date = (day: number): string => `2025-01-${String(day).padStart(2, "0")}`;

/**
 * Returns the nights from 1 January with these recorded shares; `undefined` is a night without a
 * main sleep.
 */
function counted(
  shares: readonly (number | undefined)[],
  today = shares.length,
  unfinished: string | undefined = undefined,
) {
  const rows = shares.flatMap((share, i) =>
    share === undefined ? [] : ["TST", "SE"].map((name) => ({ night: date(i + 1), name, share }))
  );
  const statistics = toFrame({
    night: textColumn(rows.map(({ night }) => night)),
    name: textColumn(rows.map(({ name }) => name)),
    coverage: nullable(rows.map(({ name, share }) => name === "TST" ? share : 0)),
  });
  const [first, last, now] = [1, shares.length, today].map((day) =>
    Temporal.PlainDate.from(date(day))
  );
  return countNights({ statistics, unfinished }, { first: first!, last: last!, today: now! });
}

Deno.test("a night counts if two thirds are recorded, and is partial below that", () => {
  const found = counted([1, 2 / 3, 0.66, undefined]);
  assertEquals([...found.counted], [date(1), date(2)]);
  assertEquals([...found.thin], [[date(3), 0.66]]);
  assertEquals([found.nights, found.without, found.ahead], [4, [date(4)], 0]);
});

Deno.test("a night that may continue does not count", () => {
  const found = counted([1, 1, 0.5], 3, date(3));
  assertEquals([[...found.counted], found.thin.size, found.unfinished], [
    [date(1), date(2)],
    0,
    date(3),
  ]);
  assertEquals(
    nightCountText(found, LABELS),
    "2 of 3 nights count; perhaps not over: 2025-01-03.",
  );
});

Deno.test("nights after today are in the future; tonight is a night without sleep", () => {
  const found = counted([1, undefined, undefined, undefined], 3);
  assertEquals([found.without, found.ahead], [[date(2), date(3)], 1]);
});

Deno.test("a sentence reports which nights do not count and why, and names up to three", () => {
  const text = (shares: readonly (number | undefined)[], today?: number): string =>
    nightCountText(counted(shares, today), LABELS);
  assertEquals(text([1, 1]), "");
  assertEquals(text([1, undefined]), "1 of 2 nights count; without a main sleep: 2025-01-02.");
  const three = "2025-01-02, 2025-01-03, 2025-01-04";
  assertEquals(
    text([1, undefined, undefined, undefined]),
    `1 of 4 nights count; without a main sleep: ${three}.`,
  );
  assertEquals(
    text([1, ...Array<undefined>(5)]),
    `1 of 6 nights count; without a main sleep: ${three} and 2 more.`,
  );
  assertEquals(
    text([1, 0.5, 0.666, undefined, undefined, undefined], 4),
    "1 of 6 nights count; without a main sleep: 2025-01-04; recorded to less than two thirds, " +
      "and left out: 2025-01-02 (50 %), 2025-01-03 (67 %); 2 have not come yet.",
  );
  assertEquals(text([1, undefined], 1), "1 of 2 nights count; 1 has not come yet.");
});
