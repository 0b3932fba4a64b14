import { assert, assertEquals } from "@std/assert";
import { range } from "../../../mod.ts";
import { sampleNights } from "../../../src/sample/nights/sampleNights.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../../src/frame/polars/rows.ts";
import { sessions } from "../../../src/sleep/sessions.ts";
import { KINDS, life } from "../../sleep/lives.ts";
import { handMade } from "../handMade.ts";

const SOURCE = { name: "Watch", sourceBundleIdentifier: "com.example.watch" };

Deno.test("me.nightly() gives a sleep the same date and kind in 7, 30 and 365 days of any life", async () => {
  const first = Temporal.PlainDate.from("2024-02-01");
  for (const [i, kind] of KINDS.entries()) {
    const sleeps = life(kind, 31 * i + 7, 365);
    await using me = await handMade({
      records: {
        SleepStage: sleeps.map(([start, end]) => ({
          start_time: new Date(start).toISOString(),
          end_time: new Date(end).toISOString(),
          value: 3,
          source: SOURCE,
        })),
      },
      now: "2025-02-10T12:00Z",
      tz: "UTC",
    });
    const nightsOf = async (from: number, days: number): Promise<Map<string, Row>> => {
      const asked = range.between(
        first.add({ days: from }),
        first.add({ days: from + days }),
        "UTC",
      );
      const table = toRows(columnsOf(await me.nightly(asked)));
      return new Map(table.map((row) => [String(row["night"]), row]));
    };
    const year = await nightsOf(0, 365);
    const mains = [...year.values()].filter(({ TST }) => TST !== null);
    assert(mains.length > 250, `${kind}: ${mains.length} main sleeps`);
    for (const row of mains) assertEquals(row["night"], String(row["end_time"]).slice(0, 10));
    for (const [from, days] of [[40, 7], [171, 7], [300, 7], [60, 30], [250, 30]] as const) {
      const part = await nightsOf(from, days);
      assertEquals(part.size, days);
      for (const [night, row] of part) assertEquals(row, year.get(night), `${kind} ${night}`);
    }
  }
});

Deno.test("the nights of the sample follow the rule noon", () => {
  const stages = sampleNights().flatMap(({ stages }) =>
    stages.map(({ start, end, stage }) => ({
      start_time: new Date(start),
      end_time: new Date(end),
      sleep_stage: stage,
    }))
  );
  const plain = (rule: string) =>
    toRows(columnsOf(sessions(stages, { tz: "Europe/Berlin", rule })))
      .map(({ cut: _cut, cut_basis: _basis, ...row }) => row);
  const found = plain("auto");
  assert(found.length > 300);
  assertEquals(found, plain("noon"));
});
