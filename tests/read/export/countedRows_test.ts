import { assert, assertEquals } from "@std/assert";
import { makePause } from "../../../src/options/pause.ts";
import { type CoarseRow, countedRows } from "../../../src/read/export/coarseRows.ts";
import { ExportCollector } from "../../../src/read/export/exportCollector.ts";
import { ExportRows } from "../../../src/read/export/exportRows.ts";
import { SAMPLE, TABLES } from "../../../src/read/export/exportTables.ts";
import { Texts } from "../../../src/read/export/texts.ts";
import { threadTime } from "../../helpers/threadTime.ts";

type Measure = CoarseRow["measure"];
type Span = readonly [start: number, end: number, value: number];

const ALL = { start: -Infinity, end: Infinity }, pause = makePause(undefined);
const BASE = Date.UTC(2024, 0) * 1000;

function tableOf(measure: Measure, finer: readonly Span[]): ExportRows {
  const rows = new ExportRows(measure === "time" ? TABLES.sleep : SAMPLE, new Texts());
  for (const [start, end, value] of finer) {
    const times = { start_time: BASE + start, end_time: BASE + end, source: "a" };
    rows.add({ ...times, ...measure === "time" ? { sleep_stage: value } : { value } });
  }
  return rows;
}

function totalsOf(rows: ExportRows, measure: Measure, spans: readonly Span[]): CoarseRow[] {
  return spans.map(([start, end, value]) => {
    const row = { start_time: BASE + start, end_time: BASE + end, value };
    return { rows, row, file: "f", where: undefined, measure };
  });
}

/** Returns the share of each total that finer rows make up, row by row and moment by moment. */
function shareOf([first, last, value]: Span, measure: Measure, finer: readonly Span[]): number {
  const within = finer.filter(([start]) => start >= first && start < last);
  if (measure === "time") {
    const moments = Array.from({ length: last - first }, (_, i) => first + i);
    const isIn = (at: number) => within.some(([start, end]) => start <= at && at < end);
    return moments.filter(isIn).length / (last - first);
  }
  const distinct = new Map(within.map((span) => [span.join(), span]));
  const parts = distinct.values().map(([start, end, amount]) =>
    end > last ? amount * (last - start) / (end - start) : amount
  );
  return parts.reduce((sum, part) => sum + part, 0) / value;
}

Deno.test("overlapping totals are compared with their finer rows as if one by one", async () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const seen = { uncovered: 0, restored: 0, covered: 0 };
  for (let round = 0; round < 400; round++) {
    const measure = round % 2 === 0 ? "time" as const : "sum" as const;
    const spans = (count: number, most: number, longest: number): Span[] =>
      Array.from({ length: count }, () => {
        const start = random(100);
        return [start, start + random(longest), 1 + random(most)];
      });
    const finer = spans(random(30), 3, 12), totals = spans(1 + random(12), 60, 60);
    const rows = tableOf(measure, finer);
    const found = await countedRows(totalsOf(rows, measure, totals), ALL, pause);
    const least = measure === "time" ? 0.5 : 0.9;
    const near = (share: number): boolean => Math.abs(share - least) < 1e-9;
    const expected = totals.map((total) => {
      const [first, last] = total, share = shareOf(total, measure, finer);
      if (!finer.some(([start]) => start >= first && start < last)) return "uncovered";
      return near(share) ? "near" : share < least ? "restored" : "covered";
    });
    if (expected.includes("near")) continue; // rounding decides
    const restored = totals.filter((_, at) => expected[at] === "restored");
    assertEquals(found.uncovered.length, expected.filter((one) => one === "uncovered").length);
    assertEquals(found.covered, expected.filter((one) => one === "covered").length);
    assertEquals(
      found.restored.map(({ share }) => share.toFixed(9)),
      restored.map((total) => shareOf(total, measure, finer).toFixed(9)),
    );
    const { rows: kept, repeated } = await rows.ordered(pause);
    const left = finer.filter(([start]) =>
      !restored.some(([first, last]) => start >= first && start < last)
    );
    assertEquals(kept.length + repeated, left.length);
    for (const name of ["uncovered", "restored", "covered"] as const) {
      seen[name] += expected.filter((one) => one === name).length;
    }
  }
  assert(Math.min(...Object.values(seen)) > 100, JSON.stringify(seen));
});

for (const measure of ["time", "sum"] as const) {
  for (const step of [0, 1]) {
    const copies = step === 0 ? "equal" : "shifted";
    Deno.test(`sixteen thousand ${copies} copies of a ${measure} take n log n time`, async () => {
      const timeOf = async (count: number): Promise<number> => {
        const each = Array.from({ length: count }, (_, i) => i * step);
        const finer = each.flatMap((at): Span[] => [[at + 1, at + 9, 1], [at + 2, at + 1e6, 2]]);
        const rows = tableOf(measure, finer);
        const totals = totalsOf(rows, measure, each.map((at) => [at, at + 3e6, 1e9]));
        const before = threadTime();
        const { restored } = await countedRows(totals, ALL, pause);
        assertEquals(restored.length, count);
        return threadTime() - before;
      };
      let ratio = Infinity; // 8 log(n) / log(n / 8) is about 11; 64 if each is compared with each
      for (let i = 0; i < 5 && ratio > 24; i++) {
        ratio = Math.min(ratio, await timeOf(16_000) / await timeOf(2_000));
      }
      assert(ratio <= 24, `${ratio.toFixed(0)} times as long for 8 times as many`);
    });
  }
}

Deno.test("an invalid total does not replace the finer rows", async () => {
  for (
    const wrong of [{ value: NaN }, { value: Infinity }, { start: NaN }, { start: BASE - 9e15 }]
  ) {
    const collector = new ExportCollector("test", {}), unit = "steps", source = "a";
    for (const start of [BASE, BASE + 60e6]) {
      collector.sample("StepCount", { start, end: start + 60e6, value: 10, unit, source });
    }
    const day = { start: BASE, end: BASE + 86_400e6, value: 9000, unit, source, ...wrong };
    collector.total("StepCount", day, "line 2");
    const { metrics, report } = await collector.collected({ seen: 1, read: 1 });
    assertEquals(metrics["StepCount"]!.height, 2, JSON.stringify(wrong));
    assertEquals(report.problems.map(({ where }) => where), ["line 2"]);
  }
});
