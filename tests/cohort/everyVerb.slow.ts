import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { cohort } from "../../src/cohort/cohort.ts";
import { sortRows } from "../../src/frame/polars/sortRows.ts";
import { type NamedVerb, type PersonVerb, VERBS } from "../../src/cohort/verbs.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { openFrame } from "../../src/frame/open.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { inZone } from "./inZone.ts";
import { CASES, PEOPLE, TABLES, writeCases, zoneOf } from "./verbCases.ts";

Deno.test("every verb returns the same for a cohort as for each person, with random options", async (test) => {
  const folder = await Deno.makeTempDir();
  await writeCases(folder);
  await using people = await cohort(folder, { workers: 2 });
  for (const [name, { table, merged, args }] of Object.entries(CASES)) {
    await test.step(name, async () => {
      const verb: NamedVerb = VERBS[name as keyof typeof VERBS];
      const [given] = fc.sample(args, 1) as [unknown[]];
      const rows = people.table(table);
      const found = await (merged === true ? rows.perPerson(sleep.merge) : rows)
        .perPerson(verb.run as PersonVerb, ...given).collect();
      const expected = Array.from({ length: PEOPLE }, (_, person) => {
        const zone = zoneOf(person), columns = inZone(TABLES[table]!(person), zone);
        const first = Object.keys(columns).find((one) => columns[one]!.type === "time") ??
          Object.keys(columns)[0]!;
        const frame = sortRows(toFrame(columns), [first]); // sorted like a cohort's rows
        const at = verb.options;
        const all = verb.needsZone ? given.with(at, { tz: zone, ...given[at] as object }) : given;
        const result = verb.run(merged === true ? sleep.merge(frame) : frame, ...all);
        return toRows(inZone(openFrame(result).columns(), "UTC")).map((row) => ({
          person,
          ...row,
        }));
      }).flat();
      assertEquals(toRows(columnsOf(found)).map(plain), expected.map(plain), JSON.stringify(given));
      assert(expected.length > 0 || EMPTY.has(name), `no rows: ${JSON.stringify(given)}`);
    });
  }
  await Deno.remove(folder, { recursive: true });
});

/** Verbs that may find nothing in this data. */
const EMPTY: ReadonlySet<string> = new Set([
  "sleep.findClones",
  "sleep.mergeReport",
  "places.dayPath",
  "series.streaks",
  "series.unusual",
]);

/** Returns a row without nulls and without the zones of times inside lists. */
function plain(row: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(row), (_, value) => {
    const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\dT.*[+-]\d\d:\d\d$/.test(value);
    return isTime ? Temporal.Instant.from(value).toString() : value === null ? undefined : value;
  });
}
