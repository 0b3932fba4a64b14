import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { textColumn, timeColumn } from "../../src/frame/columns.ts";
import { nullable } from "../../src/frame/nullable.ts";
import { type Frame, toFrame } from "../../src/frame/toFrame.ts";
import { cosinor } from "../../src/series/cosinor.ts";
import { periodogram } from "../../src/series/periodogram.ts";
import { rhythm } from "../../src/series/rhythm.ts";

type Row = Record<string, unknown> & { user: string; site: number | null; time: Date };

/** Every statistic that takes `by`, as it is called of rows `{ time, value, user, site }`. */
const CALLS: Readonly<Record<string, (rows: readonly Row[] | Frame, by?: string[]) => Frame>> = {
  "rhythm()": (rows, by) => rhythm(rows, { y: "value", tz: "Europe/Berlin", by }),
  "rhythm() of periods": (rows, by) =>
    rhythm(rows, { y: "value", tz: "Europe/Berlin", period: "1d", window: "3h", by }),
  "rhythm() as pyActigraphy": (rows, by) =>
    rhythm(rows, { y: "value", tz: "UTC", variant: "pyActigraphy", by }),
  "cosinor()": (rows, by) => cosinor(rows, { y: "value", tz: "Europe/Berlin", by }),
  "periodogram()": (rows, by) => periodogram(rows, { y: "value", step: "4h", by }),
  "periodogram() by chi-square": (rows, by) =>
    periodogram(rows, { y: "value", method: "chi-square", step: "4h", every: "1h", by }),
  "periodogram() of events": (rows, by) =>
    periodogram(rows, { method: "rayleigh", step: "4h", by }),
};

const rows = fc.array(
  fc.record({
    user: fc.constantFrom("anna", "ben", "1"),
    site: fc.constantFrom(1, 2, null),
    time: fc.integer({ min: 0, max: 120 })
      .map((i) => new Date(Date.UTC(2024, 2, 29) + i * 3_600_000)),
    value: fc.option(fc.integer({ min: -9, max: 99 }), { freq: 9 }),
  }),
  { minLength: 40, maxLength: 160 },
);

/** A statistic of each group by itself, by a plain loop, the names of its groups put in front. */
function looped(all: readonly Row[], by: readonly string[], call: (own: readonly Row[]) => Frame) {
  const groups = Map.groupBy(all, (row) => JSON.stringify(by.map((name) => row[name])));
  return [...groups.values()].flatMap((own) =>
    call(own).toRecords().map((found) => ({
      ...Object.fromEntries(by.map((name) => [name, own[0]![name]])),
      ...found,
    }))
  );
}

for (const [name, call] of Object.entries(CALLS)) {
  for (const by of [["user"], ["user", "site"]]) {
    Deno.test(`${name} by ${by.join(" and ")} is what a loop over groups gives, in any form`, () => {
      fc.assert(
        fc.property(rows, (given) => {
          const all = given as unknown as Row[];
          // a group may lack any value, which makes no column of numbers of it alone
          const expected = looped(all, by, (own) => call(frameOf(own)));
          for (const form of [all, frameOf(all)]) {
            const found = call(form, by);
            assertEquals(found.columns.slice(0, by.length), by);
            assertEquals(found.toRecords(), expected);
          }
        }),
        { numRuns: 25, seed: 3 },
      );
    });
  }
}

function frameOf(rows: readonly Row[]): Frame {
  const numbers = (name: string) => nullable(rows.map((row) => row[name] as number | null));
  return toFrame({
    user: textColumn(rows.map(({ user }) => user)),
    site: numbers("site"),
    time: timeColumn(BigInt64Array.from(rows, ({ time }) => BigInt(time.getTime()) * 1000n)),
    value: numbers("value"),
  });
}
