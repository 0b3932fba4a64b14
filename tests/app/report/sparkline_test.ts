import { assertEquals } from "@std/assert";
import type { Change } from "../../../src/app/report/changes.ts";
import { sparkline } from "../../../src/app/report/sparkline.ts";

const from = Temporal.PlainDate.from;

/** A measure of one value per day from 2025-01-01; days with null are missing. */
function change(
  values: readonly (number | null)[],
  before?: { low: number; high: number },
): Change {
  const first = from("2025-01-01");
  const days = values.map((value, i) => [first.add({ days: i }).toString(), value] as const)
    .filter((day): day is [string, number] => day[1] !== null);
  return { label: "Pulse", values: new Map(days), before } as unknown as Change;
}

const dates = (first: string, last: string) => ({ first: from(first), last: from(last) });

/** Points of the paths, before and now, each `M` or `L` with x and y. */
function paths(svg: string): string[][] {
  return [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d!.match(/[ML][^ML]+/g) ?? []);
}

Deno.test("sparkline() uses the full width and the range of values, with a margin of 3 pixels", () => {
  const svg = sparkline(change([10, 30, 20]), dates("2025-01-01", "2025-01-03"), undefined);
  assertEquals(paths(svg), [[], ["M3,27", "L75,3", "L147,15"]]);
  assertEquals(svg.match(/c[xy]="[\d.]+"/g), ['cx="147"', 'cy="15"']);
});

Deno.test("sparkline() separates the periods by a line half a day before the later one, and draws the usual band", () => {
  const svg = sparkline(
    change([10, 10, 20, 30], { low: 10, high: 20 }),
    dates("2025-01-03", "2025-01-04"),
    dates("2025-01-01", "2025-01-02"),
  );
  assertEquals(paths(svg), [["M3,27", "L51,27"], ["M99,15", "L147,3"]]);
  assertEquals(svg.match(/x[12]="[\d.]+"/g), ['x1="75"', 'x2="75"']);
  assertEquals(svg.match(/(?: y|height)="[\d.]+"/g)?.slice(1), [' y="15"', 'height="12"']);
});

Deno.test("sparkline() leaves a gap if more than one day is missing, and centres equal values", () => {
  const days = dates("2025-01-01", "2025-01-06");
  const svg = sparkline(change([5, null, 5, null, null, 5]), days, undefined);
  assertEquals(paths(svg)[1]!.map((point) => point[0]), ["M", "L", "M"]);
  assertEquals(new Set(paths(svg)[1]!.map((point) => point.split(",")[1])), new Set(["15"]));
});

Deno.test("sparkline() draws about thirty points of a long period, each the median of its days", () => {
  const of = (days: number): string => {
    const last = from("2025-01-01").add({ days: days - 1 });
    const period = { first: from("2025-01-01"), last };
    return sparkline(change(Array.from({ length: days }, (_, i) => i)), period, undefined);
  };
  const counts = [45, 46, 100, 101, 240, 241, 365].map((days) => paths(of(days))[1]!.length);
  assertEquals(counts, [45, 16, 34, 15, 35, 18, 27]);
  assertEquals(of(46).includes("medians of 3 days"), true);
  assertEquals(of(45).includes("each day"), true);
  assertEquals(paths(of(46))[1]![0], "M6.2,27"); // the second of its three days
});

Deno.test("sparkline() includes the usual band if values do not reach it", () => {
  const svg = sparkline(
    change([10, 10, 20, 20], { low: 0, high: 40 }),
    dates("2025-01-03", "2025-01-04"),
    dates("2025-01-01", "2025-01-02"),
  );
  assertEquals(paths(svg), [["M3,21", "L51,21"], ["M99,15", "L147,15"]]);
  assertEquals(svg.match(/(?: y|height)="[\d.]+"/g)?.slice(1), [' y="3"', 'height="24"']);
});
