import { assert, assertEquals } from "@std/assert";
import { CLAIMS } from "../../../tools/calibrate/claims.ts";
import { isNear, nameOf } from "../../../tools/calibrate/records.ts";
import { failuresOf, LIMITS, simulate } from "../../../tools/calibrate/simulate.ts";
import { readResults, withTable } from "../../../tools/calibrate/table.ts";

const RESULTS = readResults();
const DOCUMENT = new URL("../../../docs/trust.md", import.meta.url);

Deno.test("docs/trust.md has the table of the stored calibration", () => {
  const document = Deno.readTextFileSync(DOCUMENT);
  const plain = (text: string): string => text.replaceAll(/ +\|/g, " |").replaceAll(/-+/g, "-");
  assertEquals(
    plain(document),
    plain(withTable(document, RESULTS)),
    "run deno run -A tools/calibrate/main.ts --update",
  );
});

Deno.test("every promise of a public function was simulated in the kinds of record next to the usual one", () => {
  for (const [claim, { cells, promises }] of Object.entries(CLAIMS)) {
    for (const cell of cells.filter(isNear)) {
      const found = RESULTS[claim]?.[nameOf(cell)];
      assert(found !== undefined && found.records >= 50, `${claim}: ${nameOf(cell)}`);
      for (const promise of Object.keys(promises)) {
        assert(found.counts[promise] !== undefined, `${claim}, ${promise}: ${nameOf(cell)}`);
      }
    }
  }
});

Deno.test("no stored rate is above its limit by more than chance explains", () => {
  assertEquals(failuresOf(RESULTS), []);
});

Deno.test("the check detects a broken promise: it accepts seven of a hundred, but not twenty", () => {
  const [claim, { cells, promises }] = Object.entries(CLAIMS)[0]!;
  const [promise, kind] = Object.entries(promises)[0]!;
  const results = (broken: number) => ({
    [claim]: {
      [nameOf(cells[0]!)]: { records: 1000, counts: { [promise]: { asked: 1000, broken } } },
    },
  });
  assertEquals(failuresOf(results(1000 * LIMITS[kind])), []);
  assertEquals(failuresOf(results(200)).map(({ share }) => share), [0.2]);
});

Deno.test("a run continues where the last one stopped, and the same record gives the same outcome", () => {
  for (const claim of ["two columns", "periods of events"]) {
    const cell = CLAIMS[claim]!.cells[0]!;
    const whole = simulate(claim, cell, 12);
    assertEquals(simulate(claim, cell, 12, simulate(claim, cell, 5)), whole);
    assertEquals(whole.records, 12);
  }
});
