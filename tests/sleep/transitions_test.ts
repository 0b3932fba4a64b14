import { assertAlmostEquals, assertEquals } from "@std/assert";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { transitions } from "../../src/sleep/transitions.ts";
import { fixture, rowsOf, scored, START, yasaCodes } from "./hypnograms.ts";
import { stageRows } from "./stageRows.ts";

const STAGES: Readonly<Record<string, number>> = { WAKE: 0, N1: 1, N2: 2, N3: 3, REM: 4 };

for (const name of ["yasa_full6hrs", "yasa_sub-02"]) {
  Deno.test(`transitions() of ${name} equal the ones that yasa publishes`, () => {
    const expected = fixture("yasa_hypno_expected.json")[name];
    const night = fromHypnogram(yasaCodes(`${name}_hypno_30s.txt`), { start: START });
    const rows = rowsOf(transitions(night, { stages: "aasm" }));
    const { index, columns, data } = expected.transition_counts;
    assertEquals(rows.length, index.length * columns.length);
    index.forEach((from: string, i: number) =>
      columns.forEach((to: string, j: number) => {
        const row = rows.find((row) => row.from === STAGES[from] && row.to === STAGES[to])!;
        assertEquals(row.count, data[i][j], `${from} to ${to}`);
        const probability = expected.transition_probs?.data[i][j];
        if (probability === undefined) return;
        assertAlmostEquals(row.probability as number, probability, 5.1e-7);
      })
    );
  });
}

Deno.test("fromHypnogram() agrees with yasa on the periods", () => {
  const expected = fixture("yasa_hypno_expected.json").yasa_full6hrs.periods_ge_5min;
  const night = fromHypnogram(yasaCodes("yasa_full6hrs_hypno_30s.txt"), { start: START });
  const begin = Date.parse(START);
  const periods = rowsOf(night).map(({ start_time, end_time, sleep_stage }) => ({
    values: Object.keys(STAGES)[sleep_stage as number],
    start: (Date.parse(start_time as string) - begin) / 30_000,
    length: (Date.parse(end_time as string) - Date.parse(start_time as string)) / 30_000,
  })).filter(({ length }) => length >= 10);
  assertEquals(periods, expected);
});

const brief = (frame: Parameters<typeof transitions>[0], options = {}) =>
  rowsOf(transitions(frame, options)).filter(({ count }) => count !== 0)
    .map(({ from, to, count }) => `${from}>${to} ${count}`);

Deno.test("transitions() drops pairs with time that is not scored", () => {
  assertEquals(brief(scored("22.2033."), { stages: "aasm" }), ["0>3 1", "2>0 1", "2>2 1", "3>3 1"]);
});

Deno.test("transitions() drops pairs across a gap, and counts epochs from its end", () => {
  const spans = stageRows([
    { start: 0, end: 2, stage: 3 },
    { start: 2, end: 3, stage: 4 },
    { start: 10, end: 12, stage: 4 },
    { start: 0, end: 20, stage: 0 }, // in bed
  ]);
  assertEquals(brief(spans, { epoch: "1m" }), ["3>3 1", "3>4 1", "4>4 1"]);
  assertEquals(brief(spans, { epoch: "PT30S" }), ["3>3 3", "3>4 1", "4>4 4"]);
  const [row] = rowsOf(transitions(stageRows([{ start: 0, end: 1, stage: 3 }]), { epoch: "1m" }));
  assertEquals(row, { from: 3, to: 3, count: 0, probability: null });
  assertEquals(transitions([]).shape.height, 0);
});
